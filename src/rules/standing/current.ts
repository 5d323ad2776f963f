/**
 * What stands while rules are evaluated. An evaluation happens in one turn, so what it sees is set for that time, and
 * expressions need not be handed it.
 */
import type { Fields } from "../../model/event.ts";
import type { StandingValue } from "./standing-value.ts";

/** Values of what stands, for expressions. */
export interface StandingReads {
  /** A standing value for a group; undefined where there is none, or its source was never seen. */
  value(of: StandingValue, group: string): number | undefined;
  /** The newest item of a source about a subject. */
  latest(source: string, subject: string): Fields | undefined;
}

let current: StandingReads | undefined;

/** Undefined where nothing is known of what stands: all values are absent then. */
export function standingNow(): StandingReads | undefined {
  return current;
}

/** Does some work for which this is what stands. */
export function seeing<T>(reads: StandingReads | undefined, work: () => T): T {
  if (current === reads) return work();
  const before = current;
  current = reads;
  try {
    return work();
  } finally {
    current = before;
  }
}
