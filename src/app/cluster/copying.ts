/** The work of a machine that follows: it reads the log of the cluster and does in its database what others wrote. */
import { type EpochEngine, LogGap } from "../../cluster/engine.ts";
import type { Clock } from "../../lib/clock.ts";
import { createRepeats, type Log } from "../../lib/log.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Store } from "../../store/store.ts";
import { type StoreWrite, writeOf } from "../../store/write.ts";
import type { ClusterMessage, TermMessage } from "./message.ts";

export interface CopyingParts {
  readonly shared: EpochEngine;
  readonly store: Pick<Store, "follow" | "place">;
  /** The form of this program's database: what one of a newer form wrote it cannot do. */
  readonly format: number;
  /** The clock of time that passes, which nobody sets. */
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called with each write once it is done here. */
  done(write: StoreWrite): void;
  /** Called with each term that somebody began, and the place of it. */
  began(term: TermMessage, place: number): void;
}

/** Why the copy does not go on: it is to be made anew, or a person has to look. */
type CopyEnd = "anew" | "newer" | "ahead";

export interface Copying {
  /** The place of the log up to which it was read. */
  place(): number;
  /** The newest term that was read. */
  term(): number;
  /** Resolves once the log was read up to a place; rejects with the reason of the signal. */
  reached(place: number): Promise<void>;
  /** Resolves with the reason where it cannot go on. */
  readonly ended: Promise<CopyEnd>;
}

/** Where the disk did not take a write it is tried again: nothing may be left out. */
const againMs = 1_000;

export function startCopying(parts: CopyingParts): Copying {
  const { shared, store, signal } = parts;
  let place = store.place();
  let term = 0;
  const waiting = new Set<{ readonly place: number; resolve(): void; reject(why: unknown): void }>();
  const moved = (to: number): void => {
    place = to;
    for (const one of waiting) if (one.place <= to && waiting.delete(one)) one.resolve();
  };
  signal.addEventListener("abort", () => {
    for (const one of waiting) one.reject(signal.reason);
    waiting.clear();
  });
  const take = createTake(parts);
  const copy = async (): Promise<CopyEnd> => {
    for await (const { sequence, message, ...stamp } of shared.log.read(place, signal)) {
      if (stamp.format > parts.format) return "newer";
      if (message !== undefined) await take(message as ClusterMessage, sequence);
      term = Math.max(term, stamp.term);
      moved(sequence);
      if (message?.kind === "term") parts.began(message as TermMessage, sequence);
      if (signal.aborted) break;
    }
    throw signal.reason;
  };
  return {
    place: () => place,
    term: () => term,
    reached: (wanted) =>
      new Promise((resolve, reject) => {
        if (wanted <= place) resolve();
        else if (signal.aborted) reject(signal.reason);
        else waiting.add({ place: wanted, resolve, reject });
      }),
    ended: copy().catch((error: unknown) => {
      if (error instanceof LogGap) return error.reason === "shorter" ? "ahead" : "anew";
      if (signal.aborted) return new Promise<never>(() => {});
      parts.log.error({ error: String(error), place }, "this database contradicts the log of the cluster");
      return "anew";
    }),
  };
}

/** Does a message here; what is no write changes nothing. Throws where the database contradicts it: a bug, or damage. */
function createTake({ store, clock, log, signal, done }: CopyingParts) {
  const begins = "what the cluster wrote cannot be written here";
  const failures = createRepeats(log, {
    level: "error",
    begins,
    ends: "what the cluster wrote is written here",
  });
  return async (message: ClusterMessage, sequence: number): Promise<void> => {
    if (message.kind === "term" || message.kind === "proof") return;
    const write = writeOf(message);
    for (;;) {
      try {
        store.follow(write, sequence);
        failures.ended("", {});
        return done(write);
      } catch (error) {
        if (!(error instanceof StoreError) || error.fault === "damaged") throw error;
        failures.failed("", error.message, { error: error.message });
        await new Promise<void>((resolve) => clock.after(againMs, resolve));
        signal.throwIfAborted();
      }
    }
  };
}
