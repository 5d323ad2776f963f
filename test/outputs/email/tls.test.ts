/** Words for a person where the way to a mail server fails at its encryption, or asks for no login. */
import { expect, test } from "vitest";
import { parseDestination, type SmtpDestination } from "../../../src/outputs/email/destination.ts";
import { openLine } from "../../../src/outputs/email/open-line.ts";
import { sendTestMail } from "../../../src/outputs/email/send-test.ts";
import { noon } from "./outbox.ts";
import { smtpServer } from "./servers.ts";

const base = {
  from: "Yagura <yagura@example.com>",
  address: "desk@example.com",
  simulated: false,
  now: noon,
};

test("a certificate that nobody vouches for is told in words, with what to do", async () => {
  const secure = await smtpServer({ secure: true, disabledCommands: [] });
  const strict = "tls.rejectUnauthorized=true";
  expect(await sendTestMail({ ...base, smtp: `smtps://127.0.0.1:${secure.port}?${strict}` })).toMatchObject({
    address: base.address,
    ok: false,
    message: expect.stringMatching(/^the mail server's certificate (is not|has expired).*; .*\(.+\)$/),
  });
  const upgraded = await smtpServer({ disabledCommands: [] });
  expect(await sendTestMail({ ...base, smtp: `smtp://127.0.0.1:${upgraded.port}?${strict}` })).toMatchObject({
    address: base.address,
    ok: false,
    message: expect.stringMatching(/^the mail server's certificate (is not|has expired).*; .*\(.+\)$/),
  });
});

test("smtps:// at a port that begins without TLS names the other scheme", async () => {
  const plain = await smtpServer();
  expect(await sendTestMail({ ...base, smtp: `smtps://127.0.0.1:${plain.port}` })).toMatchObject({
    address: base.address,
    ok: false,
    message: expect.stringMatching(
      /^the mail server does not begin with TLS at this port; .*smtp:\/\/.*\(.*\)$/,
    ),
  });
});

test("a server without TLS is told where the settings ask for it", async () => {
  const plain = await smtpServer();
  expect(
    await sendTestMail({ ...base, smtp: `smtp://127.0.0.1:${plain.port}?requireTLS=true` }),
  ).toMatchObject({
    address: base.address,
    ok: false,
    message: expect.stringMatching(/^the mail server offers no TLS; .*requireTLS=false.*\(.*\)$/),
  });
});

test("a login in the settings that the server never asked for is told, and one that it took is not", async () => {
  const open = await smtpServer({ disabledCommands: ["STARTTLS", "AUTH"] });
  const sent = await sendTestMail({ ...base, smtp: `smtp://desk:hunter2@127.0.0.1:${open.port}` });
  expect(sent).toMatchObject({
    ok: true,
    note: "the settings name a login, and the mail server never asked for one: it was not tried",
  });
  expect(JSON.stringify(sent)).not.toContain("hunter2");
  expect(open.received).toHaveLength(1);
  const asking = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: "desk" }),
  });
  const taken = await sendTestMail({ ...base, smtp: `smtp://desk:hunter2@127.0.0.1:${asking.port}` });
  expect(taken).toMatchObject({ ok: true });
  expect(taken).not.toHaveProperty("note");
  const without = await sendTestMail({ ...base, smtp: open.url });
  expect(without).not.toHaveProperty("note");
});

test("the text of a test mail names Japan's time", async () => {
  const server = await smtpServer();
  await sendTestMail({ ...base, smtp: server.url });
  const text = Buffer.from(
    /base64\r\n\r\n([^-]+)/.exec(String(server.received[0]?.bytes))?.[1] ?? "",
    "base64",
  );
  expect(text.toString()).toMatch(/sent \d{4}-\d\d-\d\d \d\d:\d\d:\d\d JST/);
});

test("a connection that has sent nothing is not stale, and becomes so only by a letter of which nothing went out", async () => {
  const server = await smtpServer();
  const line = await openLine(parseDestination(server.url) as SmtpDestination, new AbortController().signal);
  expect(line.isStale).toBe(false);
  const { from, address } = base;
  const letter = {
    from,
    address,
    messageId: "<1@example.com>",
    date: new Date(noon).toISOString(),
    bytes: Buffer.from("Subject: a\r\n\r\nb\r\n"),
  };
  await line.send(letter);
  expect([line.isStale, server.received.length]).toEqual([false, 1]);
  line.close();
  await expect(line.send(letter)).rejects.toThrow();
  expect(line.isStale).toBe(true);
});
