/** Events that say that what was already published was rewritten, with what names the item that they are about. */
import type { EventDraft } from "./event.ts";
import type { EventType } from "./event-types.ts";

/** Fields of `now` that name the item. Ranks, comments and votes change all day and are no rewrites. */
const keys: Partial<Record<EventType, readonly string[]>> = {
  "margin.alert.corrected": ["code"],
  "short.report.corrected": ["code", "seller", "fund"],
  "statistics.series.revised": ["db", "code"],
};

/** The name of the item that an event tells as rewritten, in a form to show; undefined for any other event. */
export function rewrittenItem({
  type,
  data,
  rewrites,
}: Pick<EventDraft, "type" | "data" | "rewrites">): string | undefined {
  if (rewrites !== undefined) return rewrites;
  const fields = keys[type];
  return fields
    ?.map((field) => data.now[field])
    .filter((part) => part !== undefined)
    .join("/");
}
