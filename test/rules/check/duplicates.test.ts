import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { mailsTo } from "../support.ts";

interface Written {
  readonly name: string;
  readonly when?: string;
  readonly more?: string;
}

const ruleText = ({ name, when, more = "" }: Written): string => {
  const condition = when === undefined ? "" : `    when: ${JSON.stringify(when)}\n`;
  return `  - name: ${name}\n    on: short.report.opened\n    title: x\n${condition}${more && `    ${more}\n`}`;
};

const file = (name: string, rules: readonly Written[], lists = "") => ({
  file: name,
  text: `${lists}rules:\n${rules.map(ruleText).join("")}`,
});

function warnings(...files: { file: string; text: string }[]): string[] {
  const loaded = compileRuleTexts(files, { notify: mailsTo("desk", "boss"), types: builtInTypes, hash: "" });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.warnings.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

const large = { name: "large", when: "now.ratio >= 1" };
const larger = { name: "larger", when: "now.code == '7203' && now.ratio > 2" };

describe("a rule that tells what an earlier one tells", () => {
  it("is told at its name, with the other's name and place, across files", () => {
    const again = { name: "again", when: "(now.ratio>=1.0)", more: "severity: critical" };
    expect(warnings(file("a.yaml", [large]), file("b.yaml", [again]))).toEqual([
      "b.yaml:2 this rule fires for the same events as `large` at a.yaml:2",
    ]);
  });

  it("is told where its parts stand in another order, and where neither has a condition", () => {
    const turned = { name: "turned", when: "now.ratio > 2 && now.code == '7203'" };
    expect(warnings(file("a.yaml", [larger, turned]))).toHaveLength(1);
    expect(warnings(file("a.yaml", [{ name: "all" }, { name: "every" }]))).toHaveLength(1);
  });

  it.each<[string, Written, Written]>([
    ["asks for more", large, larger],
    ["asks for something else", larger, { name: "other", when: "now.code == '6758' && now.ratio > 2" }],
    ["goes to someone else", large, { ...large, name: "b", more: "notify: [email:boss]" }],
    ["has labels of its own", large, { ...large, name: "b", more: "labels: { book: japan }" }],
    ["groups otherwise", large, { ...large, name: "b", more: "by: now.seller" }],
    ["counts", large, { ...large, name: "b", more: "count: { within: 1h, at_least: 3 }" }],
  ])("is not one that %s", (_, first, second) => {
    expect(warnings(file("a.yaml", [first, second]))).toEqual([]);
  });

  it("is one of another file that names the same list", () => {
    const when = "lists.core.exists(c, now.code.startsWith(c))";
    const first = file("a.yaml", [{ name: "a", when }], `lists: { core: ["7203"] }\n`);
    expect(warnings(first, file("b.yaml", [{ name: "b", when }]))).toEqual([
      "b.yaml:2 this rule fires for the same events as `a` at a.yaml:3",
    ]);
  });

  it("is found among a thousand rules of a stock each", () => {
    const rules = Array.from({ length: 1_000 }, (_, index) => ({
      name: `rule ${index}`,
      when: `now.code == "${1000 + index}" && now.ratio >= 1`,
    }));
    const last = { name: "last", when: 'now.ratio >= 1 && now.code == "1500"' };
    expect(warnings(file("a.yaml", [...rules, last]))).toEqual([
      `a.yaml:${2 + 1_000 * 4} this rule fires for the same events as \`rule 500\` at a.yaml:${2 + 500 * 4}`,
    ]);
  });
});
