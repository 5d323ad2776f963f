import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import type { DataFiles } from "../../src/rules/reference/data-file.ts";

const counted = { on: "forum.comment.posted", title: "x", count: { within: "1h", at_least: 2 } };

function meaning(rule: object, lists: object = {}, data: DataFiles = new Map()): string | undefined {
  const text = JSON.stringify({ lists, rules: [{ name: "a", ...counted, ...rule }] });
  const loaded = compileRuleTexts([{ file: "a.yaml", text }], {
    notify: [],
    types: builtInTypes,
    hash: "",
    data,
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
      meaning(
        { when },
        { words: { file: "w.txt" } },
        new Map([["w.txt", { ok: true, text: words.join("\n") }]]),
      );
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

/** A rule with each key that a rule's memory depends on. */
const each: readonly (readonly [string, object])[] = [
  ["nothing else", { count: undefined, until: "now.ratio < 1" }],
  ["clock", { clock: "occurred" }],
  ["count", { count: { within: "1h", at_least: 50 } }],
  ["distinct", { distinct: { of: "now.author", within: { tumbling: "1d" }, above: 20 } }],
  ["sum", { sum: { of: "now.ratio - was.ratio", within: "10bd", at_least: 0.5 } }],
  ["average", { average: { of: "now.shortRatio", within: { session: "30m" }, at_least: 2, below: 9 } }],
  ["minimum", { minimum: { of: "now.ratio", within: "5bd", above: 1 } }],
  ["maximum", { maximum: { of: "now.rank", within: "1d", at_most: 10 } }],
  ["percentile", { percentile: { of: "now.ratio", rank: 95, within: "60bd", above: 3 } }],
  ["crosses", { crosses: { of: "now.ratio", above: 2, reset: 1.5 } }],
  ["moves", { moves: { of: "now.rank", by: 20, direction: "down", since: "1d" } }],
  ["unseen", { unseen: { of: "now.seller", within: "250bd" } }],
  ["spike", { spike: { within: "1h", times: 3, against: { days: "20bd" }, at_least: 30 } }],
  [
    "sequence",
    {
      sequence: {
        steps: [{ on: "short.report.increased", when: "now.ratio > 1" }, { on: "margin.alert.added" }],
        without: { on: "short.report.closed" },
        within: "5bd",
      },
    },
  ],
  ["for", { for: "30m" }],
  ["absent", { absent: { by: "18:00", on: "trading-days" } }],
  ["flapping", { flapping: { times: 5, within: "6h" } }],
];

describe("the hash of a rule's meaning", () => {
  it("is that of the versions before, or what rules remember would be lost", () => {
    const on = ["forum.*", "margin.*", "short.*"];
    const hashes = each.map(([name, rule]) => `${name} ${meaning({ on, by: ["now.code"], ...rule })}`);
    expect(hashes.join("\n")).toMatchInlineSnapshot(`
      "nothing else 75c274f0ccf2b6b1
      clock 143ccbe222c627b7
      count 1bb8765bd4730513
      distinct 1a15255eb245ec94
      sum c2754e948407e3fc
      average 1c00425076d78b92
      minimum 90d12a39a9f3cb82
      maximum dd18014d7ca9349d
      percentile 2207d9153338a8a2
      crosses 4b5cfdf6f38f8f03
      moves c99caa3349986395
      unseen 5f2126549f528ab4
      spike 5562c0195e0ba792
      sequence 368bed37f284fddc
      for 19459154349871f3
      absent e394903cd94abdf1
      flapping 209aa2008a16339c"
    `);
  });
});
