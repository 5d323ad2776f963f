/** Measures over windows against a plain recount of everything that was seen. */
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { conditionMembers } from "../../../src/rules/conditions/index.ts";
import {
  createMeasured,
  type MeasuredWindow,
  type WindowMeasure,
} from "../../../src/rules/conditions/measured/measured.ts";
import type { TimeWindow } from "../../../src/rules/conditions/measured/window.ts";
import { fc } from "../../support/fast-check.ts";
import { isWithin, type MeasureName, measureNames, measureOf } from "../oracle/measures.ts";

const minute = 60_000;
const type = "short.report.increased" as const;
const start = Date.parse("2026-03-02T09:00:00+09:00");

const windows: TimeWindow[] = [
  { kind: "sliding", length: { ms: 10 * minute } },
  { kind: "sliding", length: { tradingDays: 1 } },
  { kind: "tumbling", lengthMs: 15 * minute },
  { kind: "session", gap: { ms: 3 * minute } },
];

const value = { type: "double", evaluate: (variables: object) => (variables as { n?: number }).n };

interface Made extends Partial<Omit<MeasuredWindow, "more" | "window">>, Pick<MeasuredWindow, "window"> {
  readonly measure?: MeasureName;
  readonly rank?: number;
}

function measureCalled(name: MeasureName): WindowMeasure {
  const found = conditionMembers.find(({ key }) => key === name);
  return (found as unknown as { measure: WindowMeasure }).measure;
}

function conditionOf({ measure: name = "count", rank = 50, ...made }: Made) {
  const asked = { bounds: { at_least: 2 }, mostEntries: 1_000, more: { rank }, ...made };
  return createMeasured(measureCalled(name), asked);
}

/** Measures of values with one event each minute. */
function measure(name: MeasureName, values: readonly number[], rank?: number): number | undefined {
  const window = { kind: "sliding", length: { ms: 10_000 * minute } } as const;
  const made = { window, measure: name, of: value, ...(rank === undefined ? {} : { rank }) };
  return play(
    made,
    values.map((n, at) => [at, n] as const),
  ).at(-1)?.found[name] as number | undefined;
}

/** Takes events one after another, each `[minute, value]`, and gives what the condition said of each. */
function play(made: Made, events: readonly (readonly [number, number?])[], { isReadAnew = true } = {}) {
  const condition = conditionOf(made);
  let memory: unknown;
  return events.map(([at, n]) => {
    const variables = (n === undefined ? {} : { n }) as never;
    const seen = { at: start + at * minute, type, variables, calendar: weekdaysOnly };
    const taken = condition.take(memory, seen, condition.read?.(variables));
    if (!isReadAnew) memory = taken.memory;
    else memory = taken.memory === undefined ? undefined : JSON.parse(JSON.stringify(taken.memory));
    return { ...taken, memory: JSON.stringify(taken.memory) };
  });
}

/** The values that count when the last of the events has come, found by looking at all of them. */
function recount(window: TimeWindow, events: readonly (readonly [number, number])[]): number[] {
  const newest = Math.max(...events.map(([at]) => at));
  const sorted = [...events].sort((a, b) => a[0] - b[0]);
  if (window.kind === "sliding") {
    // All events of these tests are within a morning, so a trading day back is before them.
    const length = "ms" in window.length ? window.length.ms / minute : 24 * 60;
    return sorted.filter(([at]) => at > newest - length).map(([, n]) => n);
  }
  if (window.kind === "tumbling") {
    const span = (at: number) => Math.floor(at / (window.lengthMs / minute));
    return sorted.filter(([at]) => span(at) === span(newest)).map(([, n]) => n);
  }
  const gap = "ms" in window.gap ? window.gap.ms / minute : 0;
  let next = newest;
  return sorted
    .toReversed()
    .filter(([at]) => {
      const joins = next - at <= gap;
      if (joins) next = at;
      return joins;
    })
    .map(([, n]) => n)
    .toReversed();
}

describe.each(windows)("$kind", (window) => {
  test.each(measureNames)(
    "%s is what a recount gives, whatever the order of the events",
    (name: MeasureName) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -5, max: 5 })), {
            minLength: 1,
            maxLength: 40,
          }),
          fc.integer({ min: 1, max: 100 }),
          (seen, rank) => {
            // A session that a late event would join to the one before has forgotten that one.
            const events = window.kind === "session" ? seen.toSorted((a, b) => a[0] - b[0]) : seen;
            const bounds = { at_least: 3 };
            const said = play({ window, measure: name, of: value, rank, bounds }, events);
            for (const [index, { found, holds }] of said.entries()) {
              const so = events.slice(0, index + 1);
              const expected = measureOf(name, recount(window, so), rank);
              expect(found[name]).toBeCloseTo(expected ?? Number.NaN, 9);
              expect(holds).toBe(isWithin(expected ?? 0, bounds));
            }
          },
        ),
      );
    },
  );
});

