import { expect, test } from "vitest";
import { builtInTypes } from "../../../../src/app/files/event-types.ts";
import { inJapanTime } from "../../../../src/lib/clock.ts";
import { markOf } from "../../../../src/model/fields.ts";
import { plainLine, plainText, valueWords, wordsFor } from "../../../../src/outputs/email/letter/content.ts";

test("every field of every item has words of its own", () => {
  const items = new Set([...builtInTypes.known.values()].map(({ item }) => item));
  const wordless = [...items].flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, schema]) => (markOf(schema)?.words ? [] : [name])),
  );
  expect(items.size).toBeGreaterThan(10);
  expect(wordless).toEqual([]);
});

test("a field without words of its own speaks for itself, whatever its name", () => {
  const wordsOf = wordsFor("short.report.opened", builtInTypes);
  expect(wordsOf("newField2Name").label).toBe("New field2 name");
  expect(wordsOf("constructor").label).toBe("Constructor");
  expect(wordsFor("no.such.type", builtInTypes)("ratio").label).toBe("Ratio");
});

test.each([
  ["short.report.opened", { shares: 3_640_000 }, "shares", "3,640,000 shares"],
  ["short.report.opened", { ratio: 0.53 }, "ratio", "0.53 % of shares outstanding"],
  ["forum.comment.posted", { part: 1_234_567 }, "part", "1234567"],
  ["statistics.series.updated", { value: 1.5, unit: "percent per annum" }, "value", "1.5 percent per annum"],
  ["margin.alert.added", { reasons: ["Restricted", "Monitoring"] }, "reasons", "Restricted, Monitoring"],
  ["forum.comment.posted", { postedAt: "2026-11-20T08:31:00+09:00" }, "postedAt", "2026-11-20 08:31:00 JST"],
  ["margin.alert.added", { publishedOn: "2026-11-20" }, "publishedOn", "2026-11-20"],
  [
    "rules.rejected",
    { problems: [{ file: "a.yaml", line: 3, column: 5, message: "m" }] },
    "problems",
    "a.yaml:3:5 m",
  ],
  ["short.report.opened", { fund: "" }, "fund", undefined],
  ["short.report.opened", {}, "fund", undefined],
])("%s %j: %s reads %s", (type, item, field, words) => {
  expect(valueWords(item, field, wordsFor(type, builtInTypes))).toBe(words);
});

test("a long list ends with how many more there are", () => {
  const added = Array.from({ length: 20 }, (_, index) => ({ period: `2026-${index}`, value: index }));
  expect(
    valueWords({ added }, "added", wordsFor("statistics.series.updated", builtInTypes))?.split("\n"),
  ).toHaveLength(13);
  expect(valueWords({ added }, "added", wordsFor("statistics.series.updated", builtInTypes))).toContain(
    "and 8 more",
  );
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
