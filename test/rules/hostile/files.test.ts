import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { cpuMs, mostMs } from "../../support/cpu-time.ts";

const rule = "rules:\n  - name: a\n    on: forum.comment.posted\n    title: x\n";

/** Ten lists of ten of the list before: the last one would hold 10^10 words. */
function laughs(form: "block" | "flow" | "merge"): string {
  const levels = Array.from({ length: 10 }, (_, level) => level + 1);
  if (form === "merge") {
    const maps = levels.map(
      (level) => `  m${level}: &m${level} { <<: [*m${level - 1}, *m${level - 1}], k${level}: 1 }`,
    );
    return `lists:\n  m0: &m0 { lol: 1 }\n${maps.join("\n")}\n${rule}`;
  }
  const lists = levels.map((level) => {
    const ten = Array.from({ length: 10 }, () => `*l${level - 1}`);
    return form === "flow"
      ? `  l${level}: &l${level} [${ten.join(", ")}]`
      : `  l${level}: &l${level}\n${ten.map((alias) => `    - ${alias}`).join("\n")}`;
  });
  return `lists:\n  l0: &l0 [lol]\n${lists.join("\n")}\n${rule}`;
}

function deepMap(levels: number, key = "a:"): string {
  return Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}${key}`).join("\n");
}

const bombs: Readonly<Record<string, string>> = {
  "aliases of aliases in flow lists": laughs("flow"),
  "aliases of aliases in block lists": laughs("block"),
  "aliases of merged maps": laughs("merge"),
  "an alias of itself": `lists: &a { words: [*a] }\n${rule}`,
  "an alias as a key": `lists: { words: [&w a] }\n*w : 1\n`,
  "five hundred anchors": `lists:\n  words:\n${Array.from({ length: 500 }, (_, at) => `    - &a${at} w`).join("\n")}\n`,
  "20,000 opening brackets": "[".repeat(20_000),
  "20,000 opening braces": "{".repeat(20_000),
  "20,000 brackets, closed": `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  "20,000 braces with keys": "{a: ".repeat(20_000),
  "brackets inside a rule": `${rule}    by: ${"[".repeat(20_000)}`,
  "brackets after a quote that never ends": `a: "${"[".repeat(20_000)}`,
  "brackets between quotes": `a: ${"'[' ".repeat(1_000)}`,
  "maps 5,000 deep": deepMap(5_000),
  "lists 5,000 deep, one space each": deepMap(5_000, "-"),
  "lists 20,000 deep on one line": "- ".repeat(20_000),
  "keys 20,000 deep on one line": "? ".repeat(20_000),
  "1,000 colons": "a: ".repeat(1_000),
  "2,000 tags": "!!x ".repeat(2_000),
  "a tag that makes a program": `${rule}    labels: { a: !!js/function "function () { return process }" }`,
  "a hundred documents": "--- a\n".repeat(100),
  "2,000 directives": "%YAML 1.2\n".repeat(2_000),
  "a number of 100,000 digits": `${rule}    cooldown: ${"9".repeat(100_000)}`,
  "a name of 100,000 letters": `rules:\n  - name: ${"a".repeat(100_000)}\n    on: forum.comment.posted\n    title: x\n`,
  "a cooldown of 100,000 letters": `${rule}    cooldown: ${"1d".repeat(50_000)}`,
  "an expression of 100,000 letters": `${rule}    when: ${"a".repeat(100_000)}`,
  "an event type of 100,000 stars": `rules:\n  - name: a\n    on: "${"*.".repeat(50_000)}"\n    title: x\n`,
  "a title of holes": `${rule.replace("title: x", `title: "${"{{".repeat(20_000)}"`)}`,
  "a title of quotes in holes": `${rule.replace("title: x", `title: |-\n      {{ ${"'".repeat(20_000)}`)}`,
  "control characters": `${rule}    body: "${"\\u0000\\u202e".repeat(3_000)}"\n    when: \u0000`,
  "an unknown key of 20,000 letters": `${rule}    ${"a".repeat(20_000)}: 1\n`,
  "a key that is a map": "? { a: 1 }\n: 2\n",
  "only a byte order mark": "\ufeff",
};

// Mistakes that only grow with the length are shorter here: any file of a hundred thousand characters takes longer to read.
const load = (text: string) =>
  compileRuleTexts([{ file: "a.yaml", text }], { notify: [], types: builtInTypes, hash: "" });

describe("a hostile file", () => {
  it.each(Object.entries(bombs))(`is read or refused with a place within ${mostMs} ms: %s`, (_, text) => {
    let loaded: ReturnType<typeof load> | undefined;
    const took = cpuMs(() => {
      loaded = load(text);
    }, mostMs);
    expect(took).toBeLessThan(mostMs);
    if (loaded === undefined) throw new Error("it was never read");
    if (loaded.ok) return;
    expect(loaded.problems.length).toBeGreaterThan(0);
    for (const { line, column, message } of loaded.problems) {
      expect(line).toBeGreaterThanOrEqual(1);
      expect(column).toBeGreaterThanOrEqual(1);
      expect(message).not.toBe("");
    }
  });

  it.each(["flow", "block", "merge"] as const)("is refused for its aliases: %s", (form) => {
    const loaded = load(laughs(form));
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems.map(({ message }) => message).join()).toMatch(/aliases|merge/);
  });
});
