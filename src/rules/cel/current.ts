/**
 * What stands while rules are evaluated. An evaluation happens in one turn, so what it sees is set for that time, and
 * expressions need not be handed it.
 */
import type { Fields } from "../../model/event.ts";
import type { Evaluation } from "../../model/rule.ts";
import type { StandingValue } from "./what-stands.ts";

/** Values of what stands, for expressions. */
export interface StandingReads {
  /** A standing value for a group; undefined where there is none, or its source was never seen. */
  value(of: StandingValue, group: string): number | undefined;
  /** The item that a standing value gives for a group. */
  item(of: StandingValue, group: string): Fields | undefined;
  /** The newest item of a source about a subject. */
  latest(source: string, subject: string): Fields | undefined;
}

/** Does some work while what stands is as it was before the event. */
export type Before = <T>(work: () => T) => T;

/** As an evaluation of an event says it. */
export function beforeIn({ standing, before }: Pick<Evaluation, "standing" | "before">, seq: number) {
  return standing && before && (<T>(work: () => T) => before(seq, work));
}

interface Seen {
  readonly reads: StandingReads | undefined;
  readonly before: Before | undefined;
  /** Items as they were before the event, by value and group. */
  readonly were: Map<string, Fields | undefined>;
}

const nothing: Seen = { reads: undefined, before: undefined, were: new Map() };

let current = nothing;

/** Undefined where nothing is known of what stands: all values are absent then. */
export function standingNow(): StandingReads | undefined {
  return current.reads;
}

/** The item that a standing value gave for a group before the event; where time alone brings something about, that of now. */
export function itemBefore(of: StandingValue, group: string): Fields | undefined {
  const { reads, before, were } = current;
  if (reads === undefined || before === undefined) return reads?.item(of, group);
  const name = `${of.meaning} ${group}`;
  if (!were.has(name)) {
    were.set(
      name,
      before(() => reads.item(of, group)),
    );
  }
  return were.get(name);
}

/** Does some work for which this is what stands; `before` where it is about an event. */
export function seeing<T>(reads: StandingReads | undefined, work: () => T, before?: Before): T {
  const outer = current;
  if (outer.reads === reads && before === undefined) return work();
  current = { reads, before, were: new Map() };
  try {
    return work();
  } finally {
    current = outer;
  }
}
