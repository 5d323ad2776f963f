import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { inJapanTime } from "../../../src/lib/clock.ts";
import { failureReasons } from "../../../src/lib/failure.ts";
import { markOf } from "../../../src/model/fields.ts";
import { sourceReason } from "../../../src/model/news-words.ts";
import { fieldValueWords, wordsFor } from "../../../src/outputs/letter/values.ts";
import { inWords, plainLine, plainText, spanOf, voiceIn } from "../../../src/outputs/letter/voice.ts";
import { now, voice } from "./scene.ts";

test("every field of every item has words of its own", () => {
  const items = new Set([...builtInTypes.known.values()].map(({ item }) => item));
  const wordless = [...items].flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, schema]) => (markOf(schema)?.words ? [] : [name])),
  );
  expect(items.size).toBeGreaterThan(10);
  expect(wordless).toEqual([]);
});

test("a field without words of its own speaks for itself, whatever its name", () => {
  const wordsOf = wordsFor("short.report.opened", voice);
  expect(wordsOf("newField2Name").label).toBe("New field2 name");
  expect(wordsOf("constructor").label).toBe("Constructor");
  expect(wordsFor("no.such.type", voice)("ratio").label).toBe("Ratio");
});

test.each([
  ["short.report.opened", { shares: 3_640_000 }, "shares", "3,640,000 shares"],
  ["short.report.opened", { ratio: 0.53 }, "ratio", "0.53 % of shares outstanding"],
  ["forum.comment.posted", { part: 1_234_567 }, "part", "1234567"],
  ["statistics.series.updated", { value: 1.5, unit: "percent per annum" }, "value", "1.5 percent per annum"],
  [
    "margin.alert.added",
    { reasons: ["restricted", "monitoring", "new"] },
    "reasons",
    "restricted by the exchange, under special caution, new",
  ],
  ["forum.comment.posted", { postedAt: "2026-11-20T08:31:00+09:00" }, "postedAt", "Fri 20 Nov, 08:31"],
  ["margin.alert.added", { publishedOn: "2026-11-20" }, "publishedOn", "Fri 20 Nov"],
  [
    "rules.rejected",
    { problems: [{ file: "a.yaml", line: 3, column: 5, message: "m" }] },
    "problems",
    "a.yaml:3:5 m",
  ],
  ["short.report.opened", { fund: "" }, "fund", undefined],
  ["short.report.opened", {}, "fund", undefined],
])("%s %j: %s reads %s", (type, item, field, words) => {
  expect(fieldValueWords(item, field, wordsFor(type, voice), voice)).toBe(words);
});

test("a long list ends with how many more there are", () => {
  const added = Array.from({ length: 20 }, (_, index) => ({ period: `2026-${index}`, value: index }));
  expect(
    fieldValueWords({ added }, "added", wordsFor("statistics.series.updated", voice), voice)?.split("\n"),
  ).toHaveLength(13);
  expect(fieldValueWords({ added }, "added", wordsFor("statistics.series.updated", voice), voice)).toContain(
    "and 8 more",
  );
});

test("a time is told in Japan's time, what is no time stays", () => {
  expect(inJapanTime("2026-11-20T15:30:00.000Z")).toBe("2026-11-21 00:30:00 JST");
  expect(inJapanTime("2026-13-45T99:99:99Z")).toBe("2026-13-45T99:99:99Z");
  expect(inJapanTime("2026-Q1")).toBe("2026-Q1");
});

test.each([
  ["2026-11-20T15:30:00.000Z", "Sat 21 Nov, 00:30"],
  ["2026-11-20T09:05:00+09:00", "Fri 20 Nov, 09:05"],
  ["2025-12-31", "Wed 31 Dec 2025"],
  ["2027-01-04T00:00:00+09:00", "Mon 4 Jan 2027, 00:00"],
  ["2026-02-30", "2026-02-30"],
  ["2026-13-45T99:99:99Z", "2026-13-45T99:99:99Z"],
  ["2026-11-20 and more", "2026-11-20 and more"],
  ["2026-Q1", "2026-Q1"],
])("in a mail of November 2026, %s reads %s", (text, words) => {
  expect(inWords(text, voice)).toBe(words);
});

test.each([
  [0, "0 minutes"],
  [60_000, "1 minute"],
  [119 * 60_000, "119 minutes"],
  [47.9 * 3_600_000, "47 hours"],
  [49 * 3_600_000, "2 days"],
  [-1, "0 minutes"],
])("%i ms are %s", (ms, words) => {
  expect(voice.phrases.span(spanOf(ms))).toBe(words);
});

