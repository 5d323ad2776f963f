/** Which of its conjuncts a rule is grouped by. */
import type { Language } from "../cel/language.ts";
import type { Node } from "../cel/syntax.ts";
import { type Guard, guard, sharedTruth } from "./guards.ts";
import type { Relation } from "./relations.ts";

interface Chosen {
  readonly guard: Guard | undefined;
  /** The other conjuncts. */
  readonly rest: readonly Node[];
}

/** The one that lets the fewest events through, as far as its kind tells. */
export function chooseGuard(nodes: readonly Node[], language: Language): Chosen {
  const guards = nodes.map((node) => guard(node, language));
  const chosen =
    ofKind("limit", guards) ??
    ofKind("search", guards) ??
    firstTruth(nodes, guards, language) ??
    ofKind("exclusion", guards);
  return { guard: chosen?.guard, rest: nodes.filter((_, place) => place !== chosen?.place) };
}

interface Placed {
  readonly guard: Guard;
  readonly place: number;
}

function ofKind(kind: Relation["kind"], guards: readonly (Guard | undefined)[]): Placed | undefined {
  const place = guards.findIndex((each) => each?.relation.kind === kind);
  const guard = guards[place];
  return guard && { guard, place };
}

/** Of those that are no guards otherwise. */
function firstTruth(
  nodes: readonly Node[],
  guards: readonly (Guard | undefined)[],
  language: Language,
): Placed | undefined {
  for (const [place, node] of nodes.entries()) {
    const truth = guards[place] === undefined ? sharedTruth(node, language) : undefined;
    if (truth !== undefined) return { guard: truth, place };
  }
  return undefined;
}
