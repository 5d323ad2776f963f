/** Conditions whose level is the value's own past, against what looking at the whole history says. */
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventCondition } from "../../../src/rules/conditions/condition.ts";
import { createCrossover } from "../../../src/rules/conditions/crossover.ts";
import { createDeviates } from "../../../src/rules/conditions/deviates.ts";
import { createExtreme } from "../../../src/rules/conditions/extreme.ts";
import { createRate } from "../../../src/rules/conditions/rate.ts";
import { createStreak } from "../../../src/rules/conditions/streak.ts";
import { fc } from "../../support/fast-check.ts";
import { live, report } from "../live.ts";
import { rulesOf } from "../support.ts";

const minute = 60_000;
const type = "short.report.increased" as const;
type Seen = readonly [minute: number, value: number | boolean];

const of = { evaluate: (variables: object) => (variables as { n?: unknown }).n };

/** Outcomes of the events, the state written and read again between any two. */
function play(condition: EventCondition, events: readonly Seen[]) {
  let memory: unknown;
  return events.map(([at, n]) => {
    const variables = { n } as never;
    const seen = { at: at * minute, type, variables, calendar: weekdaysOnly };
    const taken = condition.take(memory, seen, condition.read?.(variables));
    memory = taken.memory === undefined ? undefined : JSON.parse(JSON.stringify(taken.memory));
    return taken;
  });
}

const numbers = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -4, max: 4 })), {
  maxLength: 30,
});

/** The events that are not older than one before them, up to a place. */
const inOrder = (events: readonly Seen[], place: number) =>
  events.slice(0, place + 1).filter(([at], index) => events.slice(0, index).every(([other]) => other <= at));

/** Each event with those before it that count, or nothing of an event that comes late. */
function* histories(events: readonly Seen[]) {
  for (const [place, event] of events.entries()) {
    const so = inOrder(events, place);
    yield { place, event, past: so.at(-1) === event ? so.slice(0, -1) : undefined };
  }
}

const within = { ms: 10 * minute };
const inWindow = (past: readonly Seen[], at: number) =>
  past.filter(([other]) => other > at - 10).map(([, value]) => Number(value));

test.each(["high", "low"] as const)(
  "a new %s is beyond all values of the time, of which there are enough",
  (side) => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 4 }), (events, after) => {
        const taken = play(createExtreme({ of, within, after, side, mostEntries: 100 }), events);
        for (const { place, event, past } of histories(events)) {
          const { holds, counts, found } = taken[place] ?? {};
          expect(counts).toBe(past !== undefined);
          const values = inWindow(past ?? [], event[0]);
          const isKnown = past !== undefined && values.length >= after;
          const sign = side === "high" ? 1 : -1;
          expect(holds).toBe(isKnown && values.every((value) => sign * (Number(event[1]) - value) > 0));
          expect(found?.extreme).toBe(
            isKnown ? sign * Math.max(...values.map((value) => sign * value)) : undefined,
          );
        }
      }),
    );
  },
);

test("a deviation is counted in standard deviations of all earlier values of the time", () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom("up", "down", "either"), (events, direction) => {
      const taken = play(
        createDeviates({ of, within, after: 2, by: 1.25, direction, mostEntries: 100 }),
        events,
      );
      for (const { place, event, past } of histories(events)) {
        const values = inWindow(past ?? [], event[0]);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const deviation = Math.sqrt(
          values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
        );
        const isKnown = past !== undefined && values.length >= 2;
        const far = (Number(event[1]) - mean) / deviation;
        if (!isKnown || values.every((value) => value === values[0])) expect(taken[place]?.holds).toBe(false);
        else {
          expect(taken[place]?.found.deviates).toBeCloseTo(far, 6);
          const length = { up: far, down: -far, either: Math.abs(far) }[direction];
          // A quotient of square roots may be a little off where it is met exactly.
          if (Math.abs(length - 1.25) > 1e-6) expect(taken[place]?.holds).toBe(length > 1.25);
        }
      }
    }),
  );
});

test.each([0.1, 1_234_567.1, 0])("nothing deviates from a past that was always %d", (value) => {
  const made = {
    of,
    within: { ms: 100 * minute },
    after: 5,
    by: 1,
    direction: "either",
    mostEntries: 100,
  } as const;
  const same = Array.from({ length: 20 }, (_, at): Seen => [at, value]);
  const last = play(createDeviates(made), [...same, [21, value + 1_000]]).at(-1);
  expect(last).toMatchObject({ holds: false, found: { mean: value } });
});

test.each(["up", "down", "either"] as const)("averages cross %s once the slow time is full", (direction) => {
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  fc.assert(
    fc.property(numbers, (events) => {
      const made = { of, fast: { ms: 3 * minute }, slow: { ms: 10 * minute }, direction, mostEntries: 100 };
      const taken = play(createCrossover(made), events);
      let side = 0;
      for (const { place, event, past } of histories(events)) {
        const first = past?.[0];
        const all = past === undefined ? [] : [...past, event];
        const isFull = first !== undefined && first[0] <= event[0] - 10;
        const recent = all.filter(([at]) => at > event[0] - 3).map(([, value]) => Number(value));
        const whole = inWindow(all, event[0]);
        const now = isFull ? Math.sign(Number((average(recent) - average(whole)).toFixed(9))) || side : 0;
        const crosses = side !== 0 && now === -side ? (now > 0 ? "up" : "down") : undefined;
        expect(taken[place]?.holds).toBe(
          crosses !== undefined && (direction === "either" || direction === crosses),
        );
        if (isFull) side = now;
      }
    }),
  );
});

