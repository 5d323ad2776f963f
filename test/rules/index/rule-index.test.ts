import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { Event } from "../../../src/model/event.ts";
import { matchesType, namesOf } from "../../../src/model/event-types.ts";
import type { Variables } from "../../../src/rules/cel/language.ts";
import { languageFor } from "../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import type { CompiledRule } from "../../../src/rules/compiled-rule.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { startSearch } from "../../../src/rules/index/candidates.ts";
import { createRuleIndex } from "../../../src/rules/index/rule-index.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import {
  anyCondition,
  anyEvent,
  anyFieldComparison,
  anyGuard,
  anyType,
  listedTexts,
} from "../any-condition.ts";
import { askLibrary } from "../ask-library.ts";
import { entry, rulesOf } from "../support.ts";

interface Written {
  readonly on: readonly string[];
  readonly when: string | undefined;
}

const lists = { some: listedTexts };
const longList = `[${Array.from({ length: 300 }, (_, at) => at).join()}]`;
const all = namesOf(builtInTypes);

const anyOn = fc.oneof(
  fc.constant(["short.report.*"]),
  fc.constant(["short.report.*", "forum.ranking.*"]),
  fc.tuple(anyType, fc.constant("forum.ranking.moved")).map((types) => [...new Set(types)]),
);

const anyGuarded: fc.Arbitrary<Written> = fc.record({
  on: fc.constant(["short.report.*", "forum.ranking.moved"]),
  when: anyGuard,
});

const anyCompared: fc.Arbitrary<Written> = fc.record({
  on: fc.constant(["short.report.*", "forum.ranking.moved"]),
  when: anyFieldComparison,
});

// Conditions name fields of both kinds of events, so each rule is about both.
const anyRule: fc.Arbitrary<Written> = fc.record({
  on: anyOn.map((on) => [...new Set([...on, "forum.ranking.moved", "short.report.opened"])]),
  when: fc.option(anyCondition, { nil: undefined, freq: 20 }),
});

function fileOf(rules: readonly Written[]): string {
  const lines = rules.map(({ on, when }, at) => JSON.stringify({ name: `rule-${at}`, on, title: "x", when }));
  return `{ "lists": ${JSON.stringify(lists)}, "rules": [\n${lines.join(",\n")}\n] }`;
}

function compile(rules: readonly Written[]) {
  return rulesOf(fileOf(rules));
}

/** Without those that are refused, since they can never be true: the file has each on a line of its own. */
function usable(rules: readonly Written[]): readonly Written[] {
  const loaded = compileRuleTexts([{ file: "test.yaml", text: fileOf(rules) }], {
    notify: [],
    types: builtInTypes,
    hash: "",
  });
  if (loaded.ok) return rules;
  const refused = new Set(loaded.problems.map(({ line }) => line - 2));
  return rules.filter((_, at) => !refused.has(at));
}

/** The names of the rules that fire, asked one after the other. */
function plainLoop(rules: readonly Written[]) {
  const asked = rules.map(({ on, when }) => {
    const types = all.filter((type) => on.some((pattern) => matchesType(pattern, type)));
    const library =
      when === undefined ? undefined : askLibrary(when, languageFor(types, builtInTypes, { lists }));
    return { types, library };
  });
  return (event: Event) =>
    asked.flatMap(({ types, library }, at) => {
      const fires = types.includes(event.type) && (library === undefined || library.evaluate(event) === true);
      return fires ? [`rule-${at}`] : [];
    });
}

