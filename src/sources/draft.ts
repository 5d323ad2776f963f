import { known } from "../lib/known.ts";
import { changedFields, type EventDraft, type Fields } from "../model/event.ts";
import type { EventType } from "../model/event-types.ts";

export interface Told {
  type: EventType;
  subject: string;
  published?: string | undefined;
  occurred?: string | undefined;
  /** Name of the rewritten item, if the event says that something published was rewritten. */
  rewrites?: string | undefined;
  now: Fields;
  was?: Fields | undefined;
}

/** The draft of an event that the named source tells; what is undefined is left out. */
export function draft(sourceName: string, told: Told): EventDraft {
  const { now, was, ...rest } = told;
  const data = was === undefined ? { now } : { now, was, changed: changedFields(was, now) };
  return { ...known(rest), source: `/sources/${sourceName}`, data };
}
