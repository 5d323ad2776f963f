/** Reading the append-only log. Implemented by the store; the feed and the tools read through it. */
import type { Event } from "./event.ts";

export interface StoredEntry {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  /** The event as the JSON text that was committed, byte for byte. */
  readonly json: string;
}

export interface LogReader {
  /** Random id of this database; seq numbers mean something only within it. */
  readonly epoch: string;
  /** The last seq that was committed, 0 on an empty log. */
  head(): number;
  /** The oldest seq that is still kept; head() + 1 on an empty log. */
  oldest(): number;
  /** At most `limit` entries with seq > after, in order; one that is missing, up to the head, cannot be read. */
  read(after: number, limit: number): StoredEntry[];
}

/** Finding of a start: the database is not the one that was told of last. */
export interface PutBack {
  /** `older`: it ends before what was told; `another`: it has other entries under the same numbers. */
  readonly reason: "older" | "another";
  /** Its last entry then, 0 where it had none. */
  readonly head: number;
  /** The last entry that was told of the one before. */
  readonly told: number;
}

/** Entries at the end of the log that may be damaged without their time being lost. */
const lastOnes = 200;

/** The time of the newest entry that can be read, ms since 1970; of an empty log, long ago. */
export function lastTimeOf(log: LogReader): number {
  const last = log.read(Math.max(0, log.head() - lastOnes), lastOnes).at(-1);
  return last === undefined ? 0 : Date.parse((JSON.parse(last.json) as Event).time);
}
