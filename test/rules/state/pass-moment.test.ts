/** Alerts of a rule when a moment has come, after its file was edited or the program updated. */
import { expect, test } from "vitest";
import { createMemory } from "../../../src/rules/state/index.ts";
import { entry, ruleWith } from "../support.ts";

test("what was waited for goes where the rule as it is now sends it, with the texts of then", () => {
  const memory = createMemory();
  const waits = "absent: { for: 1h }";
  const before = ruleWith("short.report.*", [waits, "title: before"]);
  const after = ruleWith("short.report.*", [
    waits,
    "title: after",
    "severity: critical",
    "notify: [email:desk]",
  ]);
  const report = entry({ type: "short.report.opened", now: { code: "7203" } });
  before.match(report, memory);
  const due = memory.due(Number.POSITIVE_INFINITY);
  const said = due && after.pass(due, memory);
  expect(said?.firing).toMatchObject({ title: "before", severity: "critical", notify: ["email:desk"] });
});

test("a state of a version that remembered less goes on, with what its event had found", () => {
  const memory = createMemory();
  const rules = ruleWith("short.report.*", [
    "crosses: { of: now.ratio, above: 1 }",
    "count: { within: 10m, at_most: 0 }",
    'title: "{{ found.value }} {{ found.count }}"',
  ]);
  const report = entry({ type: "short.report.opened", now: { code: "7203", ratio: 3 } });
  memory.saw(report);
  rules.match(report, memory);
  const due = memory.due(Number.POSITIVE_INFINITY);
  if (due === undefined) throw new Error("it waits for nothing");
  const { parts, turn, ...others } = memory.recall(due) as {
    parts: [unknown, { value: number }];
    turn: object;
  };
  const [counted, { value, ...crossing }] = parts;
  const before = {
    ...{ ...others, parts: [counted, crossing] },
    turn: { ...turn, found: { value, count: 1 } },
  };
  memory.remember(due, before, { due: due.due });
  expect(rules.pass(due, memory)?.firing.title).toBe("3 0");
});
