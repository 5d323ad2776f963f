/** Keys of a rule by what they decide: what an alert says and to whom, or whether there is one. */
import { nearest } from "../../lib/text/nearest.ts";

/** With a mistake in one of these the rule fires all the same. */
const telling: ReadonlySet<string> = new Set([
  ...["description", "displayName", "title", "body", "texts", "labels", "data", "severity", "notify"],
  ...["cooldown", "resolveAfter", "enabled", "examples"],
]);

/** Whether a key only tells; one that is unknown counts as what it is a slip of. */
export function isTelling(key: string): boolean {
  return telling.has(key) || nearest(key, telling) !== undefined;
}
