/** Parts of a condition that another part beside them makes needless. */
import type { Node } from "../cel/syntax.ts";
import type { Claim, Wanted } from "./cases.ts";

export interface Implied {
  readonly part: Node;
  /** Where `and` joins them, it is never true without the part; where `or` does, whenever the part is. */
  readonly by: Node;
}

export interface Reasoning {
  claimOf(node: Node): Claim;
  /** Whether some event may be for which each claim has one of its outcomes. */
  canBe(wanted: readonly Wanted[]): boolean;
}

/** Longer chains are left alone: each pair of parts is looked at. */
const mostParts = 12;

/** @param parts the operands of a chain of one operator, in order */
export function impliedParts(
  parts: readonly Node[],
  op: "&&" | "||",
  { claimOf, canBe }: Reasoning,
): Implied[] {
  if (parts.length > mostParts) return [];
  const claims = parts.map(claimOf);
  const names = claims.map((claim) => new Set(namesIn(claim)));
  const found: (Implied | undefined)[] = parts.map(() => undefined);
  const implies = (one: number, other: number): boolean => {
    const [claim, weaker] = [claims[one], claims[other]];
    if (claim === undefined || weaker === undefined) return false;
    return !canBe([
      { claim, outcomes: ["true"] },
      { claim: weaker, outcomes: ["false", "neither"] },
    ]);
  };
  // From the end on, so that of two that say the same the second is needless.
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at];
    if (part === undefined || isGuard(claims[at])) continue;
    const by = parts.findIndex((_, other) => {
      // Claims about different things do not follow from one another.
      if (other === at || found[other] !== undefined || !overlap(names[at], names[other])) return false;
      return op === "&&" ? implies(other, at) : implies(at, other);
    });
    const other = parts[by];
    if (other !== undefined) found[at] = { part, by: other };
  }
  return found.filter((one) => one !== undefined);
}

/** Whether a field is there, or which type an event has, is asked for clearness' sake before what needs it. */
function isGuard(claim: Claim | undefined): boolean {
  if (claim?.kind === "not") return isGuard(claim.of);
  if (claim?.kind === "and" || claim?.kind === "or") return isGuard(claim.left) && isGuard(claim.right);
  return claim?.kind === "presence" || (claim?.kind === "comparison" && claim.term === "event.type");
}

/** All that a claim is about. */
function namesIn(claim: Claim): string[] {
  switch (claim.kind) {
    case "and":
    case "or":
      return [...namesIn(claim.left), ...namesIn(claim.right)];
    case "not":
      return namesIn(claim.of);
    case "choice":
      return [claim.test, claim.yes, claim.no].flatMap(namesIn);
    case "comparison":
      return [claim.term, ...claim.needs];
    case "presence":
      return [claim.path];
    case "opaque":
      return [claim.key, ...claim.needs];
    default:
      return [];
  }
}

function overlap(some: ReadonlySet<string> | undefined, others: ReadonlySet<string> | undefined): boolean {
  return [...(some ?? [])].some((name) => others?.has(name) === true);
}
