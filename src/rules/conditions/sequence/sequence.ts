/** Events of several kinds that come one after another, or in any order, with none of another kind between them. */
import { type Duration, earliestOf } from "../../../model/duration.ts";
import { type EventCondition, lookAt, placeAt, type Seen } from "../condition.ts";
import { chainOf, endOfOrdered, endOfUnordered, forgetBegun, forgetKinds, matchOf } from "./completion.ts";

export interface Sequence {
  /** Whether an event is such a step; at most 16. */
  readonly steps: readonly ((seen: Seen) => boolean)[];
  /** Whether an event must not be between the first and the last. */
  readonly without?: ((seen: Seen) => boolean) | undefined;
  /** From the first to the last, its end included. */
  readonly within: Duration;
  readonly ordered: boolean;
  /** Most events of one key in the state, the newest. */
  readonly mostEntries: number;
}

/** When an event was, which steps it can be, a bit each (0: it must not be between them), and its number on the log. */
export type StepEntry = readonly [at: number, steps: number, seq?: number];

/**
 * Holds at the event that completes it, by the order of time, whichever comes last to us; each event is one step,
 * and those of a sequence that was completed begin no other.
 */
export function createSequence(made: Sequence): EventCondition {
  return {
    // Its steps read each event for themselves.
    read: undefined,
    knowsWhatWas: false,
    ceases: undefined,
    holdsAt: undefined,
    turnsAt: undefined,
    changesAt: undefined,
    foundAt: undefined,
    compared: undefined,
    take(memory, seen) {
      const entries = (memory ?? []) as StepEntry[];
      const entry = entryOf(made, seen);
      if (entry === undefined) return { memory: memory ?? undefined, ...nothing };
      const newest = Math.max(seen.at, entries.at(-1)?.[0] ?? seen.at);
      const from = earliestOf(newest, made.within, seen.calendar);
      forget(entries, countBefore(entries, from));
      if (seen.at < from) return { memory: entries.length === 0 ? undefined : entries, ...nothing };
      const place = placeAt(entries, seen.at);
      const isNewest = place === entries.length;
      entries.splice(place, 0, entry);
      const last = endAt(entries, made, { place, isNewest });
      const isFull = last === undefined && entries.length > made.mostEntries;
      const completed = last === undefined ? undefined : entries.splice(0, last + 1);
      if (isFull) forget(entries, entries.length - made.mostEntries);
      return {
        isFull,
        memory: entries.length === 0 ? undefined : entries,
        counts: true,
        holds: last !== undefined,
        lapsed: true,
        found: {},
        completed,
      };
    },
    look(memory, at, calendar) {
      const from = earliestOf(at, made.within, calendar);
      const entries = ((memory ?? []) as readonly StepEntry[]).filter(([seen]) => seen >= from);
      // An event that must not come between begins all steps anew.
      const broken = entries.findLastIndex(([, bits]) => bits === 0);
      const since = entries.slice(broken + 1);
      const found = (made.ordered ? chainOf : matchOf)(since, made.steps.length);
      return {
        ...lookAt(entries, {}),
        steps: made.steps.map((_, step) => found[step] !== undefined),
        stepSeqs: made.steps.map((_, step) => found[step]?.[2]),
        brokenAt: entries[broken]?.[0],
      };
    },
  };
}

const nothing = { counts: false, holds: false, lapsed: true, found: {} };

/** Takes so many from the front of the list, and from the caches that hang on it. */
function forget(entries: StepEntry[], count: number): void {
  if (count === 0) return;
  const gone = entries.splice(0, count);
  forgetBegun(entries, gone);
  forgetKinds(entries, gone);
}

/** Number of entries before a moment. */
function countBefore(entries: readonly StepEntry[], moment: number): number {
  let count = 0;
  while (count < entries.length && (entries[count]?.[0] ?? 0) < moment) count += 1;
  return count;
}

function entryOf({ steps, without }: Sequence, seen: Seen): StepEntry | undefined {
  const entry = (bits: number): StepEntry =>
    seen.seq === undefined ? [seen.at, bits] : [seen.at, bits, seen.seq];
  if (without?.(seen)) return entry(0);
  const bits = steps.reduce((sum, isStep, index) => (isStep(seen) ? sum | (1 << index) : sum), 0);
  return bits === 0 ? undefined : entry(bits);
}

/** Place of the last entry of the sequence that an entry completed; undefined: none is complete. */
function endAt(
  entries: readonly StepEntry[],
  { steps, ordered }: Sequence,
  { place, isNewest }: { readonly place: number; readonly isNewest: boolean },
): number | undefined {
  return ordered
    ? endOfOrdered(entries, steps.length, isNewest)
    : endOfUnordered(entries, steps.length, place, isNewest);
}
