/** Everything that a poll, or the monitor itself, wants to write: what the stages of the pipeline pass on. */
import type { Failure } from "../lib/failure.ts";
import type { CommitBatch } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import type { newsTypes } from "../model/event-types.ts";
import type { ReachedLimit } from "../model/rule.ts";
import type { PollsAround } from "../model/sighting.ts";
import type { StoreError } from "../model/store-faults.ts";
import type { Polled } from "../sources/source.ts";
import type { PollTick, Watched } from "./schedule.ts";

/** The result of one poll: an answer, or the reason why there is none. */
export interface Poll {
  readonly watched: Watched;
  readonly tick: PollTick;
  readonly result: Polled<unknown> | Failure;
  /** When it was asked, and the last answer before that; absent: there was none. */
  readonly asked?: Pick<PollsAround, "since" | "askedAt">;
}

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

/** A change that was written, or could not be. */
export interface Committed {
  readonly change: Change;
  /** Whether something was written that may be due by time. */
  readonly remembers: boolean;
  /** Limits of rules' states that are reached. */
  readonly limits: readonly ReachedLimit[];
  /** Everything that was written; absent where nothing could be. */
  readonly written?: CommitBatch;
  /** Reason why nothing could be written; the next poll finds the same differences again. */
  readonly error?: StoreError;
}

/** Drafts news about a source itself. */
export function sourceNews(
  type: Extract<keyof typeof newsTypes, `source.${string}`>,
  source: string,
  more: Record<string, unknown>,
): EventDraft {
  return { type, source: `/sources/${source}`, subject: source, data: { now: { source, ...more } } };
}
