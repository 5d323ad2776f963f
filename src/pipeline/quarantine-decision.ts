/** The change that a person's decision about a quarantine makes. */
import type { Change } from "./diff.ts";
import type { House } from "./house.ts";
import { released, withheldOf } from "./quarantine-change.ts";

export type Decision = "release" | "discard";

/**
 * Ends a quarantine; undefined if there is none. Both decisions take the new values as the state. A release tells all
 * events of the poll. A discard leaves the rewrite out and tells the others: a new report among rewritten ones is news
 * all the same.
 */
export function decide(
  name: string,
  decision: Decision,
  store: Pick<House["store"], "hold" | "heldDrafts" | "outage">,
): Change | undefined {
  const hold = store.hold(name);
  if (hold === null) return undefined;
  const drafts = store.heldDrafts(name);
  const told = decision === "release" ? drafts : drafts.filter(({ rewrites }) => rewrites === undefined);
  const news = released(name, hold, decision === "release" ? "released" : "discarded");
  const withheld = decision === "release" ? [] : withheldOf(name, hold, drafts, "discarded");
  const source = { name, put: [], drop: [], outage: store.outage(name), hold: "taken" as const };
  return { drafts: [news, ...told], batch: { source, withheld } };
}
