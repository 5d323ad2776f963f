import { describe, expect, it } from "vitest";
import { groupedNumber, plainNumber } from "../../src/model/numbers.ts";
import { fc } from "../support/fast-check.ts";

describe("plainNumber", () => {
  it.each([
    [1.2000000001, "1.2"],
    [0.1 + 0.2, "0.3"],
    [3640000, "3640000"],
    [-0, "0"],
    [-0.000000000000000000001, "0"],
    [0.0000123, "0.0000123"],
    [1e-7, "0.0000001"],
    [123456789012345, "123456789012345"],
    [151.2, "151.2"],
    [-1.5, "-1.5"],
  ])("writes %s as %s", (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });

  it("stays near the number and uses no exponent, for numbers of ordinary size", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), (value) => {
        const text = plainNumber(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(1e-6);
      }),
    );
  });

  it("writes numbers of up to six decimals as they were written", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (digits, decimals) => {
        const value = digits / 10 ** decimals;
        expect(Number(plainNumber(value))).toBe(value);
      }),
    );
    expect(plainNumber(0.001)).toBe("0.001");
    expect(plainNumber(0.0012345678)).toBe("0.00123457");
    expect(plainNumber(1234.5678901)).toBe("1234.56789");
  });
});

describe("groupedNumber", () => {
  it.each([
    [999, "999"],
    [-999, "-999"],
    [1000, "1,000"],
    [-1000, "-1,000"],
    [999.99999999, "1,000"],
    [1234.5, "1,234.5"],
    [-0.5, "-0.5"],
    [-0, "0"],
    [123456.789012, "123,456.789012"],
    [14295452, "14,295,452"],
    [-123456789, "-123,456,789"],
    [0.00001234, "0.00001234"],
    [14295452n, "14,295,452"],
    [-9223372036854775808n, "-9,223,372,036,854,775,808"],
    [1e21, "1e+21"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [Number.NaN, "NaN"],
  ])("writes %s as %s", (value, text) => {
    expect(groupedNumber(value)).toBe(text);
  });

  it("writes what plainNumber does, with a comma before every three digits of the whole part", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), (value) => {
        const text = groupedNumber(value);
        expect(text.replaceAll(",", "")).toBe(plainNumber(value));
        expect(text).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d+)?$/);
      }),
    );
  });
});