describe("the index", () => {
  it.each([
    ["of all kinds", fc.array(anyRule, { minLength: 1, maxLength: 25 }).map(usable)],
    ["that no equality tells apart", fc.array(anyGuarded, { minLength: 20, maxLength: 60 }).map(usable)],
    ["that compare two fields", fc.array(anyCompared, { minLength: 30, maxLength: 60 }).map(usable)],
  ])(
    "finds what a loop finds among rules %s, in the order of the file",
    { timeout: 120_000 },
    (_, anyRules) => {
      const numRuns = runsOf({ quick: 8, long: 600 });
      let fired = 0;
      fc.assert(
        fc.property(anyRules, fc.array(anyEvent, { minLength: 10, maxLength: 20 }), (rules, events) => {
          const [index, loop] = [compile(rules), plainLoop(rules)];
          for (const event of events) {
            const found = index.match({ seq: 1, event }).map(({ rule }) => rule);
            fired += found.length;
            expect(found).toEqual(loop(event));
          }
        }),
        { numRuns },
      );
      expect(fired).toBeGreaterThan(numRuns * 5);
    },
  );

  it.each([
    ['now.code == "7203"', 1],
    ['(now.code == "7203" && now.code == "6758") || now.ratio > 9', 0],
    ['now.code in ["6758", "7203"] && now.code in ["7203", "9984"]', 1],
    ['now.code == "6758" || (now.code in ["9984"] || "7203" == now.code)', 1],
    ["now.code in lists.long", 1],
    ['now.code in lists.long && now.seller == "A"', 1],
    ['!(now.code in lists.long) && now.seller == "A"', 0],
    ['event.type == "short.report.opened" && now.ratio >= 1.2', 1],
    ['event.type == "short.report.closed" && now.ratio >= 1.2', 0],
    ["1.2 <= now.ratio && 1.2 >= now.ratio && 1.1 < now.ratio && 1.3 > now.ratio", 1],
    ["now.ratio > 1.2 || now.ratio < 1.2", 0],
    ["now.ratio > -1 && now.shares in [-5, 3000]", 1],
    ['now.calculatedOn >= "2026-01-05" && now.calculatedOn < "2026-01-06"', 1],
    ["now.ratio == now.ratio && has(now.seller) && !has(now.fund)", 1],
    ['now.fund == "A" || now.ratio > 1', 1],
  ])("answers for %s", (when, expected) => {
    const long = Array.from({ length: 300 }, (_, at) => String(7000 + at));
    const on = "short.report.*";
    const rules = rulesOf(JSON.stringify({ lists: { long }, rules: [{ name: "a", on, title: "x", when }] }));
    const now = { code: "7203", seller: "A", ratio: 1.2, shares: 3000, calculatedOn: "2026-01-05" };
    expect(rules.match(entry({ type: "short.report.opened", now }))).toHaveLength(expected);
  });

  it("keeps the file's order among rules that are found in different ways", () => {
    const conditions = [
      "now.ratio >= 1",
      'now.code == "7203"',
      "now.ratio >= 0.5",
      undefined,
      'now.seller == "A" && now.code == "7203"',
      "size(now.seller) == 1",
      "now.ratio < 9",
      'now.code in ["7203", "6758"]',
    ];
    const rules = compile(conditions.map((when) => ({ on: ["short.report.opened"], when })));
    const now = { code: "7203", seller: "A", ratio: 1.2 };
    const found = rules.match(entry({ type: "short.report.opened", now }));
    expect(found.map(({ rule }) => rule)).toEqual(conditions.map((_, at) => `rule-${at}`));
  });

  it("asks only the conditions of rules whose equalities and threshold hold", () => {
    const asked: string[] = [];
    const { rules } = compile(
      ["7203", "6758", "9984"].flatMap((code) =>
        [1, 2, 3].map((ratio) => ({
          on: ["short.report.opened"],
          when: `!changed.exists(name, name == "fund") && now.ratio >= ${ratio} && now.code == "${code}"`,
        })),
      ),
    );
    const watched = rules.map((rule): CompiledRule => {
      const { condition } = rule;
      if (condition === undefined) return rule;
      const noted = (variables: Variables) => {
        asked.push(rule.name);
        return condition(variables);
      };
      return { ...rule, condition: Object.assign(noted, { tree: condition.tree, source: condition.source }) };
    });
    const { event } = entry({ type: "short.report.opened", now: { code: "6758", seller: "A", ratio: 2.5 } });
    const found = createRuleIndex(watched).matching(
      startSearch(variablesOf(event), { counts: new Map(), stopped: new Set() }, new Float64Array(100)),
    );
    expect(found.map(({ name }) => name)).toEqual(["rule-3", "rule-4"]);
    expect(asked).toEqual(["rule-3", "rule-4"]);
  });

  it.each<[string, (at: number) => string]>([
    ["thresholds", (at) => `now.shares > ${at}`],
    ["sums with values of their own", (at) => `now.ratio > now.shares + ${at}`],
    ["multiples of their own", (at) => `now.shares * ${at + 1} <= now.ratio`],
    ["shares of their own", (at) => `now.ratio > now.shares / 0.${at + 1}`],
    ["what is left of values of their own", (at) => `${at} - now.shares > now.ratio`],
    ["sums in one of two branches", (at) => `now.ratio > ${at + 5} || now.shares + ${at} < now.ratio`],
    ["lists of values for a sum", (at) => `now.shares + 1 in [${at}, ${at + 0.5}]`],
    ["a long list and values of their own", (at) => `now.shares in ${longList} && now.ratio != ${at}`],
    ["long lists of their own", (at) => longList.replace("[", `now.shares in [${at}.5, `)],
  ])("reads a field a few times, however many rules compare it: %s", (_, when) => {
    const rules = compile(
      Array.from({ length: 40 }, (__, at) => ({
        on: ["short.report.increased", "forum.ranking.moved"],
        when: when(at),
      })),
    );
    let reads = 0;
    const { event } = entry({ type: "short.report.increased", now: {}, was: { shares: 5 } });
    const now = {
      ...{ code: "7203", ratio: 1.2 },
      get shares() {
        reads += 1;
        return 3_640_000;
      },
    };
    rules.match({ seq: 1, event: { ...event, data: { ...event.data, now } } });
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(10);
  });
});
