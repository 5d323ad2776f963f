/** The parts that the past on the page is made with: fewer points, and the time of made-up services. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { thinned, within } from "../../src/model/page/points.ts";
import type { TimedValue } from "../../src/model/page/stock.ts";
import { serviceTime } from "../../src/page/stock/axis.ts";
import { totalOf } from "../../src/sources/short-sale-reports/panel.ts";
import { entry } from "../store/batches.ts";

test("thinned points keep the least, the largest, both ends and every hole", () => {
  const value = fc.option(fc.integer({ min: -1_000, max: 1_000 }), { nil: null, freq: 20 });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 20, max: 100 }),
      (values, most) => {
        const points = values.map((one, at): TimedValue => [at, one]);
        const kept = thinned(points, most);
        const numbers = (some: readonly TimedValue[]) => some.flatMap(([, one]) => one ?? []);
        const holes = (some: readonly TimedValue[]) => some.filter(([, one]) => one === null);
        expect(kept[0]).toEqual(points[0]);
        expect(kept.at(-1)).toEqual(points.at(-1));
        expect(Math.min(...numbers(kept))).toBe(Math.min(...numbers(points)));
        expect(Math.max(...numbers(kept))).toBe(Math.max(...numbers(points)));
        expect(holes(kept)).toEqual(holes(points));
        expect(kept.map(([at]) => at)).toEqual(kept.map(([at]) => at).toSorted((one, other) => one - other));
      },
    ),
    { numRuns: 100, seed: 1 },
  );
});

test("few points stay as they are, and many become few", () => {
  const points = Array.from({ length: 10_000 }, (_, at): TimedValue => [at, at % 97]);
  expect(thinned(points.slice(0, 2_000))).toHaveLength(2_000);
  expect(thinned(points).length).toBeLessThanOrEqual(3_000);
});

test("what holds before an axis stands at its beginning, and what ended before does not", () => {
  expect(
    within(
      [
        [1, 5],
        [4, 6],
        [9, 7],
      ],
      3,
      8,
    ),
  ).toEqual([
    [3, 5],
    [4, 6],
  ]);
  expect(
    within(
      [
        [1, 5],
        [2, null],
        [4, 6],
      ],
      3,
      8,
    ),
  ).toEqual([[4, 6]]);
});

test("a sum is of what is known then, and nothing where nothing is", () => {
  expect(
    totalOf([
      [
        [1, 0.1],
        [5, null],
      ],
      [[3, 0.2]],
    ]),
  ).toEqual([
    [1, 0.1],
    [3, 0.3],
    [5, 0.2],
  ]);
  expect(
    totalOf([
      [
        [1, 0.1],
        [5, null],
      ],
    ]),
  ).toEqual([
    [1, 0.1],
    [5, null],
  ]);
});

test("an event of a made-up service without a day stands between those that have one", () => {
  const seen = (seconds: number) => Date.parse("2026-11-20T00:00:00Z") + seconds * 1_000;
  const event = (seconds: number, published?: string) =>
    entry(1, published === undefined ? {} : { published }, seen(seconds)).event;
  const days = [event(0, "2026-12-01"), event(60, "2026-12-02")];
  const time = serviceTime(days, { seen: seen(120), own: Date.parse("2026-12-03T00:00:00+09:00") });
  expect(time.at(event(30), true)).toBe(Date.parse("2026-12-01T12:00:00+09:00"));
  expect(time.at(event(90), true)).toBe(Date.parse("2026-12-02T12:00:00+09:00"));
  expect(time.at(event(0, "2026-12-01"), true)).toBe(Date.parse("2026-12-01T00:00:00+09:00"));
  // A real one was seen when it was seen.
  expect(time.at(event(30, "2026-12-01"), false)).toBe(seen(30));
});
