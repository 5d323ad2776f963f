/** One outage is told once, and its end once, however many polls fail in between. */
import type { Failure } from "../lib/failure.ts";
import type { Outage } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { newsTypes } from "../model/event-types.ts";

export interface Health {
  readonly drafts: EventDraft[];
  readonly outage: Outage | null;
}

/**
 * @param before the outage that is on record, null when all was well
 * @param failure what went wrong in this poll, undefined when nothing did
 */
export function health(
  source: string,
  before: Outage | null,
  failure: Failure | undefined,
  time: string,
): Health {
  if (failure === undefined) {
    if (before === null) return { drafts: [], outage: null };
    const { since, reason } = before;
    return { drafts: [sourceNews("source.recovered", source, { since, reason })], outage: null };
  }
  const { reason, message } = failure;
  if (before !== null) return { drafts: [], outage: before };
  const type = reason === "drifted" ? "source.drifted" : "source.failed";
  const outage = { since: time, reason, message };
  return { drafts: [sourceNews(type, source, { ...outage })], outage };
}

/** News about a source itself. */
export function sourceNews(
  type: Extract<keyof typeof newsTypes, `source.${string}`>,
  source: string,
  more: Record<string, unknown>,
): EventDraft {
  return { type, source: `/sources/${source}`, subject: source, data: { now: { source, ...more } } };
}