test("the event that fills the window makes it hold, and one that is too old for it does not", () => {
  const window: TimeWindow = { kind: "sliding", length: { ms: 10 * minute } };
  const said = play({ window, bounds: { at_least: 3 } }, [[0], [5], [9], [30], [35], [1], [36]]);
  expect(said.map(({ holds }) => holds)).toEqual([false, false, true, false, false, false, true]);
  expect(said.map(({ counts }) => counts)).toEqual([true, true, true, true, true, false, true]);
});

test("what goes on from event to event is what is read anew, to the last digit", () => {
  // Tenths are none in binary: another order of adding gives another last digit.
  const tenths = fc.integer({ min: 1, max: 99 }).map((count) => count / 10);
  const event = fc.tuple(fc.integer({ min: -4, max: 4 }), tenths);
  fc.assert(
    fc.property(fc.array(event, { minLength: 5, maxLength: 40 }), (steps) => {
      let at = 60;
      const events = steps.map(([step, n]) => {
        at += step;
        return [at, n] as const;
      });
      for (const window of windows)
        for (const name of measureNames) {
          const made = { window, measure: name, of: value, bounds: { above: 20 } };
          expect(play(made, events, { isReadAnew: false })).toEqual(play(made, events));
        }
    }),
    { numRuns: 100 },
  );
});

test("what held lapses by time alone", () => {
  const window: TimeWindow = { kind: "sliding", length: { ms: 10 * minute } };
  const said = play({ window, bounds: { at_least: 1 } }, [[0], [5], [20]]);
  expect(said.map(({ holds, lapsed }) => [holds, lapsed])).toEqual([
    [true, true],
    [true, false],
    [true, true],
  ]);
});

test("texts can differ, and are no numbers", () => {
  const texts = { of: { type: "dyn", evaluate: () => "a" }, window: windows[0] as TimeWindow };
  expect(conditionOf({ ...texts, measure: "distinct" }).read?.({} as never)).toBe("a");
  expect(conditionOf({ ...texts, measure: "sum" }).read?.({} as never)).toBeUndefined();
});

test("no more entries are remembered than are allowed, the newest", () => {
  const window: TimeWindow = { kind: "sliding", length: { ms: 60 * minute } };
  const said = play({ window, mostEntries: 3 }, [[0], [1], [2], [3], [4]]);
  expect(said.at(-1)?.found.count).toBe(3);
  expect(JSON.parse(said.at(-1)?.memory ?? "")).toHaveLength(3);
});

test("spans of a day begin at midnight in Japan", () => {
  const window: TimeWindow = { kind: "tumbling", lengthMs: 24 * 60 * minute };
  const said = play({ window }, [[-9 * 60 - 1], [-9 * 60], [0], [14 * 60 + 59]]);
  expect(said.map(({ found }) => found.count)).toEqual([1, 1, 2, 3]);
});

test("a window that holds more than is remembered says that it forgets, and counts the newest", () => {
  const window = { kind: "sliding", length: { ms: 10 * minute } } as const;
  const taken = play({ window, mostEntries: 3 }, [[0], [1], [2], [3], [20]]);
  expect(taken.map(({ isFull }) => isFull)).toEqual([false, false, false, true, false]);
  expect(taken.map(({ found }) => found.count)).toEqual([1, 2, 3, 3, 1]);
});

test("a sum and an average are what the decimals add up to, not what binary fractions do", () => {
  expect(measure("sum", [0.8, 1.5, 0.8])).toBe(3.1);
  expect(measure("sum", [1.1, 2.2, -3.3])).toBe(0);
  expect(measure("average", [0.8, 1.5, 0.8, 0.9])).toBe(1);
  const within = { kind: "sliding", length: { ms: 10 * minute } } as const;
  const made = { measure: "sum", of: value, window: within, bounds: { at_least: 3.1 } } as const;
  const said = play(made, [
    [0, 0.8],
    [1, 1.5],
    [2, 0.8],
  ]);
  expect(said.at(-1)).toMatchObject({ holds: true, found: { sum: 3.1 } });
});

test.each([
  [7, 100, 7],
  [28, 25, 7],
  [55, 20, 11],
  [99.9, 1000, 999],
  [50, 3, 2],
])("the value that %i percent of %i do not exceed is number %i", (rank, count, expected) => {
  const values = Array.from({ length: count }, (_, at) => at + 1);
  expect(measure("percentile", values, rank)).toBe(expected);
});
