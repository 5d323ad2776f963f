/** The words of what people read: no dialect in the documents, and one Japanese word for one concept. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { home } from "./written-files.ts";

/** Phrases that only readers of older texts understood, each with what is written instead. */
const dialect: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bbefell\b|\bbefalls?\b/, "happened to"],
  [/\bwho hears\b|\bhears? (?:once|of|what)\b/, "is notified"],
  [/\bwhat (?:stands|stood)\b/, "current items, the current state"],
  [/\b(?:is|was|are) told (?:once|again|at once|together|in)\b/, "is sent, is reported, is one event"],
  [/\bknows of it\b/, "acknowledged"],
  [/\b(?:alert|episode|snapshot|outage|silence) is over\b/, "is resolved, has ended"],
  [/\bgravest\b|\bgraver\b/, "most severe"],
  [/\bthe other side\b/, "the server"],
  [/\bso long after\b|\bfor so long\b/, "for this time"],
  [/\bafter it every one\b|\bno button that acts\b|\blives a business day\b/, "see the page itself"],
];

/** Japanese words that were translated, or stand for a concept that has another word. */
const retired: readonly (readonly [word: RegExp, instead: string])[] = [
  [/消音/, "通知停止"],
  [/通知を止め/, "通知を停止"],
  [/空売り者/, "報告者"],
  [/一挙に/, "1回の報告で"],
  [/静かな時間帯/, "通知しない時間帯"],
  [/経路、/, "振り分け"],
  [/取引日/, "営業日"],
  [/件の書き込み|への?書き込み|書き込みなし/, "コメント"],
  [/[一二三四五六七八九百]分|[一二三四五六七八九十百](?:秒|時間|営業日|か月|通|件|行)/, "算用数字"],
];

function filesIn(folder: string, form: RegExp, recursive = false): string[] {
  const names = readdirSync(join(home, folder), { encoding: "utf8", recursive });
  return names.map((name) => `${folder}/${name}`).filter((path) => form.test(path));
}

const pages = ["README.md", ...filesIn("docs", /\.md$/)].filter(
  // Two are made from cases and measurements.
  (path) => !/(?:cel|benchmarks|\.ja)\.md$/.test(path),
);

/** Texts in Japanese: documents, rules, and the strings of the program. */
const japanese = [
  "README.ja.md",
  ...filesIn("docs", /\.ja\.md$/),
  ...["rules", "docs/desk/rules"].flatMap((folder) => filesIn(folder, /\.yaml$/)),
  // The simulator's strangers write as they like, and texts are folded by what people write.
  ...filesIn("src", /^src\/(?!simulator\/|lib\/text\/).*\.tsx?$/, true),
];

function found(paths: readonly string[], words: readonly (readonly [RegExp, string])[]): string[] {
  return paths.flatMap((path) =>
    readFileSync(join(home, path), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        words.flatMap(([word, instead]) => {
          const [hit] = word.exec(line) ?? [];
          return hit === undefined ? [] : [`${path}:${index + 1}: "${hit}" (write: ${instead})`];
        }),
      ),
  );
}

test("the documents are in plain words", () => {
  expect(pages.length).toBeGreaterThan(15);
  expect(found(pages, dialect)).toEqual([]);
});

test("each concept has one Japanese word, and numbers are in Arabic figures", () => {
  expect(japanese.length).toBeGreaterThan(300);
  expect(found(japanese, retired)).toEqual([]);
});

test("a phrase of either list would be found", () => {
  expect(dialect.filter(([word]) => word.test("Who hears once what stands, gravest"))).toHaveLength(3);
  expect(retired.filter(([word]) => word.test("空売り者の消音は一分"))).toHaveLength(3);
});
