import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileExpression } from "../../../src/rules/cel/compile-expression.ts";
import { languageFor } from "../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import { checkCondition, readCondition } from "../../../src/rules/lint/check-condition.ts";
import { factsAbout, intersection } from "../../../src/rules/lint/field-facts.ts";
import { isAlways, isNever, possibleValues } from "../../../src/rules/lint/ranges.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { chain, comparison, condition, event, lists, types } from "./random-conditions.ts";

const language = languageFor(types, builtInTypes, { lists });
const facts = factsAbout(types, builtInTypes, language);
const ground = { facts, lists };

/** Whether an event meets a condition, as it is evaluated. */
function meets(source: string): (each: ExampleEvent) => boolean {
  const expression = compileExpression(source, language);
  return (each) => expression.evaluate(variablesOf(exampleEvent(each))) === true;
}

const treeOf = (source: string) => readCondition(source, language).tree;
const numRuns = runsOf({ quick: 500, long: 20_000 });
const events = fc.array(event, { minLength: 20, maxLength: 20 });

describe("what is claimed of a condition", () => {
  it("never is wrong about an event that meets it, or does not", () => {
    let claims = 0;
    fc.assert(
      fc.property(fc.oneof(condition, chain), events, (source, all) => {
        const [never, always] = [isNever([treeOf(source)], ground), isAlways(treeOf(source), ground)];
        if (!never && !always) return;
        claims += 1;
        const isMet = meets(source);
        for (const each of all) expect([source, each, isMet(each)]).toEqual([source, each, always]);
      }),
      { numRuns },
    );
    // Or nothing was tried.
    expect(claims).toBeGreaterThan(numRuns / 10);
  });

  it("never is wrong about a part that another part makes needless", () => {
    let claims = 0;
    const operator = fc.constantFrom("&&" as const, "||" as const);
    const anyParts = fc.array(comparison, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(anyParts, operator, events, (written, op, all) => {
        const parts = written.map((part) => `(${part})`);
        const source = parts.join(` ${op} `);
        const found = checkCondition(readCondition(source, language), language, [facts]);
        const needless = found.filter(({ suggestion }) => suggestion === "leave it out");
        // Each begins after its bracket.
        const starts = parts.map((_, index) => parts.slice(0, index).join(` ${op} `).length + (index && 4));
        const left = parts.filter(
          (_, index) => !needless.some((one) => one.index === (starts[index] ?? 0) + 1),
        );
        if (left.length === parts.length || left.length === 0) return;
        claims += 1;
        const [whole, rest] = [meets(source), meets(left.join(` ${op} `))];
        for (const each of all)
          expect([source, left, each, whole(each)]).toEqual([source, left, each, rest(each)]);
      }),
      { numRuns },
    );
    expect(claims).toBeGreaterThan(numRuns / 100);
  });

  it("never leaves out a value that a field has in an event that meets it", () => {
    const paths = fc.constantFrom("now.term", "now.code", "now.rank", "now.name", "was.rank", "event.type");
    fc.assert(
      fc.property(chain, paths, events, (source, path, all) => {
        const values = possibleValues(path, [treeOf(source)], ground);
        const field = compileExpression(path, language);
        const isMet = meets(source);
        for (const each of all.filter(isMet)) {
          const value = field.evaluate(variablesOf(exampleEvent(each)));
          if (typeof value !== "string" && typeof value !== "number") continue;
          const end = { value, included: true };
          expect([
            source,
            path,
            value,
            intersection(values ?? [{}], [{ low: end, high: end }]).length,
          ]).toEqual([source, path, value, 1]);
        }
      }),
      { numRuns },
    );
  });

  it.each([
    ["now.rank > 2 && now.rank < 1", "never"],
    ["now.rank < 1", "never"],
    ["now.rank >= 0", "always"],
    ["now.code == 'a' && now.code == 'b'", "never"],
    ["now.code == 'c' && now.code in lists.some", "never"],
    ["now.rank > 2 && (now.code == 'a' && !(now.rank >= 2))", "never"],
    ["now.term != 'daily' && now.term != 'weekly' && now.term != 'monthly'", "never"],
    ["event.published > '2026-02-01' && event.published < '2026-01-01'", "never"],
    ["(now.rank < 1 || now.rank < 0) && has(now.name)", "never"],
    ["has(now.code) || now.rank > 5", "always"],
    ["has(now.code) && now.term in ['daily', 'weekly', 'monthly']", "always"],
    ["has(now.name)", "open"],
    ["now.climbed > -5", "open"],
    ["now.climbed > 1 || now.climbed <= 1", "open"],
    ["now.rank == 1", "open"],
    ["was.rank >= 1", "open"],
    ["now.rank > 2 || now.rank < 1", "open"],
  ])("%s is %s true", (source, expected) => {
    const tree = treeOf(source);
    const claim = isNever([tree], ground) ? "never" : isAlways(tree, ground) ? "always" : "open";
    expect(claim).toBe(expected);
  });
});
