import { expect, test } from "vitest";
import { decimalsOf, decimalsOfAll, isWithin, keptNumber, sameNumber } from "../../src/model/numbers.ts";
import { fc } from "../support/fast-check.ts";

test("a number is the same when it is rounded to fewer decimals", () => {
  expect(sameNumber(0.5349, 0.53)).toBe(true);
  expect(sameNumber(101.37, 101.4)).toBe(true);
  expect(sameNumber(-1.26, -1.3)).toBe(true);
});

test("a tie may be rounded either way", () => {
  expect(sameNumber(0.525, 0.53)).toBe(true);
  expect(sameNumber(0.525, 0.52)).toBe(true);
});

test("a number that rounding does not explain is another number", () => {
  expect(sameNumber(0.5351, 0.53)).toBe(false);
  expect(sameNumber(0.53, 0.5349)).toBe(false);
  expect(sameNumber(0.6, 0.7)).toBe(false);
  expect(sameNumber(0.5, -0.5)).toBe(false);
});

test("with no decimals left, a different number is news", () => {
  expect(sameNumber(1000.4, 1000)).toBe(false);
  expect(sameNumber(3_020_000, 3_020_001)).toBe(false);
});

test("a number that lost its last zeros is not taken for a rounded one where the answer has more decimals", () => {
  expect(sameNumber(1.24, 1.2)).toBe(true);
  expect(sameNumber(1.24, 1.2, 2)).toBe(false);
  expect(sameNumber(1.003, 1, 2)).toBe(true);
});

test("binary arithmetic does not show: a tie is decided on the decimals as written", () => {
  expect(sameNumber(1.005, 1.01)).toBe(true);
  expect(sameNumber(8.345, 8.34)).toBe(true);
  expect(sameNumber(1e-7, 2e-7)).toBe(false);
  expect(sameNumber(1.5e300, 1.5e300)).toBe(true);
});

test("rounding by the language is always recognised, and further away never is", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.integer({ min: 1, max: 3 }), (units, decimals) => {
      const exact = units / 1e5;
      const rounded = Number(exact.toFixed(decimals));
      if (decimalsOf(rounded) === decimals) expect(sameNumber(exact, rounded)).toBe(true);
      expect(sameNumber(exact, rounded, decimals)).toBe(true);
      const far = Number((rounded + 2 / 10 ** decimals).toFixed(decimals));
      expect(sameNumber(exact, far, decimals)).toBe(false);
    }),
  );
});

test("the number that is written more exactly is kept, where one is the other rounded", () => {
  expect(keptNumber(0.5312, 0.53, { before: 4, now: 2 })).toBe(0.5312);
  expect(keptNumber(0.53, 0.5312, { before: 2, now: 4 })).toBe(0.5312);
  expect(keptNumber(0.5, 0.5312, { before: 2, now: 4 })).toBeUndefined();
  const unknown = Number.POSITIVE_INFINITY;
  expect(keptNumber(0.5, 0.5312, { before: unknown, now: 4 })).toBeUndefined();
  expect(keptNumber(3, 4, { before: 0, now: 0 })).toBeUndefined();
});

test("a tolerance is exact, its end included, and keeps the number from before", () => {
  expect(keptNumber(0.53, 0.52, { before: 2, now: 2 }, 0.01)).toBe(0.53);
  expect(keptNumber(0.53, 0.5, { before: 2, now: 2 }, 0.01)).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: -999, max: 999 }), fc.nat(99), fc.nat(99), (start, step, within) => {
      const [a, b, tolerance] = [start / 1000, (start + step) / 1000, within / 1000];
      expect(isWithin(a, b, tolerance)).toBe(step <= within);
      expect(isWithin(b, a, tolerance)).toBe(step <= within);
    }),
  );
});

test("decimals are those that are written", () => {
  expect([3, 0.5, 0.053, 1e-7, 1.5e-7, 1e21].map(decimalsOf)).toEqual([0, 1, 3, 7, 8, 0]);
  expect(decimalsOfAll([1, null, 2.25, undefined, 3.5])).toBe(2);
});

test("the decimals of any number are those with which it is written", () => {
  const published = fc
    .tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`));
  const number = fc.oneof(published, fc.double({ noNaN: true, noDefaultInfinity: true }));
  fc.assert(
    fc.property(number, (value) => {
      const [digits = "", exponent = "0"] = String(value).split("e");
      const places = (digits.split(".")[1]?.length ?? 0) - Number(exponent);
      expect(decimalsOf(value)).toBe(Math.max(0, places));
    }),
    { numRuns: 5_000 },
  );
});
