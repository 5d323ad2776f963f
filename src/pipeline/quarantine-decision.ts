/** What a person decides about a hold: the change that ends it. */
import type { Change } from "./diff.ts";
import type { House } from "./house.ts";
import { released, withheldOf } from "./quarantine-change.ts";

export type Decision = "release" | "discard";

/**
 * Both take the held values as the state. A release tells all that was held; a discard leaves the rewrite out, and
 * tells what else the held poll had found: a new report among the rewritten ones is news all the same. undefined
 * where nothing is held.
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
