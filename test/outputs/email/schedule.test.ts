import { expect, test } from "vitest";
import type { Clock } from "../../../src/lib/clock.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { type MemoryOutbox, memoryOutbox, noon, sender } from "./outbox.ts";
import { reply, smtpServer } from "./servers.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const down = () => smtpServer({}, () => reply(451, "4.3.0 try later"));

/** The attempt with this number is on record. */
const attempted = (outbox: MemoryOutbox, count: number) =>
  until(`attempt ${count}`, () => outbox.mails[0]?.attempts === count);

test("retries come after 1, 2, 5, 15, 30, 60 minutes, then hourly, and end within a day of queuing", async () => {
  const server = await down();
  const clock = createHandClock(noon);
  const outbox = memoryOutbox();
  outbox.add({});
  const { output, given } = sender(server.url, outbox, clock);
  await output.start();
  const waits: number[] = [];
  for (let count = 1; given.length === 0; count++) {
    await attempted(outbox, count);
    const { nextAt = 0, state } = outbox.mails[0] ?? {};
    if (state !== "waiting") break;
    waits.push((nextAt - clock.now()) / MINUTE);
    // Not a millisecond early.
    clock.moveTo(nextAt - 1);
    expect(outbox.due(clock.now(), 9, [])).toEqual([]);
    // The timer is set in the turn after the outcome was written.
    await until("the timer", () => {
      clock.moveTo(nextAt);
      return outbox.mails[0]?.attempts === count + 1;
    });
  }
  expect(waits.slice(0, 6)).toEqual([1, 2, 5, 15, 30, 60]);
  expect(new Set(waits.slice(6))).toEqual(new Set([60]));
  expect(given).toEqual([{ id: 1, reason: "expired", error: "451 4.3.0 try later" }]);
  const total = waits.reduce((sum, wait) => sum + wait, 0) * MINUTE;
  expect(total).toBeLessThanOrEqual(24 * HOUR);
  expect(total).toBeGreaterThan(23 * HOUR);
});

test("a restart keeps the schedule: nothing goes out before its time, the count goes on", async () => {
  const server = await down();
  const outbox = memoryOutbox();
  outbox.add({});
  const first = sender(server.url, outbox, createHandClock(noon));
  await first.output.start();
  await attempted(outbox, 1);
  await first.output.stop(1_000);

  const clock = createHandClock(noon + 30_000);
  const second = sender(server.url, outbox, clock);
  const wakeups = spied(clock);
  await second.output.start();
  await until("the timer", () => wakeups.includes(30_000));
  expect(outbox.mails[0]?.attempts).toBe(1);
  clock.moveTo(noon + MINUTE);
  await attempted(outbox, 2);
  expect(outbox.mails[0]?.nextAt).toBe(noon + 3 * MINUTE);
});

test("a mail that waited for days while nothing ran is tried once more before it is given up", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({});
  const { output } = sender(server.url, outbox, createHandClock(noon + 72 * HOUR));
  await output.start();
  await until("the mail", () => outbox.mails[0]?.state === "sent");
  expect(server.received).toHaveLength(1);
});

test("a new mail goes out on wake, without waiting for a timer", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  const { output } = sender(server.url, outbox, createHandClock(noon));
  await output.start();
  outbox.add({});
  output.wake();
  await until("the mail", () => outbox.mails[0]?.state === "sent");
});

test("waking a hundred times sends once", async () => {
  const server = await smtpServer();
  const outbox = memoryOutbox();
  outbox.add({});
  const { output } = sender(server.url, outbox, createHandClock(noon));
  await output.start();
  for (let round = 0; round < 100; round++) output.wake();
  await until("the mail", () => outbox.mails[0]?.state === "sent");
  outbox.add({});
  output.wake();
  await until("the next", () => outbox.mails[1]?.state === "sent");
  expect(server.received).toHaveLength(2);
});

/** The waits that are asked of the clock from here on. */
function spied(clock: Clock): number[] {
  const waits: number[] = [];
  const { after } = clock;
  clock.after = (ms, call) => {
    waits.push(ms);
    return after(ms, call);
  };
  return waits;
}

test("a server that is away for a while is logged at the start of that and at its end, with how often in between", async () => {
  let away = true;
  const server = await smtpServer({}, () => (away ? reply(451, "4.3.0 try later") : undefined));
  const clock = createHandClock(noon);
  const outbox = memoryOutbox();
  outbox.add({});
  const { output, logged } = sender(server.url, outbox, clock);
  await output.start();
  for (let count = 1; count <= 3; count += 1) {
    await attempted(outbox, count);
    away = count < 3;
    const { nextAt = 0 } = outbox.mails[0] ?? {};
    await until("the next attempt", () => {
      clock.moveTo(nextAt);
      return (outbox.mails[0]?.attempts ?? 0) > count || outbox.mails[0]?.state === "sent";
    });
  }
  await until("the mail", () => outbox.mails[0]?.state === "sent");
  const about = logged
    .map((line) => JSON.parse(line))
    .filter(({ message }) => /postponed|through/.test(message));
  expect(about).toEqual([
    { mail: 1, error: "451 4.3.0 try later", retryAt: expect.any(String), message: "message postponed" },
    { mail: 1, failures: 3, seconds: 8 * 60, message: "messages get through again" },
  ]);
});
