import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { fromNoon, memoryOutbox, sender } from "./outbox.ts";
import { oddServer, polite, reply, smtpServer } from "./servers.ts";

/** One mail to the server: what became of it after the first attempt. */
async function firstAttempt(url: string, more: { attemptMaxMs?: number } = {}) {
  const outbox = memoryOutbox();
  outbox.add({});
  const { output, given, logged } = sender(url, outbox, fromNoon(), more);
  await output.start();
  const mail = await until("an outcome", () => outbox.mails.find(({ attempts }) => attempts > 0));
  return { mail, given, logged };
}

const postponed = { state: "waiting", attempts: 1 };

test.each([
  ["MAIL FROM", "onMailFrom"],
  ["RCPT TO", "onRcptTo"],
])("a 5xx to %s gives the mail up at once, with the server's answer", async (_, hook) => {
  const server = await smtpServer({
    [hook]: (_address: unknown, _session: unknown, done: (e: Error) => void) =>
      done(reply(550, "5.1.1 no such user")),
  });
  const { mail, given } = await firstAttempt(server.url);
  expect(mail.state).toBe("failed");
  expect(given).toEqual([{ id: 1, reason: "refused", error: "550 5.1.1 no such user" }]);
});

test("a 5xx to the message itself gives it up at once", async () => {
  const server = await smtpServer({}, () => reply(554, "5.7.1 looks like spam"));
  const { given } = await firstAttempt(server.url);
  expect(given).toEqual([{ id: 1, reason: "refused", error: "554 5.7.1 looks like spam" }]);
});

test.each([
  ["MAIL FROM", "onMailFrom"],
  ["RCPT TO", "onRcptTo"],
])("a 4xx to %s is tried again", async (_, hook) => {
  const server = await smtpServer({
    [hook]: (_address: unknown, _session: unknown, done: (e: Error) => void) =>
      done(reply(451, "4.7.1 greylisted")),
  });
  const { mail, given } = await firstAttempt(server.url);
  expect(mail).toMatchObject({ ...postponed, error: "451 4.7.1 greylisted" });
  expect(given).toEqual([]);
});

test("a 4xx to the message itself is tried again", async () => {
  const server = await smtpServer({}, () => reply(452, "4.3.1 disk full"));
  expect((await firstAttempt(server.url)).mail).toMatchObject({ ...postponed, error: "452 4.3.1 disk full" });
});

test.each([
  ["greets with 554", (line: string) => (line === "" ? "554 no service" : undefined)],
  ["answers 503 to MAIL FROM", (line: string) => (line.startsWith("MAIL") ? "503 bad sequence" : undefined)],
  [
    "asks for a login",
    (line: string) => (line.startsWith("MAIL") ? "530 5.7.0 authentication required" : undefined),
  ],
  ["closes at once", (line: string) => (line === "" ? "close" : undefined)],
  ["closes in the middle of the message", (line: string) => (line === "DATA..." ? "close" : undefined)],
  ["never greets", (line: string) => (line === "" ? "hang" : undefined)],
  ["hangs at RCPT TO", (line: string) => (line.startsWith("RCPT") ? "hang" : undefined)],
  ["hangs after the message", (line: string) => (line === "DATA..." ? "hang" : undefined)],
  ["answers RCPT TO without a number", (line: string) => (line.startsWith("RCPT") ? "no" : undefined)],
  [
    "answers DATA with 250 and the lines of the message with 500",
    (line: string) =>
      line === "DATA" ? "250 fine" : /^(|EHLO .*|MAIL .*|RCPT .*)$/.test(line) ? undefined : "500 what",
  ],
  ["talks nonsense", (line: string) => (line === "" ? "HTTP/1.1 400 Bad Request" : undefined)],
])("a server that %s is tried again", async (_, odd) => {
  const server = await oddServer(polite(odd));
  const { mail, given } = await firstAttempt(server.url);
  expect(mail).toMatchObject(postponed);
  expect(mail.error).toBeTruthy();
  expect(given).toEqual([]);
});

test("a server that trickles bytes for ever is left after the longest time allowed", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    const drip = setInterval(() => socket.write("220-still here\r\n"), 20);
    socket.on("close", () => clearInterval(drip));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { mail } = await firstAttempt(`smtp://127.0.0.1:${port}`, { attemptMaxMs: 200 });
  expect(mail).toMatchObject(postponed);
  server.close();
});

test("nobody at the address is tried again", async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { mail } = await firstAttempt(`smtp://127.0.0.1:${port}`);
  expect(mail).toMatchObject(postponed);
  expect(mail.error).toContain("ECONNREFUSED");
});

test("a refused login is tried again, and the password stands nowhere", async () => {
  const password = "pass/wörd+9";
  const server = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(reply(535, `5.7.8 bad login ${auth.username} ${auth.password}`)),
  });
  const url = `smtp://alice:${encodeURIComponent(password)}@127.0.0.1:${server.port}`;
  const { mail, given, logged } = await firstAttempt(url);
  expect(mail).toMatchObject(postponed);
  expect(mail.error).toContain("535 5.7.8 bad login alice ***");
  expect(given).toEqual([]);
  for (const secret of [password, encodeURIComponent(password), Buffer.from(password).toString("base64")]) {
    expect(JSON.stringify([mail.error, logged])).not.toContain(secret);
  }
});

test("a login that is right is used", async () => {
  const server = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.username === "alice@example.com" && auth.password === "p:w"
        ? done(null, { user: 1 })
        : done(reply(535, "no")),
  });
  const { mail } = await firstAttempt(`smtp://alice%40example.com:p%3Aw@127.0.0.1:${server.port}`);
  expect(mail.state).toBe("sent");
});

test("a server with STARTTLS and a certificate of its own making is used on loopback", async () => {
  const server = await smtpServer({ disabledCommands: [] });
  expect((await firstAttempt(server.url)).mail.state).toBe("sent");
});

test.each([
  "desk@example.com>\r\nRCPT TO:<thief@example.org",
  "a@example.com, thief@example.org",
  "a thief@example.org",
  "Desk <thief@example.org>",
  "nobody",
  "",
])("what is not one bare address is given up, not sent elsewhere: %j", async (address) => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({ address });
  const { output, given } = sender(server.url, outbox, fromNoon());
  await output.start();
  await until("giving up", () => given.length > 0);
  expect(given).toEqual([{ id: 1, reason: "refused", error: "the recipient is not one bare address" }]);
  expect(server.received).toEqual([]);
});
