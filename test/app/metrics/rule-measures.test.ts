import { expect, test } from "vitest";
import { ruleMeasures } from "../../../src/app/metrics/monitor-metrics.ts";
import type { Figure } from "../../../src/lib/measure.ts";
import type { RuleSet } from "../../../src/model/rule.ts";
import { entry, rulesOf } from "../../rules/support.ts";

const opened = (ratio: number) =>
  entry({ type: "short.report.opened", now: { code: "7203", seller: "A", ratio } });

function figures(active: () => RuleSet, alertsOf: ReadonlyMap<string, number> = new Map()) {
  return (name: string) => {
    const measure = ruleMeasures(active, alertsOf).find((one) => one.name === `yagura_rule_${name}_total`);
    const read = (measure?.read() ?? []) as readonly Figure[];
    return Object.fromEntries(read.map(({ labels, value }) => [labels.rule, value]));
  };
}

test("a rule is counted for each event that it is asked about, and not for those that its index tells apart", () => {
  const rules = rulesOf(`rules:
  - { name: large, on: short.report.opened, title: x, when: now.ratio > 1 }
  - { name: other-code, on: short.report.opened, title: x, when: now.code == "6758" }
  - { name: other-type, on: margin.alert.added, title: x }
`);
  rules.match(opened(0.5));
  rules.match(opened(2));
  expect(figures(() => rules)("evaluations")).toEqual({ large: 2, "other-code": 0, "other-type": 0 });
});

test("the figures of a rule go with it, and one that is new begins at nothing", () => {
  let active: RuleSet = rulesOf("rules: [{ name: a, on: short.report.opened, title: x }]");
  active.match(opened(1));
  const read = figures(() => active, new Map([["a", 1]]));
  expect([read("evaluations"), read("alerts")]).toEqual([{ a: 1 }, { a: 1 }]);
  active = rulesOf("rules: [{ name: b, on: short.report.opened, title: x }]");
  for (const name of ["evaluations", "alerts", "overruns", "unknown_targets"])
    expect(read(name)).toEqual({ b: 0 });
});

test("of thousands of rules the first have names, and the others one figure together", () => {
  const names = Array.from({ length: 1_003 }, (_, at) => `rule-${at}`);
  const alertsOf = new Map(names.map((name) => [name, 2]));
  const active = { names } as unknown as RuleSet;
  const read = figures(() => active, alertsOf)("alerts");
  expect(Object.keys(read)).toHaveLength(1_001);
  expect([read["rule-999"], read["rule-1000"], read["(others)"]]).toEqual([2, undefined, 6]);
});
