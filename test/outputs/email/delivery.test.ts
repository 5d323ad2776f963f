import { expect, test } from "vitest";
import type { MailOutcome } from "../../../src/model/mail.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { fromNoon, memoryOutbox, noon, sender } from "./outbox.ts";
import { oddServer, polite, type Received, smtpServer } from "./servers.ts";

/** A server that keeps mails to these addresses in hand until they are let go. */
async function holding(...addresses: string[]) {
  const held: (() => void)[] = [];
  let most = 0;
  let now = 0;
  const server = await smtpServer({}, async ({ to }: Received) => {
    most = Math.max(most, ++now);
    if (addresses.some((address) => to.includes(address)))
      await new Promise<void>((resolve) => held.push(resolve));
    now--;
    return undefined;
  });
  return { ...server, held, most: () => most };
}

const patient = { connectMs: 5_000, greetingMs: 5_000, answerMs: 10_000, acceptMs: 10_000 };
const tos = (received: Received[]) => received.map(({ to }) => to[0]);

test("a recipient whose mail hangs delays no other, and only its own next mail", async () => {
  const server = await holding("slow@x.jp");
  const outbox = memoryOutbox();
  for (const address of ["slow@x.jp", "slow@x.jp", "a@x.jp", "b@x.jp"]) outbox.add({ address });
  const { output } = sender(server.url, outbox, fromNoon(), { timeouts: patient });
  await output.start();
  await until("the others", () => server.received.length === 2);
  expect(tos(server.received).sort()).toEqual(["a@x.jp", "b@x.jp"]);
  expect(server.held).toHaveLength(1);
  server.held[0]?.();
  await until("the second", () => server.held.length === 2);
  server.held[1]?.();
  await until("all", () => outbox.mails.every(({ state }) => state === "sent"));
});

test("mails to one address arrive in the order in which they were queued", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  for (let id = 1; id <= 30; id++) outbox.add({ address: id % 2 ? "a@x.jp" : "b@x.jp" });
  const { output } = sender(server.url, outbox, fromNoon());
  await output.start();
  await until("all", () => server.received.length === 30);
  for (const address of ["a@x.jp", "b@x.jp"]) {
    const mails = server.received.filter(({ to }) => to.includes(address));
    const ids = mails.map(({ bytes }) => Number(/Message-ID: <e-(\d+)/i.exec(bytes.toString())?.[1]));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  }
});

test("no more mails are in flight than there are slots", async () => {
  const addresses = Array.from({ length: 12 }, (_, index) => `r${index}@x.jp`);
  const server = await holding(...addresses);
  const outbox = memoryOutbox();
  for (const address of addresses) outbox.add({ address });
  const { output } = sender(server.url, outbox, fromNoon(), { slots: 3, timeouts: patient });
  await output.start();
  for (let done = 0; done < addresses.length; done++) {
    await until(`mail ${done}`, () => server.held.length > done);
    server.held[done]?.();
  }
  await until("all", () => outbox.mails.every(({ state }) => state === "sent"));
  expect(server.most()).toBe(3);
});

test("mails that failed before leave half the slots to new ones", async () => {
  const bad = ["bad1@x.jp", "bad2@x.jp", "bad3@x.jp", "bad4@x.jp"];
  const server = await holding(...bad);
  const outbox = memoryOutbox();
  for (const address of bad) {
    outbox.add({ address });
    const { length: id } = outbox.mails;
    outbox.record([{ id, at: noon, outcome: "postponed", retryAt: noon, answer: "451" }]);
  }
  const { output } = sender(server.url, outbox, fromNoon(), { slots: 4, timeouts: patient });
  await output.start();
  await until("two of the failing", () => server.held.length === 2);
  for (let round = 0; round < 4; round++) {
    outbox.add({ address: `good${round}@x.jp` });
    output.wake();
  }
  await until("the new ones", () => server.received.length === 4);
  expect(server.held).toHaveLength(2);
});

test("connections are kept: ten mails one after another need one", async () => {
  let odd = 0;
  const server = await oddServer(polite((line) => (line === "DATA..." ? `250 kept ${++odd}` : undefined)));
  const outbox = memoryOutbox();
  for (let id = 0; id < 10; id++) outbox.add({});
  const { output } = sender(server.url, outbox, fromNoon());
  await output.start();
  await until("all", () => outbox.mails.every(({ state }) => state === "sent"));
  expect(server.connections()).toBe(1);
});

