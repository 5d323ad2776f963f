/** Rules that tell what an earlier rule tells already. */
import { type Claim, canBe } from "./cases.ts";
import type { Condition } from "./check-condition.ts";
import type { Facts } from "./field-facts.ts";

/** A rule as far as others may stand in its way. */
export interface Told {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Undefined: it holds for every event. */
  readonly condition: Condition | undefined;
  readonly facts: Facts;
  readonly severity: string;
  readonly cooldown: string | undefined;
  readonly notify: readonly string[];
  /** Everything else that decides when and for whom it fires; only rules that agree in it are compared. */
  readonly rest: string;
  /** More than the event at hand decides whether it fires. */
  readonly looksBack: boolean;
}

export interface Shadow {
  readonly rule: Told;
  readonly by: Told;
  /** `same`: both fire for the same events. `wider`: the other one fires for these events and for more. */
  readonly kind: "same" | "wider";
}

/** Of rules that cannot be told apart more quickly, the most that one is compared with. */
const mostCompared = 20;

/** At most one shadow of each rule, in the order of the rules. */
export function findShadows(rules: readonly Told[]): Shadow[] {
  const earlier = new Map<string, Told[]>();
  return rules.flatMap((rule) => {
    const marks = [...marksOf(rule)].sort();
    const candidates = subsetsOf(marks).flatMap((some) => earlier.get(place(rule, some)) ?? []);
    const compared = candidates.slice(0, mostCompared);
    const shadow = compared.map((by) => shadowOf(rule, by)).find((found) => found !== undefined);
    const own = place(rule, marks);
    const there = earlier.get(own);
    if (there === undefined) earlier.set(own, [rule]);
    else if (there.length < mostCompared) there.push(rule);
    return shadow ?? [];
  });
}

function place({ rest }: Told, marks: readonly string[]): string {
  return JSON.stringify([rest, ...marks]);
}

function shadowOf(rule: Told, by: Told): Shadow | undefined {
  if (!implies(rule, by)) return undefined;
  const hasSameNotify = includesAll(by.notify, rule.notify) && includesAll(rule.notify, by.notify);
  if (hasSameNotify && implies(by, rule)) return { rule, by, kind: "same" };
  const isOwnAlert = by.cooldown !== undefined || rule.looksBack;
  if (isOwnAlert || by.severity !== rule.severity || !includesAll(by.notify, rule.notify)) return undefined;
  return { rule, by, kind: "wider" };
}

function includesAll(all: readonly string[], some: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

const always: Claim = { kind: "constant", value: true };

/** Whether every event for which `one` holds is one for which `other` holds. */
function implies(one: Told, other: Told): boolean {
  if (other.condition === undefined) return true;
  // A list is its file's own.
  if (one.file !== other.file && [one, other].some(namesLists)) return false;
  const [claim, weaker] = [one.condition?.claim ?? always, other.condition.claim];
  const wanted = [
    { claim, outcomes: ["true" as const] },
    { claim: weaker, outcomes: ["false" as const, "neither" as const] },
  ];
  return !canBe(wanted, one.facts);
}

function namesLists({ condition }: Told): boolean {
  return condition?.source.includes("lists.") === true;
}

/**
 * What a condition asks for by equality, and what it asks that is not looked into. A rule can only be shadowed by one
 * that asks for nothing else of the kind, so thousands of rules about a stock each are not all compared.
 */
function marksOf({ condition }: Told): Set<string> {
  const marks = new Set<string>();
  const add = (claim: Claim): void => {
    if (claim.kind === "and") {
      add(claim.left);
      add(claim.right);
    }
    if (claim.kind === "opaque") marks.add(claim.key);
    if (claim.kind !== "comparison" || claim.values.length !== 1) return;
    const [{ low, high } = {}] = claim.values;
    if (low !== undefined && low.value === high?.value)
      marks.add(`${claim.term}=${JSON.stringify(low.value)}`);
  };
  if (condition !== undefined) add(condition.claim);
  return marks;
}

/** Every choice of the marks; of very many only all of them. */
function subsetsOf(marks: readonly string[]): string[][] {
  if (marks.length > 6) return [[...marks]];
  const subsets: string[][] = [[]];
  for (const mark of marks) subsets.push(...subsets.map((subset) => [...subset, mark]));
  return subsets;
}
