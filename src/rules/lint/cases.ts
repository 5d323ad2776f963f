/**
 * The cases in which claims come to given outcomes. A case that is found is only not shown to be impossible; where
 * none is found, there is none.
 */
import type { Facts } from "./field-facts.ts";
import { complement, intersection, type ValueSet } from "./value-set.ts";

/** A condition as far as it can be reasoned about: claims about single values, joined by and, or, not. */

/** What an expression comes to: true, false, or neither, since a field that it needs is absent. */
type Outcome = "true" | "false" | "neither";

export type Claim =
  | { readonly kind: "and" | "or"; readonly left: Claim; readonly right: Claim }
  | { readonly kind: "not"; readonly of: Claim }
  | { readonly kind: "choice"; readonly test: Claim; readonly yes: Claim; readonly no: Claim }
  | Atom;

type Atom =
  | { readonly kind: "constant"; readonly value: boolean }
  | Comparison
  /** `has(path)`: true where it is there, false where not. */
  | { readonly kind: "presence"; readonly path: string }
  /** Not looked into: the same text has the same outcome. */
  | { readonly kind: "opaque"; readonly key: string; readonly needs: readonly string[] };

/** A value against literals. */
interface Comparison {
  readonly kind: "comparison";
  /** The compared expression; the same text has the same value. */
  readonly term: string;
  readonly type: "number" | "string";
  /** Every number or text that the expression can be, as far as its form says. */
  readonly range: ValueSet;
  /** The values for which it is true. */
  readonly values: ValueSet;
  /** Whether it is true for what is in no order with the literals: no number, or a value of another type. */
  readonly others: boolean;
  /** Paths without which it is neither true nor false. */
  readonly needs: readonly string[];
}

/** What is known of the values in one case. */
interface Case {
  readonly terms: ReadonlyMap<string, Known>;
  readonly there: ReadonlyMap<string, boolean>;
  readonly opaque: ReadonlyMap<string, Outcome>;
}

interface Known {
  readonly type: "number" | "string";
  readonly values: ValueSet;
  readonly others: boolean;
}

/** Beyond this nothing is claimed: conditions of people have few cases. */
const mostCases = 64;
const mostSteps = 1_000;

/** How many steps may still be taken; questions about one condition share it. */
export interface Budget {
  steps: number;
}

export interface Wanted {
  readonly claim: Claim;
  readonly outcomes: readonly Outcome[];
}

/** Whether events may be for which each claim has one of its outcomes; true where that is not known. */
export function canBe(
  wanted: readonly Wanted[],
  facts: Facts,
  shared: Budget = { steps: mostSteps },
): boolean {
  const budget = { steps: Math.min(mostSteps, shared.steps) };
  const before = budget.steps;
  const answer = search(wanted, { facts, budget });
  shared.steps -= before - budget.steps;
  return answer;
}

function search(wanted: readonly Wanted[], around: Search): boolean {
  let cases: Case[] = [{ terms: new Map(), there: new Map(), opaque: new Map() }];
  for (const { claim, outcomes } of wanted) {
    cases = casesOfAny(claim, outcomes, cases, around);
    if (around.budget.steps < 0 || cases.length > mostCases) return true;
  }
  return cases.length > 0;
}

/**
 * The cases that are left of these where the claim has one of the outcomes. Not to be true is one thing, not two: of
 * claims that are joined by `and`, one that is not true is enough, whatever the others come to.
 */
function casesOfAny(claim: Claim, outcomes: readonly Outcome[], cases: Case[], around: Search): Case[] {
  const [missing, ...others] = (["true", "false"] as const).filter((one) => !outcomes.includes(one));
  const isAllBut = missing !== undefined && others.length === 0 && outcomes.includes("neither");
  if (!isAllBut || cases.length === 0 || around.budget.steps < 0)
    return outcomes.flatMap((outcome) => casesOf({ claim, outcome }, cases, around));
  if (claim.kind === "not") return casesOfAny(claim.of, [missing, "neither"], cases, around);
  if (claim.kind !== "and" && claim.kind !== "or")
    return outcomes.flatMap((outcome) => casesOf({ claim, outcome }, cases, around));
  const { left, right } = claim;
  const oneIsEnough = (claim.kind === "and") === (missing === "true");
  const first = casesOfAny(left, outcomes, cases, around);
  if (!oneIsEnough) return casesOfAny(right, outcomes, first, around);
  return [...first, ...casesOfAny(right, outcomes, cases, around)];
}

interface Search {
  readonly facts: Facts;
  readonly budget: Budget;
}

interface Goal {
  readonly claim: Claim;
  readonly outcome: Outcome;
}

