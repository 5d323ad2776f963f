/** How many keys a rule remembers: over 20,000 the oldest go, and it is said. */
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import type { LogEntry } from "../../src/model/event.ts";
import { evaluateEntries } from "../../src/pipeline/judge.ts";
import { createReplay } from "../../src/pipeline/replay.ts";
import { rulesOf } from "../rules/support.ts";

const start = Date.parse("2026-01-05T00:00:00Z");
const rules = rulesOf(`rules:
  - name: twice
    on: margin.alert.changed
    by: now.code
    title: "{{ now.code }}"
    count: { within: 30d, at_least: 2 }
`);

const replayed = () =>
  createReplay({
    rules: () => rules,
    unmailed: () => [],
    calendar: () => weekdaysOnly,
    log: { read: () => [] },
  });

/** One event of each key, committed together. */
function seen(at: number, keys: readonly number[]): LogEntry[] {
  const time = new Date(start + at * 60_000).toISOString();
  return keys.map((key, index) => ({
    seq: at * 100_000 + index + 1,
    event: {
      specversion: "1.0",
      id: `${at}-${key}`,
      source: "/sources/margin-alerts",
      type: "margin.alert.changed",
      subject: String(key),
      time,
      datacontenttype: "application/json",
      data: { now: { code: String(key) } },
    } as LogEntry["event"],
  }));
}

const upTo = (count: number) => Array.from({ length: count }, (_, key) => key);
const firedFor = (evaluations: ReturnType<ReturnType<typeof createReplay>["take"]>) =>
  evaluations.flatMap(({ alerts }) => alerts.map(({ event }) => event.data.now.title));
const limitsOf = (evaluations: ReturnType<ReturnType<typeof createReplay>["take"]>) =>
  evaluations.flatMap(({ limits }) => limits);

test("a replay remembers 20,000 keys of a rule, and forgets the one that was seen longest ago for each more", () => {
  const replay = replayed();
  expect(limitsOf(replay.take(seen(1, upTo(20_000))))).toEqual([]);
  // The first key is now the newest, and key 1 the oldest.
  expect(firedFor(replay.take(seen(2, [0])))).toEqual(["0"]);
  expect(limitsOf(replay.take(seen(3, [20_000])))).toEqual([{ rule: "twice", limit: "keys" }]);
  expect(firedFor(replay.take(seen(4, [1])))).toEqual([]);
  expect(firedFor(replay.take(seen(5, [3, 20_000])))).toEqual(["3", "20000"]);
});

test("a limit is said from the first key over it, of keys alone that are new", () => {
  const limits = (remembered: number, keys: readonly number[], known: readonly number[] = []) => {
    const store = {
      recall: ({ key }: { key: string }) => (known.includes(Number(key)) ? { parts: [] } : undefined),
      firedAt: () => undefined,
      rememberedKeys: () => remembered,
      dueMemories: () => [],
      log: { read: () => [] },
    };
    const entries = seen(1, [...known, ...keys]);
    const place = () => ({ epoch: "e", seq: 1, time: new Date(start).toISOString() });
    const house = { rules: () => rules, unmailed: () => [], calendar: () => weekdaysOnly, store };
    return evaluateEntries(entries, { at: start, place }, house).limits;
  };
  const told = [{ rule: "twice", limit: "keys" }];
  expect(limits(20_000, [1])).toEqual(told);
  expect(limits(19_999, [1])).toEqual([]);
  expect(limits(19_998, [1, 2])).toEqual([]);
  expect(limits(19_998, [1, 2, 3])).toEqual(told);
  expect(limits(19_999, [1], [2, 3])).toEqual([]);
  expect(limits(20_000, [], [2, 3])).toEqual([]);
});
