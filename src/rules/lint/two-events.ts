/** Claims about two events that have some values in common, as the events of one sequence have those of `by`. */
import { type Budget, type Claim, canBe } from "./cases.ts";
import type { Facts } from "./field-facts.ts";
import { intersection } from "./value-set.ts";

/** What is known of one of the events. */
export interface OneEvent {
  readonly claims: readonly Claim[];
  readonly facts: Facts;
}

/** Whether two such events may have the same value at a path; true where that is not known. */
export function mayShare(path: string, one: OneEvent, other: OneEvent, budget: Budget): boolean {
  const rename = (name: string) => (name === path ? name : `other ${name}`);
  const facts = new Map(one.facts);
  for (const [name, its] of other.facts) if (name !== path) facts.set(rename(name), its);
  const [first, second] = [one.facts.get(path), other.facts.get(path)];
  if (first !== undefined && second !== undefined) {
    const isThere = first.isThere ?? second.isThere;
    if (second.isThere !== undefined && second.isThere !== isThere) return false;
    const isAlike = first.kind === second.kind;
    const values = isAlike ? intersection(first.values, second.values) : first.values;
    // Nothing is concluded from values of two kinds.
    facts.set(path, { values, kind: isAlike ? first.kind : undefined, isThere });
    if (isAlike && values.length === 0 && isThere === true) return false;
  }
  const claims = [...one.claims, ...other.claims.map((claim) => renamed(claim, rename))];
  const wanted = claims.map((claim) => ({ claim, outcomes: ["true" as const] }));
  return canBe(wanted, facts, budget);
}

function renamed(claim: Claim, rename: (name: string) => string): Claim {
  switch (claim.kind) {
    case "and":
    case "or":
      return { ...claim, left: renamed(claim.left, rename), right: renamed(claim.right, rename) };
    case "not":
      return { ...claim, of: renamed(claim.of, rename) };
    case "choice":
      return {
        ...claim,
        test: renamed(claim.test, rename),
        yes: renamed(claim.yes, rename),
        no: renamed(claim.no, rename),
      };
    case "comparison":
      return { ...claim, term: rename(claim.term), needs: claim.needs.map(rename) };
    case "presence":
      return { ...claim, path: rename(claim.path) };
    case "opaque":
      // What the expression comes to depends on more than the value that both have.
      return { ...claim, key: `other ${claim.key}`, needs: claim.needs.map(rename) };
    default:
      return claim;
  }
}
