import { describe, expect, test } from "vitest";
import { fitRecord } from "../../../src/lib/json/fit-record.ts";
import { fc } from "../../support/fast-check.ts";

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("a record of a bounded size", () => {
  test("is the record itself where that fits", () => {
    const record = { code: "7203", list: [1, 2] };
    expect(fitRecord(record, bytes(record))).toBe(record);
  });

  test("loses the end of its longest text alone", () => {
    const record = { code: "7203", part: 12, title: "決算", body: "上".repeat(1_000) };
    const { body, ...rest } = fitRecord(record, 300);
    expect(rest).toEqual({ code: "7203", part: 12, title: "決算" });
    expect(body).toMatch(/^上{50,}…$/);
  });

  test("keeps the newest entries of a list, which stand at its end", () => {
    const list = Array.from({ length: 100 }, (_, index) => ({ period: index }));
    const { list: kept } = fitRecord({ code: "a", list }, 200) as { list: unknown[] };
    expect(kept.length).toBeGreaterThan(5);
    expect(kept).toEqual(list.slice(-kept.length));
  });

  test("is without a map that is too large", () => {
    const map = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`name${index}`, index]));
    expect(fitRecord({ code: "a", map }, 200)).toEqual({ code: "a" });
  });

  test("never has more bytes, and only names and values that were there or were cut", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string({ unit: "binary" })),
      fc.dictionary(fc.string(), fc.integer()),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), fc.integer({ min: 2, max: 400 }), (record, most) => {
        const fitted = fitRecord(record, most);
        expect(bytes(fitted)).toBeLessThanOrEqual(most);
        for (const name of Object.keys(fitted)) expect(Object.hasOwn(record, name)).toBe(true);
      }),
    );
  });
});
