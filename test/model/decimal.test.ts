import { describe, expect, test } from "vitest";
import { readDecimal, shiftDecimal } from "../../src/model/numbers.ts";
import { fc } from "../support/fast-check.ts";

describe("shiftDecimal", () => {
  test("a fraction becomes the percentage that a person would write", () => {
    expect(shiftDecimal(0.0053, 2)).toBe(0.53);
    expect(shiftDecimal("0.0053", 2)).toBe(0.53);
    expect(shiftDecimal("0.0112", 2)).toBe(1.12);
    expect(shiftDecimal(0.07, 2)).toBe(7);
    expect(shiftDecimal(1e-7, 2)).toBe(0.00001);
  });

  test("every fraction of a hundredth of a percent is exact, as text and as number", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (steps) => {
        const sign = steps < 0 ? "-" : "";
        const digits = String(Math.abs(steps)).padStart(5, "0");
        const fraction = `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`;
        const percent = Number(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`) + 0;
        expect(shiftDecimal(fraction, 2)).toBe(percent);
        expect(shiftDecimal(Number(fraction), 2)).toBe(percent);
      }),
    );
  });

  test("shifting there and back gives the number again, digits of any double included", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e200, max: 1e200, noNaN: true }),
        fc.integer({ min: -50, max: 50 }),
        (n, places) => {
          fc.pre(n === 0 || Math.abs(n) > 1e-200);
          const [digits, exponent] = n.toExponential().split("e");
          expect(shiftDecimal(`${digits}e${Number(exponent) - places}`, places)).toBe(n + 0);
        },
      ),
    );
  });
});

describe("readDecimal", () => {
  test.each([
    ["0.50", 0.5],
    ["+3", 3],
    ["-1.", -1],
    [".25", 0.25],
    [" 12 ", 12],
    ["1e3", 1000],
    ["-0", 0],
  ])("%j is %d", (text, number) => {
    expect(readDecimal(text)).toBe(number);
  });

  test.each([
    "",
    "-",
    "*",
    "1,234",
    "0x10",
    "Infinity",
    "NaN",
    "1e999",
    "1 2",
    null,
    undefined,
    true,
    {},
    Number.NaN,
  ])("%j is no number", (value) => {
    expect(readDecimal(value)).toBeUndefined();
  });
});