test("text is cut between characters and says so", () => {
  expect(plainLine("😀".repeat(5), 5)).toBe("😀".repeat(5));
  expect(plainLine("😀".repeat(6), 5)).toBe(`${"😀".repeat(4)}…`);
  expect(plainText("a\r\nb\rc", 100)).toBe("a\nb\nc");
});

test.each([
  ["body", 2_000],
  ["message", 2_000],
  ["title", 300],
  ["sample", 300],
])("the text of %s has %i characters at most", (field, most) => {
  const words = (value: unknown) =>
    fieldValueWords({ [field]: value }, field, () => ({ label: field }), voice);
  expect(words("x".repeat(most))).toBe("x".repeat(most));
  expect(words("x".repeat(most + 1))).toBe(`${"x".repeat(most - 1)}…`);
});

test("an object, and each entry of a list, has 300 characters at most", () => {
  const words = (value: unknown) => fieldValueWords({ x: value }, "x", () => ({ label: "X" }), voice);
  const object = (length: number) => ({ a: "x".repeat(length - '{"a":""}'.length) });
  expect(words(object(300))).toBe(JSON.stringify(object(300)));
  expect(words(object(301))).toBe(`${JSON.stringify(object(301)).slice(0, 299)}…`);
  expect(words(["x".repeat(300), "y".repeat(301)])).toBe(`${"x".repeat(300)}, ${"y".repeat(299)}…`);
});

test("a list names twelve entries, of revisions both values, and says so of what has none", () => {
  const words = (value: unknown) => fieldValueWords({ x: value }, "x", () => ({ label: "X" }), voice);
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);
  expect(words(names(12))).toBe(names(12).join(", "));
  expect(words(names(13))).toBe(`${names(12).join(", ")}, and 1 more`);
  expect(words([{ period: "2026-Q1", from: 1_000, to: null }])).toBe("2026-Q1: 1,000, withdrawn");
  expect(words([{ period: "2026-Q1", value: 1_234.5 }, { period: "2026-Q2" }])).toBe(
    "2026-Q1: 1,234.5\n2026-Q2: without a value",
  );
  expect([words(null), words(""), words(0)]).toEqual([undefined, undefined, "0"]);
});

test("every value of a closed list has words in both languages", () => {
  const lists = [...new Set([...builtInTypes.known.values()].map(({ item }) => item))].flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, schema]) => {
      const { innerType } = schema.def as { innerType?: { def: unknown } };
      const { type, entries } = (innerType?.def ?? schema.def) as { type: string; entries?: object };
      return type === "enum" ? [{ name, schema, values: Object.values(entries ?? {}) }] : [];
    }),
  );
  expect(lists.length).toBeGreaterThan(4);
  for (const { name, schema, values } of lists) {
    const words = markOf(schema)?.words;
    if (words?.hidden) continue;
    expect(Object.keys(words?.values ?? {}).sort(), name).toEqual([...values].sort());
  }
  expect(failureReasons.filter((reason) => sourceReason.values[reason] === undefined)).toEqual([]);
});

const japanese = voiceIn("ja", builtInTypes, now);

test.each([
  ["short.report.opened", { shares: 3_640_000 }, "shares", "空売り残高数量", "3,640,000株"],
  ["short.report.opened", { ratio: 0.53 }, "ratio", "空売り残高割合", "0.53%"],
  ["margin.alert.added", { regulation: "003" }, "regulation", "規制区分", "規制銘柄"],
  ["margin.alert.added", { regulation: "999" }, "regulation", "規制区分", "999"],
  ["margin.alert.added", { publishedOn: "2026-11-20" }, "publishedOn", "公表日", "11月20日（金）"],
  ["forum.ranking.moved", { term: "weekly" }, "term", "ランキング", "ウィークリー"],
  ["source.failed", { reason: "timeout" }, "reason", "理由", "応答がない（タイムアウト）"],
  ["source.failed", { reason: "constructor" }, "reason", "理由", "constructor"],
  ["statistics.series.updated", { value: 1.5, unit: "円" }, "value", "最新の値", "1.5 円"],
])("%s %j: %s reads in Japanese %s %s", (type, item, field, label, words) => {
  const wordsOf = wordsFor(type, japanese);
  expect([wordsOf(field).label, fieldValueWords(item, field, wordsOf, japanese)]).toEqual([label, words]);
});
