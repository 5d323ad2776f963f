import { readdirSync } from "node:fs";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { sendTestMail } from "../../../src/outputs/email/send-test.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { noon } from "./outbox.ts";
import { reply, smtpServer } from "./servers.ts";

const base = { from: "Yagura <yagura@example.com>", address: "desk@example.com", simulated: true, now: noon };

test("a test mail arrives and the server's answer comes back", async () => {
  const server = await smtpServer();
  const result = await sendTestMail({ ...base, smtp: server.url });
  expect(result).toMatchObject({ ok: true, message: expect.stringMatching(/^250 /) });
  const mail = await PostalMime.parse(server.received[0]?.bytes ?? "");
  expect(mail.subject).toBe("[SIMULATED] [Yagura] Test mail");
  expect(mail.messageId).toMatch(/^<test-[\w-]+@yagura\.invalid>$/);
});

test("two test mails are two messages", async () => {
  const folder = tmpFolder();
  await sendTestMail({ ...base, smtp: `file:${folder}` });
  await sendTestMail({ ...base, smtp: `file:${folder}` });
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  ["a refused recipient", 550, "5.1.1 no such user"],
  ["a busy server", 451, "4.3.0 later"],
])("%s is told with the server's words", async (_, code, words) => {
  const server = await smtpServer({ onRcptTo: (_address, _session, done) => done(reply(code, words)) });
  expect(await sendTestMail({ ...base, smtp: server.url })).toEqual({
    address: base.address,
    ok: false,
    message: `${code} ${words}`,
  });
});

test("a refused login and a wrong address are told without the password", async () => {
  const server = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(reply(535, `no ${auth.password}`)),
  });
  for (const smtp of [
    `smtp://u:hunter2@127.0.0.1:${server.port}`,
    "smtp://u:hunter2@",
    "ftp://u:hunter2@x",
  ]) {
    const result = await sendTestMail({ ...base, smtp });
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/./) });
    expect(JSON.stringify(result)).not.toContain("hunter2");
  }
});
