/** What a rule says when a moment has come, after its file was edited. */
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
