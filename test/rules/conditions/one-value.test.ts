/** Conditions about one value over time, against what looking at the whole history says. */
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventCondition } from "../../../src/rules/conditions/condition.ts";
import { createCrosses } from "../../../src/rules/conditions/crosses.ts";
import { createMoves } from "../../../src/rules/conditions/moves.ts";
import { createUnseen } from "../../../src/rules/conditions/unseen.ts";
import { fc } from "../../support/fast-check.ts";

const minute = 60_000;
const type = "short.report.increased" as const;
type Seen = readonly [minute: number, value: number];

const of = { type: "double", evaluate: (variables: object) => (variables as { n?: number }).n };

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

const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -6, max: 6 })), {
  maxLength: 30,
});

/** Without those that are older than the newest before them. */
const inOrder = (events: readonly Seen[]) =>
  events.filter(([at], index) => events.slice(0, index).every(([other]) => other <= at));

describe("crosses", () => {
  test.each(["above", "below"] as const)("%s holds from the level to the reset level", (direction) => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 3 }), (events, width) => {
        const [level, reset] = direction === "above" ? [2, 2 - width] : [-2, -2 + width];
        const beyond = (value: number, limit: number) =>
          direction === "above" ? value > limit : value < limit;
        const taken = play(createCrosses({ of, direction, level, reset }), events);
        for (const [index, { holds, counts }] of taken.entries()) {
          const so = inOrder(events.slice(0, index + 1));
          expect(counts).toBe(so.at(-1) === events[index]);
          // Somewhere it went beyond the level, and since then it was never back.
          const held = so.some(
            ([, value], from) =>
              beyond(value, level) && so.slice(from).every(([, later]) => beyond(later, reset)),
          );
          expect(holds).toBe(held);
        }
      }),
    );
  });
});

test("crosses shows whether it has a value, and when that was", () => {
  const crosses = createCrosses({ of, direction: "above", level: 2 });
  const look = (events: readonly Seen[]) =>
    crosses.look(play(crosses, events).at(-1)?.memory, 9 * minute, weekdaysOnly);
  expect(look([])).toEqual({ entries: 0, from: undefined, to: undefined, measured: {} });
  expect(look([[3, 1]])).toEqual({ entries: 1, from: 3 * minute, to: 3 * minute, measured: {} });
});

describe("moves", () => {
  test("to one direction is none where nothing moves, however little is asked for", () => {
    const still: readonly Seen[] = [
      [0, 4],
      [1, 4],
    ];
    const holds = (direction: "up" | "down" | "either") =>
      play(createMoves({ of, by: 0, direction, mostEntries: 9 }), still).at(-1)?.holds;
    expect([holds("up"), holds("down"), holds("either")]).toEqual([false, false, true]);
  });

  test.each([
    ["goes on at an event that comes late, where it is one since some time ago", { ms: 5 * minute }, 3, true],
    ["is none at an event that comes late, where it is too small", { ms: 5 * minute }, 10, false],
    ["is over at an event that comes late, where it is one from the last value", undefined, 3, false],
  ])("%s", (_, since, by, holds) => {
    const moves = createMoves({ of, by, direction: "either", since, mostEntries: 9 });
    const taken = play(moves, [
      [0, 1],
      [6, 9],
      [4, 5],
    ]);
    expect(taken.map((one) => [one.counts, one.holds])).toEqual([
      [true, false],
      [true, by === 3],
      [false, holds],
    ]);
    expect(taken.at(-1)?.found).toEqual(since === undefined ? {} : { moved: 8 });
  });

  test("against the last value", () => {
    fc.assert(
      fc.property(history, fc.constantFrom("up", "down", "either"), (events, direction) => {
        const taken = play(createMoves({ of, by: 3, direction, mostEntries: 100 }), events);
        for (const [index, { holds, found }] of taken.entries()) {
          const so = inOrder(events.slice(0, index + 1));
          const [last, one] = [so.at(-2)?.[1], events[index]?.[1] ?? 0];
          if (so.at(-1) !== events[index] || last === undefined) expect(holds).toBe(false);
          else {
            expect(found.moved).toBe(one - last);
            const far = { up: one - last, down: last - one, either: Math.abs(one - last) }[direction];
            expect(holds).toBe(far >= 3);
          }
        }
      }),
    );
  });

  test("against the value of some time ago", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 15 }), (events, minutes) => {
        const since = { ms: minutes * minute };
        const taken = play(
          createMoves({ of, percent: 50, direction: "either", since, mostEntries: 100 }),
          events,
        );
        for (const [index, { holds, counts, lapsed }] of taken.entries()) {
          if (!counts) continue;
          const so = inOrder(events.slice(0, index + 1));
          const [at, value] = so.at(-1) ?? [0, 0];
          const before = so.slice(0, -1);
          const from = before.findLast(([other]) => other <= at - minutes)?.[1];
          const isFar = (to = from) =>
            from !== undefined && from !== 0 && to !== undefined && Math.abs((to - from) / from) >= 0.5;
          expect(holds).toBe(isFar(value));
          expect(lapsed).toBe(!isFar(before.at(-1)?.[1]));
        }
      }),
    );
  });
});

test("moves shows how many values it keeps, and the newest of them", () => {
  const moves = createMoves({ of, by: 3, direction: "either", since: { ms: 60 * minute }, mostEntries: 9 });
  const look = (events: readonly Seen[]) =>
    moves.look(play(moves, events).at(-1)?.memory, 9 * minute, weekdaysOnly);
  const newest = { entries: 2, from: 1 * minute, to: 2 * minute, measured: { last: 5 } };
  expect([
    look([]),
    look([
      [1, 4],
      [2, 5],
    ]),
  ]).toMatchObject([{ entries: 0, measured: {} }, newest]);
});

test("a move is as large as its decimals say, not as binary fractions do", () => {
  const moves = (more: object) => createMoves({ of, direction: "either", mostEntries: 9, ...more });
  const [, up] = play(moves({ by: 0.3 }), [
    [0, 0.9],
    [1, 1.2],
  ]);
  expect(up).toMatchObject({ holds: true, found: { moved: 0.3 } });
  const [, percent] = play(moves({ percent: 7 }), [
    [0, 1],
    [1, 1.07],
  ]);
  expect(percent?.holds).toBe(true);
});

describe("unseen", () => {
  test("holds for a value that did not come within the time", () => {
    fc.assert(
      fc.property(history, fc.option(fc.integer({ min: 1, max: 15 })), (events, minutes) => {
        const within = minutes === null ? {} : { within: { ms: minutes * minute } };
        const taken = play(createUnseen({ of, ...within, mostEntries: 100 }), events);
        for (const [index, { holds, counts, lapsed }] of taken.entries()) {
          const before = events.slice(0, index);
          const [at, value] = events[index] ?? [0, 0];
          const newest = Math.max(at, ...before.map(([other]) => other));
          const limit = minutes === null ? Number.NEGATIVE_INFINITY : newest - minutes;
          const known = before.some(([other, same]) => same === value && other > limit);
          expect([holds, counts, lapsed]).toEqual([!known, at > limit, true]);
        }
      }),
    );
  });

  test("of too many values the one that came longest ago is forgotten", () => {
    const taken = play(createUnseen({ of, mostEntries: 2 }), [
      [0, 1],
      [1, 2],
      [2, 1],
      [3, 3],
      [4, 1],
      [5, 2],
    ]);
    expect(taken.map(({ holds }) => holds)).toEqual([true, true, false, true, false, true]);
  });
});
