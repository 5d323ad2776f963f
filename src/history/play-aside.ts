/**
 * A play in a thread of its own: what a year of a market takes of memory is gone when its log is judged, and does not
 * have to be collected in small steps meanwhile.
 */
import { Refused } from "../lib/problem.ts";
import { askAside, type Heard, type WorkerAnswers } from "../lib/worker.ts";
import { StoreError } from "../model/store-faults.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { openHistoryReader } from "../store/history/history.ts";
import { refusing } from "../store/sqlite-error.ts";
import { type HistoryPlay, playHistory } from "./play-history.ts";

/** Plain data, which one thread may give to another; the history is the config's. */
export interface PlayAsked extends Pick<HistoryPlay, "config" | "span" | "file"> {
  readonly watchlists: Watchlists;
  /** Sources of which what stands is to be on record. */
  readonly standing: readonly string[];
}

/** A day that begins, days that are done, all of them. */
type PlayProgress = [day: string, done: number, all: number];

/**
 * More memory for young objects than a thread usually has: a poll of all prices makes tens of megabytes that live as long
 * as it does, and would else be copied again and again until it ends.
 */
const limits = { maxYoungGenerationSizeMb: 144 };

/** Rejects with Refused where it cannot be written, and with the signal's reason. */
export async function playAside(asked: PlayAsked, heard: Heard<PlayProgress>): Promise<void> {
  const options = { program: "play-thread", answers: playAnswers, given: undefined, limits, isAwaited: true };
  try {
    await askAside(options, asked, heard);
  } finally {
    // A thread that is stopped closes its database at the end of a poll, and refuses then.
    heard.signal?.throwIfAborted();
  }
}

export const playAnswers: WorkerAnswers<undefined, PlayAsked, void, PlayProgress> =
  () =>
  async ({ watchlists, standing, ...asked }, heard) => {
    const history = refusing(() => openHistoryReader(asked.config.history.file));
    const stands = (source: string) => standing.includes(source);
    try {
      await playHistory({ ...asked, ...heard, history, stands, watchlists: () => watchlists });
    } catch (error) {
      throw error instanceof StoreError ? new Refused(error.message) : error;
    } finally {
      history.close();
    }
  };
