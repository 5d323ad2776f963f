/** A recipient whose mails take long, and those who must not wait for it. */
import { expect, test } from "vitest";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { memoryOutbox, noon, sender } from "./outbox.ts";
import { oddServer, polite, type Received, smtpServer } from "./servers.ts";

const SHARE_MS = 5_000;
const patient = { connectMs: 60_000, greetingMs: 60_000, answerMs: 60_000, acceptMs: 60_000 };
const eight = Array.from({ length: 8 }, (_, index) => `slow${index}@x.jp`);

/** A server that takes the mails to some addresses and does not answer. */
async function hangingFor(addresses: readonly string[]) {
  const hanging = new Set<string>();
  const server = await smtpServer({}, async ({ to }: Received) => {
    const slow = to.find((address) => addresses.includes(address));
    if (slow === undefined) return undefined;
    hanging.add(slow);
    return new Promise(() => {});
  });
  return { ...server, hanging };
}

test("eight recipients whose mails hang hold up another for one share of time, and nobody after that", async () => {
  const server = await hangingFor(eight);
  const outbox = memoryOutbox();
  for (const address of eight) for (let round = 0; round < 3; round++) outbox.add({ address });
  const clock = createHandClock(noon);
  const { output } = sender(server.url, outbox, clock, { timeouts: patient });
  await output.start();
  await until("all that hang", () => server.hanging.size === 8);
  outbox.add({ address: "well@x.jp" });
  output.wake();
  clock.move(SHARE_MS);
  // On record, and not only arrived: an answer that is read after the clock has moved seems slow.
  await until("the mail to the one that is well", () => outbox.mails.at(-1)?.state === "sent");

  // Each hanging attempt ends by the longest time; the next mails of the eight are due at once.
  server.hanging.clear();
  clock.move(300_000 - SHARE_MS);
  await until("the next mails that hang", () => server.hanging.size === 8);
  outbox.add({ address: "well@x.jp" });
  output.wake();
  // No time passes: they are known to be slow by now, and have no place of the others.
  await until("the next mail to it", () => outbox.mails.at(-1)?.state === "sent");
  expect(outbox.mails.filter(({ attempts, state }) => attempts === 1 && state === "waiting")).toHaveLength(8);
  const stopped = output.stop(1);
  clock.move(1);
  await stopped;
});

test("a recipient that was slow is treated as the others again once an attempt is quick", async () => {
  const slow = new Set(eight);
  let held: (() => void)[] = [];
  const server = await smtpServer({}, async ({ to }) => {
    if (to.some((address) => slow.has(address))) await new Promise<void>((resolve) => held.push(resolve));
    return undefined;
  });
  const outbox = memoryOutbox();
  for (const address of eight) outbox.add({ address });
  const clock = createHandClock(noon);
  const { output } = sender(server.url, outbox, clock, { timeouts: patient });
  await output.start();
  const waitsForAll = () => until("all in hand", () => held.length === 8);
  await waitsForAll();
  clock.move(SHARE_MS);
  const free = () => {
    for (const go of held) go();
    held = [];
  };
  free();
  await until("all sent", () => outbox.mails.every(({ state }) => state === "sent"));
  slow.clear();
  for (const address of eight) outbox.add({ address });
  output.wake();
  await until("all sent quickly", () => outbox.mails.every(({ state }) => state === "sent"));
  // Slow again: they hold the places, and so another waits for a share again.
  for (const address of eight) slow.add(address);
  for (const address of eight) outbox.add({ address });
  output.wake();
  await waitsForAll();
  outbox.add({ address: "well@x.jp" });
  output.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(outbox.mails.at(-1)).toMatchObject({ state: "waiting" });
  clock.move(SHARE_MS);
  await until("the other", () => outbox.mails.at(-1)?.state === "sent");
  free();
  await until("all", () => outbox.mails.every(({ state }) => state === "sent"));
});

test("nobody with a thousand mails keeps a ninth recipient from its turn", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  for (const address of eight) for (let made = 0; made < 125; made++) outbox.add({ address });
  outbox.add({ address: "ninth@x.jp" });
  const { output } = sender(server.url, outbox, createHandClock(noon), { slots: 2 });
  await output.start();
  await until("the ninth", () => outbox.mails.at(-1)?.state === "sent");
  const before = server.received.findIndex(({ to }) => to.includes("ninth@x.jp"));
  expect(before).toBeGreaterThanOrEqual(0);
  expect(before).toBeLessThan(250);
});

test.each([
  ["the greeting", (line: string) => line === "", "220-"],
  ["the answer to EHLO", (line: string) => line.startsWith("EHLO"), "250-"],
  ["the answer to MAIL FROM", (line: string) => line.startsWith("MAIL"), "250-"],
  ["the answer to RCPT TO", (line: string) => line.startsWith("RCPT"), "250"],
  ["the answer to the message", (line: string) => line === "DATA...", "250-"],
])(
  "a byte now and then is no progress: %s that drips is left after the time of a step",
  async (_, isIt, start) => {
    const server = await oddServer(polite((line) => (isIt(line) ? { drip: start, everyMs: 20 } : undefined)));
    const outbox = memoryOutbox();
    outbox.add({});
    // The clock of the whole attempt never moves: the step alone must end it.
    const { output } = sender(server.url, outbox, createHandClock(noon));
    await output.start();
    await until("an outcome", () => outbox.mails[0]?.attempts === 1);
    expect(outbox.mails[0]).toMatchObject({ state: "waiting", error: expect.stringMatching(/./) });
  },
);

test("a server that reads no further in a message is left after the time of a step", async () => {
  const server = await oddServer(polite((line) => (line === "DATA..." ? "deaf" : undefined)));
  const outbox = memoryOutbox();
  outbox.add({ text: "x".repeat(8_000_000) });
  const { output } = sender(server.url, outbox, createHandClock(noon));
  await output.start();
  await until("an outcome", () => outbox.mails[0]?.attempts === 1);
});

test("a server that floods holds nothing else up", async () => {
  const server = await oddServer(polite((line) => (line === "" ? { flood: "\r\n" } : undefined)));
  const outbox = memoryOutbox();
  outbox.add({});
  const { output } = sender(server.url, outbox, createHandClock(noon));
  await output.start();
  await until("an outcome", () => outbox.mails[0]?.attempts === 1);
  expect(outbox.mails[0]?.error).toBe("the mail server answers without end");
});
