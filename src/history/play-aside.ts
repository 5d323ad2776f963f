/**
 * A play in a thread of its own: what a year of a market takes of memory is gone when its log is judged, and does not
 * have to be collected in small steps meanwhile.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Refused } from "../lib/refused.ts";
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

type PlayHeard = Pick<HistoryPlay, "progress" | "signal">;

/** How far the thread has come; then that it is done, or why it cannot be. */
export type PlaySaid =
  | { readonly played: Parameters<NonNullable<HistoryPlay["progress"]>> }
  | { readonly isDone: true }
  | { readonly refused: string };

/**
 * More memory for young objects than a thread usually has: a poll of all prices makes tens of megabytes that live as long
 * as it does, and would else be copied again and again until it ends.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 144 };

/** Rejects as playHistory does. In this thread where the program has no other, as from its sources. */
export function playAside(asked: PlayAsked, heard: PlayHeard): Promise<void> {
  const file = join(import.meta.dirname, "play-thread.js");
  if (!existsSync(file)) return playAsked(asked, heard);
  return endOf(new Worker(file, { workerData: asked, resourceLimits }), heard);
}

export async function playAsked({ watchlists, standing, ...asked }: PlayAsked, heard: PlayHeard) {
  const history = refusing(() => openHistoryReader(asked.config.history.file));
  const stands = (source: string) => standing.includes(source);
  try {
    await playHistory({ ...asked, ...heard, history, stands, watchlists: () => watchlists });
  } finally {
    history.close();
  }
}

async function endOf(worker: Worker, { progress, signal }: PlayHeard): Promise<void> {
  // It closes its database at the end of a poll.
  const stop = () => worker.postMessage("stop");
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    const refused = await new Promise<string | undefined>((resolve, reject) => {
      worker.on("message", (said: PlaySaid) => {
        if ("played" in said) progress?.(...said.played);
        else resolve("refused" in said ? said.refused : undefined);
      });
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`the play's thread ended with ${code}`)));
    });
    signal?.throwIfAborted();
    if (refused !== undefined) throw new Refused(refused);
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
