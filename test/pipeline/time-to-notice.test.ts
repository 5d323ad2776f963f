/** The time to notice: kept with each change, measured, and told as a month's figures after a restart too. */
import { expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import type { Figure } from "../../src/lib/measure.ts";
import { createPipelineMeasures } from "../../src/pipeline/measures.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { noticeTimes } from "../../src/why/notice-figures.ts";
import { scriptedHouse } from "./scripted-house.ts";

const source = "margin-alerts";

function noticingHouse() {
  const measured = createPipelineMeasures({
    ...{ sources: [source], types: [], elapsed: () => 0 },
    now: () => house.clock.ms,
  });
  const house: ReturnType<typeof scriptedHouse> = scriptedHouse({ onCommit: measured.report });
  const polled = async (answer: Parameters<typeof house.say>[0], afterMs = 60_000) => {
    house.clock.ms += afterMs;
    house.say(answer);
    const before = house.committed.length;
    house.tick();
    await expect.poll(() => house.committed.length, { interval: 2 }).toBeGreaterThan(before);
  };
  /** Seconds and number of what was measured, by part. */
  const parts = () => {
    const read = measured.measures.find(({ name }) => name === "yagura_notice_seconds")?.read();
    const figures = (read as readonly Figure[]).filter(({ suffix }) => suffix === "_sum");
    return Object.fromEntries(figures.map(({ labels, value }) => [labels.part, value]));
  };
  return { house, measured, polled, parts };
}

test("a change carries the polls around it and their middle; the first sight and an unchanged answer nothing", async () => {
  const { house, polled } = noticingHouse();
  await polled({ a: 1 });
  const since = house.clock.ms;
  expect(house.store.sightings.newest(source, 0, 9)).toEqual([]);
  await polled({ a: 2 });
  const at = since + 60_000;
  const [only, ...more] = house.store.sightings.newest(source, 0, 9);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ source, since, askedAt: at, answeredAt: at, committedAt: at });
  expect(only).toMatchObject({ appearedAt: since + 30_000, doubtMs: 30_000 });
  await polled({ a: 2 });
  expect(house.store.sightings.newest(source, 0, 9)).toHaveLength(1);
});

test("its parts are measured from the schedule to the server that took the message and the readers of the feed", async () => {
  const { house, measured, polled, parts } = noticingHouse();
  await polled({ a: 1 });
  await polled(async () => {
    house.clock.ms += 2_000;
    return { a: 2 };
  });
  // Between the polls lay 62 s: it waited for 29 s, and for 2 s more for the answer.
  expect(parts()).toEqual({ schedule: 29, answer: 2, commit: 0 });
  house.clock.ms += 500;
  measured.notes.reached("feed", house.store.log.head() - 1);
  expect(parts().feed).toBeUndefined();
  measured.notes.reached("feed", house.store.log.head());
  house.clock.ms += 1_000;
  for (const mail of house.store.outbox.of("email").due(house.clock.ms, 9, [])) {
    measured.notes.sent("email", mail.messageId);
    measured.notes.sent("email", mail.messageId);
  }
  expect(parts()).toEqual({ schedule: 29, answer: 2, commit: 0, feed: 0.5, email: 1.5 });
});

test("the month's median and 95th percentile come from the database, to the commit and to the delivery", async () => {
  const { house, polled } = noticingHouse();
  await polled({ a: 0 });
  for (let count = 1; count <= 20; count++) await polled({ a: count }, count === 20 ? 600_000 : 60_000);
  const outbox = house.store.outbox.of("email");
  const mails = outbox.due(house.clock.ms, 99, []).slice(-1);
  house.clock.ms += 3_000;
  outbox.record(mails.map(({ id }) => ({ id, at: house.clock.ms, outcome: "sent", answer: "250" })));
  const [last] = house.store.sightings.newest(source, 0, 1);
  const first = house.store.sightings.newest(source, 0, 99).at(-1);
  house.stop();
  const reader = openStoreReader(house.path);
  const times = (now: number) => noticeTimes(reader, [source, "other"], now).get(source);
  const { changes, committed, doubtMs, delivered } = times(house.clock.ms) ?? {};
  expect({ changes, committed, doubtMs }).toEqual({
    ...{ changes: 20, doubtMs: 30_000 },
    committed: { p50: 30_000, p95: 30_000 },
  });
  // The oldest mail goes first.
  const sentAfter = house.clock.ms - (first?.appearedAt ?? 0);
  expect(delivered).toEqual({ p50: sentAfter, p95: sentAfter });
  expect(last).toMatchObject({ doubtMs: 300_000 });
  expect(times(house.clock.ms + 31 * 86_400_000)).toBeUndefined();
  reader.close();
});

test("a poll that failed knows nothing: the doubt reaches back to the last answer", async () => {
  const { house, polled } = noticingHouse();
  await polled({ a: 1 });
  const since = house.clock.ms;
  await polled(new Failure("timeout", "too late"));
  await polled({ a: 2 });
  expect(house.store.sightings.newest(source, 0, 9)).toMatchObject([{ since, doubtMs: 60_000 }]);
});