/** The cases that are left of these. */
function casesOf({ claim, outcome }: Goal, cases: Case[], around: Search): Case[] {
  const { budget, facts } = around;
  budget.steps -= cases.length * weightOf(claim);
  if (cases.length === 0 || budget.steps < 0) return cases;
  return waysTo(claim, outcome).flatMap((way) => {
    if (way.length === 1 && way[0] !== undefined && isAtom(way[0].claim)) {
      const { claim: atom, outcome: its } = way[0];
      return cases.flatMap((each) => withOutcome(each, { atom, outcome: its, facts }) ?? []);
    }
    return way.reduce((left, goal) => casesOf(goal, left, around), cases);
  });
}

// Each range of values is looked at.
function weightOf(claim: Claim): number {
  return claim.kind === "comparison" ? 1 + claim.values.length / 10 : 1;
}

function isAtom(claim: Claim): claim is Atom {
  return !["and", "or", "not", "choice"].includes(claim.kind);
}

/** Every way to the outcome: each is a list of goals that have to be reached together. */
function waysTo(claim: Claim, outcome: Outcome): readonly (readonly Goal[])[] {
  switch (claim.kind) {
    case "and":
      return joined(claim, outcome, "false");
    case "or":
      return joined(claim, outcome, "true");
    case "not": {
      const turned = { true: "false", false: "true", neither: "neither" } as const;
      return [[{ claim: claim.of, outcome: turned[outcome] }]];
    }
    case "choice": {
      const { test, yes, no } = claim;
      const ways = [
        [
          { claim: test, outcome: "true" as const },
          { claim: yes, outcome },
        ],
        [
          { claim: test, outcome: "false" as const },
          { claim: no, outcome },
        ],
      ];
      return outcome === "neither" ? [...ways, [{ claim: test, outcome }]] : ways;
    }
    default:
      return [[{ claim, outcome }]];
  }
}

/** One side that decides is enough, whatever the other comes to; else both have to be the opposite. */
function joined(
  { left, right }: { left: Claim; right: Claim },
  outcome: Outcome,
  deciding: "true" | "false",
): Goal[][] {
  if (outcome === deciding) return [[{ claim: left, outcome }], [{ claim: right, outcome }]];
  const other = deciding === "true" ? "false" : "true";
  const both = (a: Outcome, b: Outcome): Goal[] => [
    { claim: left, outcome: a },
    { claim: right, outcome: b },
  ];
  if (outcome === other) return [both(other, other)];
  return [both("neither", "neither"), both("neither", other), both(other, "neither")];
}

interface Given {
  readonly atom: Atom;
  readonly outcome: Outcome;
  readonly facts: Facts;
}

/** The case with one more thing known, or undefined where that cannot be. */
function withOutcome(before: Case, { atom, outcome, facts }: Given): Case | undefined {
  switch (atom.kind) {
    case "constant":
      return outcome === (atom.value ? "true" : "false") ? before : undefined;
    case "presence":
      return outcome === "neither" ? undefined : withPath(before, atom.path, outcome === "true", facts);
    case "opaque": {
      const known = before.opaque.get(atom.key);
      if (known !== undefined && known !== outcome) return undefined;
      const after = { ...before, opaque: new Map(before.opaque).set(atom.key, outcome) };
      return outcome === "neither" ? after : withPaths(after, atom.needs, facts);
    }
    case "comparison":
      return outcome === "neither"
        ? withoutTerm(before, atom, facts)
        : withValues(before, { atom, outcome, facts });
  }
}

function withPaths(before: Case, paths: readonly string[], facts: Facts): Case | undefined {
  let after: Case | undefined = before;
  for (const path of paths) after = after && withPath(after, path, true, facts);
  return after;
}

function withPath(before: Case, path: string, isThere: boolean, facts: Facts): Case | undefined {
  const known = before.there.get(path) ?? facts.get(path)?.isThere;
  if (known !== undefined) return known === isThere ? before : undefined;
  return { ...before, there: new Map(before.there).set(path, isThere) };
}

// A field of a known kind has an outcome wherever it is there. Of other expressions that is not known.
function withoutTerm(before: Case, { term, type }: Comparison, facts: Facts): Case | undefined {
  const kind = facts.get(term)?.kind;
  const isOfKind = kind === (type === "number" ? "number" : "text");
  return isOfKind ? withPath(before, term, false, facts) : before;
}

function withValues(before: Case, { atom, outcome, facts }: Given & { atom: Comparison }): Case | undefined {
  const after = withPaths(before, atom.needs, facts);
  if (after === undefined) return undefined;
  const field = facts.get(atom.term);
  const isOfKind = field?.kind === (atom.type === "number" ? "number" : "text");
  const start = { type: atom.type, values: isOfKind ? field.values : atom.range, others: !isOfKind };
  const known = after.terms.get(atom.term) ?? start;
  // Numbers and texts have no common order: nothing is concluded from both.
  if (known.type !== atom.type) return after;
  const holds = outcome === "true";
  const values = intersection(known.values, holds ? atom.values : complement(atom.values));
  const others = known.others && atom.others === holds;
  if (values.length === 0 && !others) return undefined;
  return { ...after, terms: new Map(after.terms).set(atom.term, { type: atom.type, values, others }) };
}
