import { expect, test } from "vitest";
import { fieldWords, wordsOf } from "../../src/alerts/mail-fields.ts";
import { plainLine, plainText } from "../../src/alerts/mail-plain.ts";
import { valueWords } from "../../src/alerts/mail-values.ts";
import { inJapanTime } from "../../src/lib/japan-time.ts";
import { eventTypes } from "../../src/model/event-types.ts";

test("every field of every item has words of its own", () => {
  const fields = Object.values(eventTypes).flatMap(({ item }) => Object.keys(item.shape));
  expect(fields.length).toBeGreaterThan(50);
  expect([...new Set(fields)].filter((field) => !Object.hasOwn(fieldWords, field))).toEqual([]);
});

test("a field without words of its own speaks for itself, whatever its name", () => {
  expect(wordsOf("newField2Name").label).toBe("New field2 name");
  expect(wordsOf("constructor").label).toBe("Constructor");
});

test.each([
  [{ shares: 3_640_000 }, "shares", "3,640,000 shares"],
  [{ ratio: 0.53 }, "ratio", "0.53 % of shares outstanding"],
  [{ part: 1_234_567 }, "part", "1234567"],
  [{ value: 1.5, unit: "percent per annum" }, "value", "1.5 percent per annum"],
  [{ reasons: ["Restricted", "Monitoring"] }, "reasons", "Restricted, Monitoring"],
  [{ postedAt: "2026-11-20T08:31:00+09:00" }, "postedAt", "2026-11-20 08:31:00 JST"],
  [{ publishedOn: "2026-11-20" }, "publishedOn", "2026-11-20"],
  [{ problems: [{ file: "a.yaml", line: 3, column: 5, message: "m" }] }, "problems", "a.yaml:3:5 m"],
  [{ fund: "" }, "fund", undefined],
  [{}, "fund", undefined],
])("%j: %s reads %s", (item, field, words) => {
  expect(valueWords(item, field)).toBe(words);
});

test("a long list ends with how many more there are", () => {
  const added = Array.from({ length: 20 }, (_, index) => ({ period: `2026-${index}`, value: index }));
  expect(valueWords({ added }, "added")?.split("\n")).toHaveLength(13);
  expect(valueWords({ added }, "added")).toContain("and 8 more");
});

test("a time is told in Japan's time, what is no time stays", () => {
  expect(inJapanTime("2026-11-20T15:30:00.000Z")).toBe("2026-11-21 00:30:00 JST");
  expect(inJapanTime("2026-13-45T99:99:99Z")).toBe("2026-13-45T99:99:99Z");
  expect(inJapanTime("2026-Q1")).toBe("2026-Q1");
});

test("text is cut between characters and says so", () => {
  expect(plainLine("😀".repeat(5), 5)).toBe("😀".repeat(5));
  expect(plainLine("😀".repeat(6), 5)).toBe(`${"😀".repeat(4)}…`);
  expect(plainText("a\r\nb\rc", 100)).toBe("a\nb\nc");
});
