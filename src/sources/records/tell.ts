import type { EventDraft } from "../../model/event.ts";
import type { RecordVerb } from "../../model/event-types.ts";
import type { WatchedRecord } from "../../upstreams/record-set.ts";
import { recordPrefix } from "../../upstreams/record-sets.ts";
import { draft } from "../draft.ts";
import type { RecordsOptions } from "./options.ts";
import { dayOf, itemName, subjectOf } from "./record-key.ts";

/** A record that is another one of the same day was corrected; one without a day, or of another one, has changed. */
export function rewriteVerb(
  was: WatchedRecord,
  now: WatchedRecord,
  { set }: RecordsOptions,
): "corrected" | "changed" {
  const day = dayOf(now, set);
  return !set.isAhead && day !== undefined && day === dayOf(was, set) ? "corrected" : "changed";
}

export function tell(
  verb: RecordVerb,
  now: WatchedRecord,
  options: RecordsOptions,
  was?: WatchedRecord,
): EventDraft {
  const { name, set } = options;
  const told = draft(name, {
    type: `${recordPrefix(set)}.${verb}`,
    subject: subjectOf(now, options),
    published: textOf(now, set.published),
    occurred: textOf(now, set.occurred),
    now,
    was,
  });
  return verb === "corrected" ? { ...told, rewrites: itemName(now, options) } : told;
}

function textOf(record: WatchedRecord, field: string | undefined): string | undefined {
  const value = field === undefined ? undefined : record[field];
  return typeof value === "string" ? value : undefined;
}
