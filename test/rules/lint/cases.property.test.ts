import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/app/files/event-types.ts";
import { compileExpression } from "../../../src/rules/cel/compile-expression.ts";
import { languageFor } from "../../../src/rules/cel/language.ts";
import { exampleEvent } from "../../../src/rules/examples.ts";
import { canBe } from "../../../src/rules/lint/cases.ts";
import { readCondition } from "../../../src/rules/lint/check-condition.ts";
import { factsOf } from "../../../src/rules/lint/field-facts.ts";
import { impliedParts } from "../../../src/rules/lint/implied-parts.ts";
import { readClaim } from "../../../src/rules/lint/read-claim.ts";
import { mayShare } from "../../../src/rules/lint/two-events.ts";
import type { ExampleEvent } from "../../../src/rules/schema/rule-schema.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { condition, event, lists, types } from "./random-conditions.ts";

const language = languageFor(types, builtInTypes, lists);
const facts = factsOf(types, builtInTypes, language);

type Outcome = "true" | "false" | "neither";

/** What the condition comes to for an event, as it is evaluated. */
function outcomeOf(source: string): (each: ExampleEvent) => Outcome {
  const expression = compileExpression(source, language);
  return (each) => {
    const value = expression.evaluate(language.bind(exampleEvent(each)));
    return value === undefined ? "neither" : value === true ? "true" : "false";
  };
}

const claimOf = (source: string) => readCondition(source, language).claim;
const outcomes = ["true", "false", "neither"] as const;
const numRuns = runsOf({ quick: 500, long: 20_000 });

describe("what is claimed of a condition", () => {
  it("never is wrong about what it comes to for an event, as it is evaluated", () => {
    let claims = 0;
    fc.assert(
      fc.property(condition, fc.array(event, { minLength: 20, maxLength: 20 }), (source, events) => {
        const never = outcomes.filter((one) => !canBe([{ claim: claimOf(source), outcomes: [one] }], facts));
        claims += never.length;
        const outcome = outcomeOf(source);
        for (const each of events) {
          expect([source, never, each]).not.toEqual([source, expect.arrayContaining([outcome(each)]), each]);
        }
      }),
      { numRuns },
    );
    // Or nothing was tried.
    expect(claims).toBeGreaterThan(numRuns / 10);
  });

  it("never is wrong about one condition following from another", () => {
    let claims = 0;
    fc.assert(
      fc.property(
        condition,
        condition,
        fc.array(event, { minLength: 20, maxLength: 20 }),
        (one, other, events) => {
          const wanted = [
            { claim: claimOf(one), outcomes: ["true" as const] },
            { claim: claimOf(other), outcomes: ["false" as const, "neither" as const] },
          ];
          if (canBe(wanted, facts)) return;
          claims++;
          const [first, second] = [outcomeOf(one), outcomeOf(other)];
          for (const each of events.filter((some) => first(some) === "true")) {
            expect([one, other, each, second(each)]).toEqual([one, other, each, "true"]);
          }
        },
      ),
      { numRuns },
    );
    expect(claims).toBeGreaterThan(numRuns / 50);
  });

  it("never is wrong about a part that another part makes needless", () => {
    let claims = 0;
    const chain = fc.array(condition, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        chain,
        fc.constantFrom("&&" as const, "||" as const),
        fc.array(event, { minLength: 20, maxLength: 20 }),
        (written, op, events) => {
          const parts = written.map((part) => `(${part})`);
          const nodes = parts.map((part) => readCondition(part, language).tree);
          const found = impliedParts(nodes, op, {
            claimOf: (node) => readClaim(node, lists),
            canBe: (wanted) => canBe(wanted, facts),
          });
          const needless = new Set(found.map(({ part }) => nodes.indexOf(part)));
          if (needless.size === 0) return;
          claims += 1;
          const left = parts.filter((_, index) => !needless.has(index));
          const [whole, rest] = [outcomeOf(parts.join(` ${op} `)), outcomeOf(left.join(` ${op} `))];
          for (const each of events)
            expect([parts, left, each, whole(each) === "true"]).toEqual([
              ...[parts, left, each],
              rest(each) === "true",
            ]);
        },
      ),
      { numRuns },
    );
    expect(claims).toBeGreaterThan(numRuns / 10);
  });

  it("never is wrong about two events that have no value in common", () => {
    let claims = 0;
    const both = fc.array(fc.tuple(event, event), { minLength: 30, maxLength: 30 });
    const paths = fc.constantFrom("now.term", "now.code", "now.rank", "now.name", "was.rank", "event.type");
    fc.assert(
      fc.property(condition, condition, paths, both, (one, other, path, events) => {
        const of = (source: string) => ({ claims: [claimOf(source)], facts });
        if (mayShare(path, of(one), of(other), { steps: 1_000 })) return;
        claims += 1;
        const value = compileExpression(path, language);
        const read = (each: ExampleEvent) => value.evaluate(language.bind(exampleEvent(each)));
        const [first, second] = [outcomeOf(one), outcomeOf(other)];
        for (const [a, b] of events) {
          const isPair = first(a) === "true" && second(b) === "true" && read(a) === read(b);
          expect([one, other, path, a, b, isPair]).toEqual([one, other, path, a, b, false]);
        }
      }),
      { numRuns },
    );
    expect(claims).toBeGreaterThan(numRuns / 50);
  });

  it.each([
    ["now.term == 'daily'", "now.term == 'weekly'", "now.term", false],
    ["now.term == 'daily'", "now.term == 'weekly'", "now.code", true],
    ["now.rank > 5", "now.rank < 3", "now.rank", false],
    ["now.rank > 5", "now.climbed < 3", "now.rank", true],
    ["event.type == 'forum.ranking.moved'", "event.type == 'forum.ranking.left'", "event.type", false],
    ["has(now.name)", "!has(now.name)", "now.name", false],
  ])("an event with %s and one with %s of the same %s: %j", (one, other, path, expected) => {
    const of = (source: string) => ({ claims: [claimOf(source)], facts });
    expect(mayShare(path, of(one), of(other), { steps: 1_000 })).toBe(expected);
  });

  it.each([
    ["now.rank > 2 && now.rank < 1", ["false"]],
    ["now.rank < 1", ["false"]],
    ["now.rank >= 0", ["true"]],
    ["now.rank > 1 || now.rank <= 1", ["true"]],
    ["now.code == 'a' && now.code == 'b'", ["false"]],
    ["now.code == 'a' && now.code in ['b', 'c']", ["false"]],
    ["now.code == 'c' && now.code in lists.some", ["false"]],
    ["now.climbed > 1 || now.climbed <= 1", ["true", "neither"]],
    ["!has(now.name) && now.name == 'a'", ["false", "neither"]],
    ["now.term != 'daily' && now.term != 'weekly' && now.term != 'monthly'", ["false"]],
    ["now.rank - was.rank > 5 && now.rank - was.rank < 2", ["false", "neither"]],
    ["event.published > '2026-02-01' && event.published < '2026-01-01'", ["false", "neither"]],
    ["now.name.contains('a') && !now.name.contains('a')", ["false", "neither"]],
    ["now.rank == 1", ["true", "false"]],
    ["was.rank == 1", ["true", "false", "neither"]],
    ["1 == 1 || was.rank == 1", ["true"]],
    ["now.rank > 2 ? now.rank < 1 : now.rank > 3", ["false"]],
  ])("%s can come to %j", (source, expected) => {
    expect(outcomes.filter((one) => canBe([{ claim: claimOf(source), outcomes: [one] }], facts))).toEqual(
      expected,
    );
  });
});