test.each(["up", "down"] as const)(
  "values that go %s in a row are counted until one does not",
  (direction) => {
    fc.assert(
      fc.property(numbers, (events) => {
        const taken = play(createStreak({ of, direction, times: 2 }), events);
        for (const { place } of histories(events)) {
          const values = inOrder(events, place).map(([, value]) => Number(value));
          const moves = values.slice(1).map((value, index) => value - (values[index] ?? 0));
          const isBreak = (move: number) => (direction === "up" ? move <= 0 : move >= 0);
          const streak = moves.length - 1 - moves.findLastIndex(isBreak);
          expect(taken[place]?.holds).toBe(streak >= 2);
        }
      }),
    );
  },
);

test("truths in a row are counted until something is false", () => {
  const truths = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.boolean()), { maxLength: 20 });
  fc.assert(
    fc.property(truths, (events) => {
      const taken = play(createStreak({ of, times: 3 }), events);
      for (const { place } of histories(events)) {
        const values = inOrder(events, place).map(([, value]) => value);
        expect(taken[place]?.holds).toBe(values.length - 1 - values.lastIndexOf(false) >= 3);
      }
    }),
  );
});

test("a rate is against the newest value of an earlier time", () => {
  fc.assert(
    fc.property(numbers, (events) => {
      const per = { ms: 2 * minute };
      const taken = play(createRate({ of, per, bounds: { at_least: 1 } }), events);
      for (const { place, event, past } of histories(events)) {
        const base = past?.findLast(([at]) => at < event[0]);
        const rate = base && ((Number(event[1]) - Number(base[1])) / (event[0] - base[0])) * 2;
        if (rate === undefined) expect(taken[place]).toMatchObject({ holds: false, found: {} });
        else {
          expect(taken[place]?.found.rate).toBeCloseTo(rate, 8);
          expect(taken[place]?.holds).toBe(Number(rate.toFixed(8)) >= 1);
        }
      }
    }),
  );
});

describe("a rate by trading days", () => {
  const lines = "rate: { of: now.ratio, per: 1bd, at_least: 0.1 }";
  const shown = "{{ found.rate }}";

  test("counts those from one report's day to the other's", () => {
    const said = live(
      lines,
      [
        // A Thursday, the Monday after it, and the Wednesday after that.
        ["2026-01-08T09:00", report(1)],
        ["2026-01-12T18:00", report(1.2)],
        ["2026-01-14T09:00", report(1.3)],
      ],
      shown,
    );
    expect(said).toEqual([[], ["fired 0.1 of 2"], []]);
  });

  test("holds all of a day against the day before, and a Saturday against the Thursday", () => {
    const said = live(
      lines,
      [
        ["2026-01-08T09:00", report(1)],
        ["2026-01-09T09:00", report(1.05)],
        ["2026-01-09T10:00", report(1.2)],
        ["2026-01-10T10:00", report(1.3)],
        ["2026-01-12T10:00", report(1.45)],
      ],
      shown,
    );
    expect(said).toEqual([[], [], ["fired 0.2 of 3"], ["fired 0.3 of 5"], ["fired 0.15 of 7"]]);
  });
});

test("a share is of all events of the window, and goes up and down with what leaves it", () => {
  const said = live(
    "share: { of: now.ratio > 2, within: 10m, at_least: 60 }\ncount: { within: 10m, at_least: 2 }",
    [
      ["2026-01-05T09:00", report(1)],
      ["2026-01-05T09:05", report(3)],
      ["2026-01-05T09:06", report(3)],
      ["2026-01-05T09:07", report(1)],
      // The first has left: two of three.
      ["2026-01-05T09:14", report(3)],
    ],
    "{{ round(found.share) }} % of {{ found.count }}",
  );
  expect(said).toEqual([[], [], ["fired 67 % of 3 of 3"], [], ["fired 75 % of 4 of 6"]]);
});

describe("is refused where it says nothing", () => {
  test.each([
    ["extreme: { of: now.ratio, within: 5bd }", "either `high: true` or `low: true`"],
    [
      "extreme: { of: now.ratio, within: 5bd, high: true, low: true }",
      "for both, `any` takes a map for each",
    ],
    ["crossover: { of: now.ratio, fast: 20bd, slow: 5bd }", "`fast` is a shorter time than `slow`"],
    ["streak: { of: now.ratio, times: 3 }", "something true or false"],
    ["streak: { of: now.ratio > 1, direction: up, times: 3 }", "a number"],
    ["rate: { of: now.ratio, per: 1bd }", "one of at_least"],
    ["share: { of: now.ratio, within: 1h, at_least: 60 }", "something true or false"],
    ["share: { of: now.ratio > 1, within: 1h, at_least: 101 }", "a percentage is from 0 to 100"],
    ["share: { of: now.ratio > 1, within: 1h, above: 100 }", "a percentage is from 0 to 100"],
    ["share: { of: now.ratio > 1, within: 1h, below: 0 }", "a percentage is from 0 to 100"],
  ])("%s", (line, words) => {
    const file = `rules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`;
    expect(() => rulesOf(file)).toThrow(words);
  });
});
