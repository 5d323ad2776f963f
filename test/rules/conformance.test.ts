import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allCases } from "./conformance/cases.ts";
import { lost, onLaterNode, reasonFor } from "./conformance/reasons.ts";
import { conformanceReport, sectionsOf } from "./conformance/report.ts";
import { byLibrary, byRules } from "./conformance/run-case.ts";

const { cases, withMessages } = allCases();
const tried = cases.map((one) => {
  const inRules = byRules(one);
  const isTold = !onLaterNode.includes(one.name);
  return {
    one,
    library: isTold && byLibrary(one).passes,
    rules: isTold && inRules.passes,
    reason: reasonFor(one, inRules) ?? "",
  };
});

describe("the published conformance cases", () => {
  it("are there, most of them without messages, and most of those pass by the library alone", () => {
    expect(cases.length + withMessages).toBe(2_344);
    expect(cases.length).toBeGreaterThan(1_600);
    expect(tried.filter(({ library }) => library).length).toBeGreaterThan(cases.length / 2);
  });

  it("pass in rules where they pass by the library alone, but for the named ones", () => {
    const missing = tried.filter(({ library, rules }) => library && !rules);
    expect(missing.map(({ one }) => one.name).sort()).toEqual(Object.keys(lost).sort());
  });

  it("have a reason each where they do not pass", () => {
    const unexplained = tried.filter(({ rules, reason }) => !rules && reason === "");
    expect(unexplained.map(({ one }) => one.name)).toEqual([]);
  });

  it.each(sectionsOf(tried))("pass in rules as often as by the library alone, or oftener: %s", (_, of) => {
    const passed = (by: "library" | "rules") => of.filter((each) => each[by]).length;
    expect(passed("rules")).toBeGreaterThanOrEqual(passed("library"));
  });

  it("name time zones by their offset, which later Nodes know", () => {
    const passed = cases.filter(({ name }) => onLaterNode.includes(name)).map((one) => byRules(one).passes);
    expect(passed).toEqual(onLaterNode.map(() => Number.parseInt(process.versions.node, 10) >= 22));
  });

  it("are told in docs/cel.md as they pass now", async () => {
    const file = join(import.meta.dirname, "../../docs/cel.md");
    await expect(conformanceReport(tried, withMessages)).toMatchFileSnapshot(file);
  });
});
