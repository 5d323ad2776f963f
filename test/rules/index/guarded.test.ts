import { describe, expect, it } from "vitest";
import type { Variables } from "../../../src/rules/cel/language.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { startSearch } from "../../../src/rules/index/candidates.ts";
import { equal, type Relation } from "../../../src/rules/index/guards.ts";
import { askGuarded, createGuarded } from "../../../src/rules/index/rule-index.ts";
import { entry, rulesOf } from "../support.ts";

const [rule] = rulesOf("rules: [{ name: a, on: short.report.opened, title: x }]").rules;

/** As many candidates as there are sellers, grouped by a relation of the seller to theirs. */
function groupOf(relation: Relation, sellers: readonly string[]) {
  if (rule === undefined) throw new Error("there is a rule");
  const reading = { name: "now.seller", type: "string" as const, read: seller };
  const members = sellers.map((limit, order) => {
    const guard = { reading, relation, limit };
    return { limit, candidate: { rule, order, guard, tests: undefined, asksCondition: false } };
  });
  return createGuarded({ reading, relation, limit: "" }, members);
}

const seller = ({ event }: Variables) => event.data.now.seller as string;

function found(group: ReturnType<typeof groupOf>, name: string): number {
  const { event } = entry({ type: "short.report.opened", now: { seller: name } });
  const search = startSearch(
    variablesOf(event),
    { counts: new Map(), stopped: new Set() },
    new Float64Array(100),
  );
  askGuarded(group, search);
  return search.found?.length ?? 0;
}

const sellers = Array.from({ length: 1_000 }, (_, at) => `Example Capital ${at}`);

describe("rules that compare one text", () => {
  it("remember who held for it, which is the same the next time", () => {
    const group = groupOf(equal, sellers);
    expect([found(group, "Example Capital 7"), found(group, "Example Capital 7")]).toEqual([1, 1]);
    expect(found(group, "Unwatched")).toBe(0);
    expect([...group.held.keys()]).toEqual(["Example Capital 7", "Unwatched"]);
  });

  it("remember nothing where nearly all hold, which would take memory for each text", () => {
    const group = groupOf({ kind: "search", holds: (value, limit) => value !== limit }, sellers);
    expect([found(group, "Example Capital 7"), found(group, "Unwatched")]).toEqual([999, 1_000]);
    expect(group.held.size).toBe(0);
  });
});
