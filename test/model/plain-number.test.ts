import { describe, expect, it } from "vitest";
import { plainNumber } from "../../src/model/numbers.ts";
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