test("a crash between the server's yes and the record of it sends the same bytes again", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({});
  const crash = {
    ...outbox,
    record: () => {
      throw new Error("power cut");
    },
  };
  const first = sender(server.url, crash, fromNoon());
  await first.output.start();
  await until("the first copy", () => server.received.length === 1);
  await first.output.stop(0);
  expect(outbox.mails[0]).toMatchObject({ state: "waiting", attempts: 0 });

  const second = sender(server.url, outbox, fromNoon());
  await second.output.start();
  await until("the second copy", () => outbox.mails[0]?.state === "sent");
  const [one, two] = server.received;
  expect(server.received).toHaveLength(2);
  expect(one && two && one.bytes.equals(two.bytes)).toBe(true);
});

test("a retry sends the bytes that were kept, whatever composing would give by then", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({});
  const bytes = Buffer.from("Subject: kept\r\nTo: desk@example.com\r\n\r\nkept\r\n");
  outbox.keepBytes([{ id: 1, bytes }]);
  const { output } = sender(server.url, outbox, fromNoon());
  await output.start();
  await until("the mail", () => server.received.length === 1);
  expect(server.received[0]?.bytes.equals(bytes)).toBe(true);
});

test("an outcome that cannot be written is written later; the mail does not go out again meanwhile", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({});
  const clock = createHandClock(noon);
  let failing = true;
  let tries = 0;
  const full = {
    ...outbox,
    record(outcomes: readonly MailOutcome[]) {
      tries++;
      if (failing) throw new Error("the disk is full");
      outbox.record(outcomes);
    },
  };
  const { output, logged } = sender(server.url, full, clock);
  await output.start();
  await until("the refusal", () => tries === 1);
  output.wake();
  clock.moveTo(noon + 5_000);
  await until("another try", () => tries === 2);
  failing = false;
  clock.moveTo(noon + 10_000);
  await until("the record", () => outbox.mails[0]?.state === "sent");
  expect(server.received).toHaveLength(1);
  expect(logged.join()).toContain("the disk is full");
});

test("stop lets what is in flight finish and takes nothing new", async () => {
  const server = await holding("slow@x.jp");
  const outbox = memoryOutbox();
  outbox.add({ address: "slow@x.jp" });
  outbox.add({ address: "slow@x.jp" });
  const { output } = sender(server.url, outbox, fromNoon(), { timeouts: patient });
  await output.start();
  await until("the first in flight", () => server.held.length === 1);
  const stopped = output.stop(10_000);
  server.held[0]?.();
  await stopped;
  expect(outbox.mails.map(({ state }) => state)).toEqual(["sent", "waiting"]);
  output.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.held).toHaveLength(1);
});

test("stop leaves a hanging mail at its deadline, waiting and uncounted, and touches the outbox no more", async () => {
  const server = await holding("slow@x.jp");
  const outbox = memoryOutbox();
  outbox.add({ address: "slow@x.jp" });
  const clock = createHandClock(noon);
  const { output } = sender(server.url, outbox, clock, { timeouts: patient });
  await output.start();
  await until("the mail in flight", () => server.held.length === 1);
  const stopped = output.stop(3_000);
  clock.moveTo(noon + 3_000);
  await stopped;
  server.held[0]?.();
  await until("the server's end", () => server.received.length === 1);
  expect(outbox.mails[0]).toMatchObject({ state: "waiting", attempts: 0 });
});

test("a stop while mails are taken from the outbox asks it nothing more, and is no failure", async () => {
  const outbox = memoryOutbox();
  outbox.add({});
  let stopped: Promise<void> | undefined;
  let isTaken = false;
  const closing = {
    ...outbox,
    keepBytes() {
      isTaken = true;
    },
    due(...asked: Parameters<typeof outbox.due>) {
      stopped = output.stop(0);
      return outbox.due(...asked);
    },
    nextDue(): never {
      throw new Error("the database is closed");
    },
  };
  const { output, logged } = sender((await smtpServer()).url, closing, fromNoon());
  await output.start();
  await until("the taking", () => isTaken);
  await stopped;
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged.join()).not.toContain("the database is closed");
});
