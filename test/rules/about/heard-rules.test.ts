/** Which rules have to be evaluated together, since some are about alerts of the others. */
import { expect, test } from "vitest";
import { tiedByAlerts } from "../../../src/rules/about/heard-rules.ts";
import { rulesOf } from "../support.ts";

test("rules about alerts are tied to those whose alerts they are about, and no rule besides", () => {
  const { rules } = rulesOf(`rules:
  - { name: large-short, on: short.report.opened, when: now.ratio > 2, title: x }
  - { name: large-fall, on: short.report.closed, title: x }
  - { name: alone, on: margin.alert.added, title: x }
  - { name: both, on: alert.fired, rules: [large-*], title: x }
  - { name: next, on: alert.fired, rules: [both], title: x }
`);
  expect(new Set(tiedByAlerts(rules))).toEqual(new Set(["large-short", "large-fall", "both", "next"]));
  expect(tiedByAlerts(rules.filter(({ name }) => name === "both"))).toEqual(["both"]);
});
