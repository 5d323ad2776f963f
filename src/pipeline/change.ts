/** Everything that a poll, or the monitor itself, wants to write: what the last stages of the pipeline work on. */
import type { Failure } from "../lib/failure.ts";
import type { CommitBatch } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { newsTypes } from "../model/event-types.ts";
import type { Poll } from "./compare.ts";

export interface Change {
  /** Events in the order in which they go on the log. */
  readonly drafts: readonly EventDraft[];
  readonly batch: Pick<
    CommitBatch,
    "source" | "failedMails" | "again" | "forget" | "withheld" | "damaged" | "meta"
  >;
  /** The poll that it comes from, and what went wrong in it. */
  readonly poll?: Poll;
  readonly failure?: Failure;
}

/** Drafts news about a source itself. */
export function sourceNews(
  type: Extract<keyof typeof newsTypes, `source.${string}`>,
  source: string,
  more: Record<string, unknown>,
): EventDraft {
  return { type, source: `/sources/${source}`, subject: source, data: { now: { source, ...more } } };
}
