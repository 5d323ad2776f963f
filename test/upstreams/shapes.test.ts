import { describe, expect, test } from "vitest";
import { describeShape, sampleOf } from "../../src/upstreams/misfits.ts";
import { fc } from "../support/fast-check.ts";

test.each([
  [undefined, "nothing"],
  [null, "null"],
  ["", "empty text"],
  ["a", "text of 1 character"],
  ["abc", "text of 3 characters"],
  [1.5, "a number"],
  [false, "a boolean"],
  [[1, 2], "a list of 2"],
  [{}, "an object"],
])("%j is %s", (value, shape) => {
  expect(describeShape(value)).toBe(shape);
});

describe("a sample", () => {
  test("shows figures, dates and stock codes, and of all else what it is", () => {
    const record = {
      Code: "130A0",
      PubDate: "2026-01-05",
      postDate: "2026/1/5 9:05",
      ShrtOut: 1200,
      Ratio: "*",
      Flag: true,
      Words: "what somebody wrote",
      List: [1],
      Inside: { a: 1 },
      None: null,
    };
    expect(sampleOf(record)).toBe(
      '{ Code: "130A0", PubDate: "2026-01-05", postDate: "2026/1/5 9:05", ShrtOut: 1200, Ratio: "*", Flag: true, Words: <text of 19 characters>, List: <a list of 1>, Inside: <an object>, None: null }',
    );
  });

  test("has its fields in their order; where they are too many it begins with those that it is about", () => {
    expect(sampleOf({ a: 1, b: 2 }, ["b", "missing"])).toBe("{ a: 1, b: 2 }");
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, at]));
    expect(sampleOf(many, ["field59"])).toMatch(/^\{ field59: 59, field0: 0, .*, …$/);
  });

  test("of what an institution publishes has its texts and lists as they came", () => {
    const record = {
      SERIES_CODE: "STRDCLUCON",
      FREQUENCY: "DAILY",
      NAME_OF_TIME_SERIES_J: "架空の金利\n平均",
      LAST_UPDATE: "soon",
      VALUES: { SURVEY_DATES: [20260105, null, "x", 4, 5], VALUES: [1, null] },
    };
    expect(sampleOf(record, [], "published")).toBe(
      '{ SERIES_CODE: "STRDCLUCON", FREQUENCY: "DAILY", NAME_OF_TIME_SERIES_J: "架空の金利\\n平均", LAST_UPDATE: "soon", VALUES: { SURVEY_DATES: [20260105, null, "x", … 5 in all], VALUES: [1, null] } }',
    );
    const long = sampleOf({ NOTES: "n".repeat(5_000), "x-api-key": "secret" }, [], "published");
    expect(long.length).toBeLessThan(330);
    expect(long).not.toContain("secret");
  });

  test.each([
    ["dispname", "734*****"],
    ["userId", "1234"],
    ["SSName", "1234"],
    ["ShortSellerName", "99"],
    ["SSAddr", "1-2-3"],
    ["DICName", "77"],
    ["jwtToken", "1.2.3"],
    ["x-api-key", "123456"],
    ["sessionCookie", "42"],
    ["phone", 31234567],
  ])("hides %s however plain it looks", (name, value) => {
    expect(sampleOf({ [name]: value })).not.toContain(String(value));
  });

  test("is short, and holds none of the words of any record", () => {
    const words = fc.string({ minLength: 1 }).map((text) => `words${text}`);
    const records = fc.dictionary(
      fc.string(),
      fc.oneof(
        words,
        fc.jsonValue().map((inside) => ["words", inside]),
      ),
    );
    fc.assert(
      fc.property(records, (record) => {
        const sample = sampleOf(record, Object.keys(record).slice(0, 2));
        expect(sample.length).toBeLessThan(330);
        const values = sample
          .replace(/^\{ | \}$/g, "")
          .split(", ")
          .map((part) => part.slice(part.indexOf(": ") + 2));
        expect(values.filter((value) => value.includes("words"))).toEqual([]);
      }),
    );
  });

  test("of what is no record is its kind", () => {
    expect(sampleOf("secret")).toBe("text of 6 characters");
  });
});
