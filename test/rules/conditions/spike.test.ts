/** Spikes against a recount of all events, counted where their parts of a window begin. */

import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { startOf } from "../../../src/model/duration.ts";
import { type Against, createSpike } from "../../../src/rules/conditions/spike/spike.ts";
import { fc } from "../../support/fast-check.ts";
import { ruleWith } from "../support.ts";

const hour = 3_600_000;
const part = hour / 12;
const start = Date.parse("2026-03-02T09:00:00+09:00");

type Seen = readonly [part: number, amount: number];

const of = { type: "double", evaluate: (variables: object) => (variables as { n?: number }).n };

function play(against: Against, events: readonly Seen[], more: object = {}) {
  const made = {
    of,
    withinMs: hour,
    times: 2,
    against,
    atLeast: 3,
    usualAtLeast: 1,
    mostEntries: 1_000,
    ...more,
  };
  const condition = createSpike(made);
  let memory: unknown;
  return events.map(([at, n]) => {
    const seen = { at: start + at * part + 1, type: "forum.comment.posted", variables: { n } };
    const taken = condition.take(memory, { ...seen, calendar: weekdaysOnly } as never, n);
    memory = taken.memory === undefined ? undefined : JSON.parse(JSON.stringify(taken.memory));
    return taken;
  });
}

const againsts: [string, Against, (end: number, count: number) => number, number][] = [
  ["the windows before", { windows: 3 }, (end, count) => end - count * hour, 3],
  ["the days before", { days: { ms: 2 * 24 * hour } }, (end, count) => end - count * 24 * hour, 2],
  [
    "the trading days before",
    { days: { tradingDays: 2 } },
    (end, count) => startOf(end, { tradingDays: count }, weekdaysOnly),
    2,
  ],
];

test.each(againsts)("against %s, it is what a recount says", (_, against, endOfOne, count) => {
  const parts = "windows" in against ? 12 * 6 : 12 * 24 * 4;
  const event = fc.tuple(fc.integer({ min: 0, max: parts }), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (unordered) => {
      const events = unordered.toSorted((a, b) => a[0] - b[0]);
      for (const [index, { holds, found }] of play(against, events).entries()) {
        const so = events.slice(0, index + 1).map(([at, n]) => [start + at * part, n] as const);
        const end = (so.at(-1)?.[0] ?? 0) + part;
        const sumTo = (to: number) =>
          so.reduce((sum, [at, n]) => (at >= to - hour && at < to ? sum + n : sum), 0);
        const ends = Array.from({ length: count }, (__, k) => endOfOne(end, k + 1));
        const isKnown = (so[0]?.[0] ?? 0) + 1 <= (ends.at(-1) ?? 0) - hour;
        const usual = ends.map(sumTo).reduce((sum, amount) => sum + amount, 0) / count;
        const current = sumTo(end);
        expect(holds).toBe(isKnown && current >= 3 && usual >= 1 && current >= 2 * usual);
        if (isKnown && usual > 0) expect(found.spike).toBeCloseTo(current / usual, 9);
      }
    }),
  );
});

test("on a Sunday the Friday's midnight is known, though on the Saturday its noon was asked for", () => {
  const condition = createSpike({
    of: undefined,
    withinMs: 48 * hour,
    times: 1.5,
    against: { days: { tradingDays: 1 } },
    atLeast: 1,
    usualAtLeast: 0.5,
    mostEntries: 1_000,
  });
  const days = ["13T09", "16T09", "18T09", "18T21", "19T21", "20T09", "21T00", "21T12", "22T00"];
  let memory: unknown;
  const told = days.map((day) => {
    const at = Date.parse(`2026-11-${day}:00:00+09:00`);
    const taken = condition.take(memory, { at, variables: {}, calendar: weekdaysOnly } as never, undefined);
    memory = taken.memory;
    return taken;
  });
  expect(told.at(-1)).toMatchObject({ holds: false, found: { usual: 3 } });
});

test("it needs as much history as it is compared with", () => {
  const quiet: Seen[] = Array.from({ length: 48 }, (_, at) => [at, 1]);
  const burst: Seen = [48, 40];
  expect(play({ windows: 3 }, [...quiet, burst]).at(-1)?.holds).toBe(true);
  expect(play({ windows: 3 }, [...quiet.slice(20), burst]).at(-1)?.holds).toBe(false);
});

test("it remembers so much and no more, and is then compared with the windows that it remembers whole", () => {
  const quiet: Seen[] = Array.from({ length: 60 }, (_, at) => [at, at < 24 ? 9 : 1]);
  const said = play({ windows: 4 }, [...quiet, [60, 20]], { mostEntries: 40 });
  expect(said.map(({ isFull = false }) => isFull).indexOf(true)).toBe(40);
  expect(said.at(-1)).toMatchObject({ holds: true, found: { usual: 12, spike: 31 / 12 } });
  expect(said.at(-1)).toHaveProperty("memory.parts.length", 40);
  const little = play({ windows: 4 }, [...quiet, [60, 20]], { mostEntries: 20 });
  expect(little.at(-1)).toMatchObject({ holds: false, found: {} });
});

test("where nothing is usual, what came is not so many times as much", () => {
  const said = play(
    { windows: 1 },
    [
      [0, 1],
      [30, 5],
    ],
    { usualAtLeast: 0 },
  );
  expect(said.at(-1)).toMatchObject({ holds: true, found: { usual: 0 } });
  expect(said.at(-1)?.found).not.toHaveProperty("spike");
});

test("it lapses when time goes by, and an event that comes too late for its window plays no part", () => {
  const quiet: Seen[] = Array.from({ length: 48 }, (_, at) => [at, 1]);
  const said = play({ windows: 3 }, [...quiet, [48, 40], [49, 1], [49 + 24, 1], [49, 50]]);
  expect(said.slice(-4).map(({ holds, lapsed, counts }) => [holds, lapsed, counts])).toEqual([
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, true, false],
  ]);
});

test.each([
  ["spike: { within: 1h, times: 1, against: { windows: 3 } }", "this must be more than 1"],
  ["spike: { within: 1h, times: 2, against: { windows: 0 } }", "this must be at least 1"],
  ["percentile: { of: now.ratio, rank: 0, within: 1h, above: 3 }", "this must be more than 0"],
])("a bound that is out itself is told as such: %s", (condition, message) => {
  expect(() => ruleWith("short.report.*", [condition])).toThrow(message);
});
