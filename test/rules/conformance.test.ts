import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allCases } from "./conformance/cases.ts";
import { byOverloads, reasonFor } from "./conformance/reasons.ts";
import { conformanceReport } from "./conformance/report.ts";
import { byLibrary, byOurEnvironment, byRules } from "./conformance/run-case.ts";

const { cases, withMessages } = allCases();
const tried = cases.map((one) => ({
  one,
  library: byLibrary(one).passes,
  environment: byOurEnvironment(one).passes,
  inRules: byRules(one),
}));
const beyond = "the library alone does not pass it either";

describe("the published conformance cases", () => {
  it("are there, most of them without messages, and most of those pass by the library alone", () => {
    expect(cases.length + withMessages).toBe(2_344);
    expect(cases.length).toBeGreaterThan(1_600);
    expect(tried.filter(({ library }) => library).length).toBeGreaterThan(cases.length / 2);
  });

  it("pass with our functions and overloads where they pass without, but for the named ones", () => {
    const lost = tried.filter(({ library, environment }) => library && !environment);
    expect(lost.map(({ one }) => one.name).sort()).toEqual(Object.keys(byOverloads).sort());
  });

  it("pass in rules where they pass by the library alone, or are left out for a reason", () => {
    const unexplained = tried.filter(
      ({ one, library, inRules }) => library && !inRules.passes && reasonFor(one, inRules) === undefined,
    );
    expect(
      unexplained.map(({ one, inRules }) => `${one.name}: ${one.expression}: ${inRules.refusal}`),
    ).toEqual([]);
  });

  it("never are answered otherwise in rules than the library does, where both have a value", () => {
    const wrong = tried.filter(
      ({ one, library, inRules }) =>
        library && !inRules.passes && inRules.refusal === undefined && typeof one.expected === "object",
    );
    expect(wrong.map(({ one }) => one.name)).toEqual([]);
  });

  it("are told in docs/cel.md as they pass now", async () => {
    const judged = tried.map(({ one, library, environment, inRules }) => ({
      one,
      library,
      environment,
      rules: inRules.passes,
      reason: library ? (reasonFor(one, inRules) ?? "") : beyond,
    }));
    const file = join(import.meta.dirname, "../../docs/cel.md");
    await expect(conformanceReport(judged, withMessages)).toMatchFileSnapshot(file);
  });
});
