import { describe, expect, it } from "vitest";
import { builtInTypes, eventTypesOf } from "../../../src/files/event-types.ts";
import type { EventTypes } from "../../../src/model/event-types.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { rulesJsonSchema } from "../../../src/rules/schema/rule-schema.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { entry } from "../support.ts";

const types = eventTypesOf({ recordSources: [{ name: "summaries", from: "market/fins/summary" }] });

function compile(lines: string, known: EventTypes = types) {
  const text = `rules:\n  - name: test\n    title: fired\n${lines}`;
  return compileRuleTexts([{ file: "test.yaml", text }], { notify: [], types: known, hash: "" });
}

function problemsOf(lines: string, known?: EventTypes) {
  const loaded = compile(lines, known);
  return loaded.ok
    ? []
    : loaded.problems.map(({ line, column, message, suggestion }) => [line, column, message, suggestion]);
}

describe("rules about a watched set of records", () => {
  it("see its fields with their types", () => {
    const loaded = compile(
      "    on: market.fins-summary.*\n    when: now.netSales > 1000 && now.disclosedDate >= '2026-01-01'\n",
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const now = { code: "7203", disclosedDate: "2026-11-20", netSales: 1200 };
    for (const verb of ["added", "changed", "corrected", "removed"] as const)
      expect(loaded.rules.match(entry({ type: `market.fins-summary.${verb}`, now }))).toHaveLength(1);
    const small = entry({ type: "market.fins-summary.added", now: { ...now, netSales: 2 } });
    expect(loaded.rules.match(small)).toEqual([]);
  });

  it("are told a misspelt field, a wrong type and an example that no event is like, each at its place", () => {
    const on = "    on: market.fins-summary.added\n";
    expect(problemsOf(`${on}    when: now.netSale > 1000\n`)).toEqual([
      [5, 15, "`now` has no field `netSale`", "did you mean `netSales`?"],
    ]);
    expect(problemsOf(`${on}    when: now.netSales > "1000"\n`)).toMatchObject([
      [5, 26, expect.stringContaining("these do not go together"), expect.any(String)],
    ]);
    const fires = "{ type: market.fins-summary.added, now: { netSale: 1 } }";
    expect(problemsOf(`${on}    examples:\n      - fires: ${fires}\n`)).toMatchObject([
      [6, 58, "events of type market.fins-summary.added have no field `netSale`", expect.any(String)],
    ]);
  });

  it("are told which source would give a type that no source of the settings gives", () => {
    const asked = "    on: [source.failed, market.short-ratio.added]\n";
    expect(problemsOf(asked)).toEqual([
      [
        4,
        25,
        "no source of the settings gives `market.short-ratio.added`",
        "a source with `from: market/markets/short-ratio` would",
      ],
    ]);
    expect(problemsOf("    on: market.equities-master.*\n")).toMatchObject([
      [4, 9, "no source of the settings gives `market.equities-master.*`", expect.any(String)],
    ]);
  });

  it("are told what a misspelt type was meant to be", () => {
    expect(problemsOf("    on: market.fins-sumary.added\n")).toMatchObject([
      [
        4,
        9,
        "there is no event type `market.fins-sumary.added`",
        "did you mean `market.fins-summary.added`?",
      ],
    ]);
    expect(problemsOf("    on: market.short-rato.*\n")).toMatchObject([
      [4, 9, "there is no event type `market.short-rato.*`", "did you mean `market.short-ratio.*`?"],
    ]);
  });

  it("stay apart from those of another installation", () => {
    const on = "    on: market.fins-summary.added\n";
    expect(problemsOf(on)).toEqual([]);
    expect(problemsOf(on, eventTypesOf({ recordSources: [] }))).toHaveLength(1);
    expect(problemsOf(on, builtInTypes)).toHaveLength(1);
  });
});

describe("what goes with the rules", () => {
  it("a subscription's condition sees the fields too", () => {
    const compileFilter = createFilterCompiler(types);
    expect(compileFilter("now.netSales > 1000", ["market.*"]).ok).toBe(true);
    expect(compileFilter("now.netSale > 1000", ["market.*"])).toMatchObject({
      ok: false,
      message: expect.stringContaining("did you mean `netSales`?"),
    });
    expect(createFilterCompiler(builtInTypes)("now.netSales > 1000", ["market.*"]).ok).toBe(false);
  });

  it("the schema for editors names the types", () => {
    expect(JSON.stringify(rulesJsonSchema(types, notifySchemes()))).toContain(
      "market.fins-summary.corrected",
    );
    expect(JSON.stringify(rulesJsonSchema(builtInTypes, notifySchemes()))).not.toContain(
      "market.fins-summary",
    );
  });
});
