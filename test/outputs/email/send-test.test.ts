/** A test mail: what a person is told of the way to a mail server, whatever is wrong with it. */
import { readdirSync } from "node:fs";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { sendTestMail } from "../../../src/outputs/email/send-test.ts";
import { freePort } from "../../support/free-port.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { noon } from "./outbox.ts";
import { oddServer, polite, reply, smtpServer } from "./servers.ts";

const quick = { connectMs: 2_000, greetingMs: 300, answerMs: 1_000, acceptMs: 1_000 };
const base = {
  from: "Yagura <yagura@example.com>",
  address: "desk@example.com",
  simulated: true,
  now: noon,
  timeouts: quick,
};

const letsIn = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: (_auth: unknown, _session: unknown, done: (e: null, found: { user: string }) => void) =>
    done(null, { user: "desk" }),
};

test("a test mail arrives and the server's answer comes back, with the way and the time", async () => {
  const server = await smtpServer();
  expect(await sendTestMail({ ...base, smtp: server.url })).toEqual({
    address: base.address,
    ok: true,
    message: expect.stringMatching(/^250 /),
    way: expect.stringMatching(/^not encrypted; without a login; \d+\.\d s$/),
  });
  const mail = await PostalMime.parse(server.received[0]?.bytes ?? "");
  expect(mail.subject).toBe("[SIMULATED] [Yagura] Test mail");
  expect(mail.messageId).toMatch(/^<test-[\w-]+@yagura\.invalid>$/);
});

test("two test mails are two messages", async () => {
  const folder = tmpFolder();
  await sendTestMail({ ...base, smtp: `file:${folder}` });
  expect(await sendTestMail({ ...base, smtp: `file:${folder}` })).toMatchObject({
    ok: true,
    way: expect.stringMatching(/^\d+\.\d s$/),
  });
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  ["after the greeting", { disabledCommands: [] }, "smtp"],
  ["from the beginning", { secure: true, disabledCommands: [] }, "smtps"],
] as const)("encryption %s is told with its version, and the login", async (begun, options, scheme) => {
  const server = await smtpServer({ ...letsIn, ...options, disabledCommands: [] });
  const smtp = `${scheme}://desk:hunter2@127.0.0.1:${server.port}`;
  const { ok, way, ...rest } = await sendTestMail({ ...base, smtp });
  expect(ok).toBe(true);
  expect(way).toMatch(
    new RegExp(
      `^encrypted ${begun} with TLSv1\\.3, its certificate not looked at; logged in as desk by a password; \\d+\\.\\d s$`,
    ),
  );
  expect(rest).not.toHaveProperty("note");
});

test("a password that went in plain to another machine is told", async () => {
  const server = await smtpServer(letsIn);
  // An address of this machine that is not one of the loopback interface by its name.
  const smtp = `smtp://desk:hunter2@0.0.0.0:${server.port}?requireTLS=false`;
  expect(await sendTestMail({ ...base, smtp })).toMatchObject({
    ok: true,
    way: expect.stringMatching(/^not encrypted; logged in as desk by a password; /),
    note: "the login went over an unencrypted connection: others on the network can read it",
  });
});

test("a server without TLS gets no password where it would go in plain, and that is told", async () => {
  let logins = 0;
  const server = await smtpServer({
    ...letsIn,
    onAuth(auth, session, done) {
      logins++;
      letsIn.onAuth(auth, session, done);
    },
  });
  const smtp = `smtp://desk:hunter2@0.0.0.0:${server.port}`;
  expect(await sendTestMail({ ...base, smtp })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^the mail server offers no TLS; .*\?requireTLS=false \(.*\)$/),
    way: expect.stringMatching(/^after \d+\.\d s$/),
  });
  expect([logins, server.received]).toEqual([0, []]);
});

test("a server that offers TLS and cannot begin it is not one that offers none", async () => {
  const server = await oddServer(
    polite((line) => {
      if (line.startsWith("EHLO")) return "250-test\r\n250 STARTTLS";
      return line === "STARTTLS" ? "454 4.7.0 TLS not available now" : undefined;
    }),
  );
  expect(await sendTestMail({ ...base, smtp: server.url })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^the mail server offers TLS and cannot begin it; .*454/),
  });
});

test("a port that begins with TLS and is spoken to in plain is found out", async () => {
  const server = await smtpServer({ secure: true, disabledCommands: [] });
  expect(await sendTestMail({ ...base, smtp: `smtp://127.0.0.1:${server.port}` })).toMatchObject({
    ok: false,
    message: "the mail server begins with TLS at this port, and smtp:// does not: write smtps://",
  });
});

test("a server that is silent to everybody is told as one that did not greet", async () => {
  const server = await oddServer(() => "hang");
  const { message } = await sendTestMail({ ...base, smtp: server.url, probeMs: 200 });
  expect(message).toMatch(/^the mail server did not greet; .*smtps:\/\/ \(Greeting never received\)$/);
});

test("nobody at the port, and a name that is none, are told in words", async () => {
  const port = await freePort();
  expect(await sendTestMail({ ...base, smtp: `smtp://127.0.0.1:${port}` })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^nobody listens at this host and port \(.*ECONNREFUSED.*\)$/),
  });
});

test.each([
  ["the recipient for good", "onRcptTo", 550, "refuses the address desk@example.com"],
  ["the recipient for now", "onRcptTo", 451, "does not take the address desk@example.com"],
  ["the sender", "onMailFrom", 553, "refuses the sender Yagura <yagura@example.com>"],
])("a server that refuses %s is told with its words", async (_, hook, code, words) => {
  const server = await smtpServer({
    [hook]: (_address: unknown, _session: unknown, done: (e: Error) => void) => done(reply(code, "4.1.1 no")),
  });
  expect(await sendTestMail({ ...base, smtp: server.url })).toMatchObject({
    ok: false,
    message: `the mail server ${words}: ${code} 4.1.1 no`,
  });
});

test("a refused mail is told as the mail, not as an address", async () => {
  const server = await smtpServer({}, () => reply(554, "5.7.1 looks like spam"));
  expect(await sendTestMail({ ...base, smtp: server.url })).toMatchObject({
    ok: false,
    message: "the mail server refuses the mail itself: 554 5.7.1 looks like spam",
  });
});

test("a refused login and a wrong address are told without the password", async () => {
  const server = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(reply(535, `no ${auth.password}`)),
  });
  const refused = await sendTestMail({ ...base, smtp: `smtp://u:hunter2@127.0.0.1:${server.port}` });
  expect(refused).toMatchObject({
    ok: false,
    message: "the mail server refuses the login (Invalid login: 535 no ***)",
  });
  // A password that is a word of ours is hidden in what the server says, and in nothing else.
  const short = await sendTestMail({ ...base, smtp: `smtp://u:mail@127.0.0.1:${server.port}` });
  expect(short).toMatchObject({ message: "the mail server refuses the login (Invalid login: 535 no ***)" });
  for (const smtp of ["smtp://u:hunter2@", "ftp://u:hunter2@x"]) {
    const result = await sendTestMail({ ...base, smtp });
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/./) });
    expect(JSON.stringify(result)).not.toContain("hunter2");
  }
});
