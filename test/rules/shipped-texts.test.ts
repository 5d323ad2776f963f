/** The rules that ship and those of the desk, in Japanese: every rule, for each of its examples that fire. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import type { Firing } from "../../src/model/rule.ts";
import { sharingSteps } from "../../src/rules/cel/meter.ts";
import { surroundingsOf, variablesOf } from "../../src/rules/cel/surroundings.ts";
import { runExample } from "../../src/rules/check/examples.ts";
import type { CompiledRule } from "../../src/rules/compiled-rule.ts";
import { askRule, expectAll, passMoment } from "../../src/rules/state/index.ts";

const home = join(import.meta.dirname, "../..");

async function shippedRules(settings: string): Promise<readonly CompiledRule[]> {
  const { rules, problems } = await checkFiles(join(home, settings), {});
  if (rules === undefined) throw new Error(JSON.stringify(problems));
  return rules.rules;
}

/** The alerts that a rule gives in its examples. */
function alertsOf(rule: CompiledRule): Firing[] {
  const said: Firing[] = [];
  const note = (firing: Firing | undefined) => {
    if (firing !== undefined) said.push(firing);
    return firing !== undefined;
  };
  for (const example of rule.examples)
    runExample(rule, example, {
      match(entry, memory) {
        const around = surroundingsOf(memory, entry.seq);
        if (entry.event.type === "rules.loaded") expectAll(rule, entry, memory);
        const variables = variablesOf(entry.event, around);
        if (rule.condition !== undefined && !rule.condition(variables)) return false;
        return note(sharingSteps(around.meter, () => askRule(rule, entry, variables, memory)));
      },
      pass: (due, memory) => note(passMoment(rule, due, memory)?.firing),
    });
  return said;
}

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const missing = (text: string) => text.match(/–/g)?.length ?? 0;

it("all rules that ship have a name for people, in both languages and each its own", async () => {
  const rules = await shippedRules("config/monitor.yaml");
  const names = rules.map(({ about }) => about.displayName);
  expect(rules.filter((_, index) => names[index] === undefined)).toEqual([]);
  for (const language of ["en", "ja"] as const) {
    const said = names.map((name) => name?.[language] ?? "");
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((name) => japanese.test(name) !== (language === "ja"))).toEqual([]);
  }
});

describe.each([
  ["that ship", "config/monitor.yaml"],
  ["of the desk", "docs/desk/monitor.yaml"],
])("the rules %s", (_, settings) => {
  it("say in Japanese what they say in English, for each of their examples", async () => {
    const rules = await shippedRules(settings);
    expect(rules.length).toBeGreaterThan(25);
    for (const rule of rules) {
      const alerts = alertsOf(rule);
      expect(alerts.length, rule.name).toBeGreaterThan(0);
      for (const { title, body, texts } of alerts) {
        const said = texts?.ja ?? { title: "", body: "" };
        // What the event does not hold is missing in both.
        if (title !== "–") expect(said.title, rule.name).toMatch(japanese);
        expect(`${said.title}${said.body}`, rule.name).not.toContain("{{");
        expect(missing(said.title), rule.name).toBeLessThanOrEqual(missing(title));
        expect(missing(said.body), rule.name).toBeLessThanOrEqual(missing(body));
      }
    }
  });
});

it("the rules that ship say in Japanese what they are for", async () => {
  for (const { name, about } of await shippedRules("config/monitor.yaml"))
    expect(about.descriptions.ja, name).toMatch(japanese);
});
