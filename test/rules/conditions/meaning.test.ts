import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/app/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/load-rules.ts";
import type { WordFiles } from "../../../src/rules/word-files.ts";

const counted = { on: "forum.comment.posted", title: "x", count: { within: "1h", at_least: 2 } };

function meaning(rule: object, lists: object = {}, words: WordFiles = new Map()): string | undefined {
  const text = JSON.stringify({ lists, rules: [{ name: "a", ...counted, ...rule }] });
  const loaded = compileRuleTexts([{ file: "a.yaml", text }], {
    notify: [],
    types: builtInTypes,
    hash: "",
    words,
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.rules.rules[0]?.over.meaning;
}

describe("the meaning of a rule", () => {
  it.each([
    "now.body.has_any(lists.words)",
    "now.body.has_any(lists . words)",
    "now.body.has_any(lists\n.words)",
    "now.body.has_any(lists // two lines\n  .words)",
    "now.body.has_any(\nlists.words)",
    'now.body.has_any(lists["words"])',
    "now.body.has_any([lists][0].words)",
  ])("changes with the words of a list that it names: %j", (when) => {
    const before = meaning({ when }, { words: ["増配"] });
    expect(meaning({ when }, { words: ["増配"] })).toBe(before);
    expect(meaning({ when }, { words: ["増配", "減配"] })).not.toBe(before);
    expect(meaning({ when }, { words: ["減配"] })).not.toBe(before);
  });

  it.each([
    [{ by: "now.code in lists.words" }],
    [{ until: "now.body.has_any(lists.words)" }],
    [{ distinct: { of: "size(now.body.matched_words(lists.words))", within: "1h", at_least: 2 } }],
  ])("changes with those that its other conditions name: %j", (rule) => {
    expect(meaning(rule, { words: ["a"] })).not.toBe(meaning(rule, { words: ["b"] }));
  });

  it("changes with the words of a file", () => {
    const when = "now.body.has_any(lists.words)";
    const of = (...words: string[]) =>
      meaning({ when }, { words: { file: "w.txt" } }, new Map([["w.txt", { ok: true, words }]]));
    expect(of("増配", "減配")).toBe(of("増配", "減配"));
    expect(of("増配")).not.toBe(of("増配", "減配"));
    expect(of("増配")).toBe(meaning({ when }, { words: ["増配"] }));
  });

  it("stays with the words of other lists, and of lists that only its texts name", () => {
    const when = "now.body.has_any(lists.words)";
    const title = "{{ now.body.matched_words(lists.shown) }}";
    const before = meaning({ when, title }, { words: ["a"], shown: ["b"], other: ["c"] });
    expect(meaning({ when, title }, { words: ["a"], shown: ["c"], other: [] })).toBe(before);
  });
});
