/** Events of several kinds that come one after another, or in any order, with none of another kind between them. */
import { type Duration, startOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { type Condition, lookAt, type Seen } from "./condition.ts";
import { placeAt } from "./window.ts";

export interface Sequence {
  /** Whether an event is such a step; at most 16. */
  readonly steps: readonly ((seen: Seen) => boolean)[];
  /** Whether an event must not be between the first and the last. */
  readonly without?: ((seen: Seen) => boolean) | undefined;
  readonly within: Duration;
  readonly ordered: boolean;
  /** How many events of one key are remembered, the newest. */
  readonly mostEntries: number;
}

/** When an event was, and which steps it can be, a bit each; 0: it must not be between them. */
type Entry = readonly [at: number, steps: number];

/**
 * Holds at the event that completes it, by the order of time, whichever comes last to us; each event is one step,
 * and those of a sequence that was completed begin no other.
 */
export function createSequence(made: Sequence): Condition {
  return {
    take(memory, seen) {
      const entries = (memory ?? []) as Entry[];
      const entry = entryOf(made, seen);
      if (entry === undefined) return { memory: memory ?? undefined, ...nothing };
      const newest = Math.max(seen.at, entries.at(-1)?.[0] ?? seen.at);
      const from = startOf(newest, made.within, seen.calendar);
      entries.splice(placeAt(entries, entry[0]), 0, entry);
      drop(entries, countUpTo(entries, from));
      const last = made.ordered
        ? endOfOrdered(entries, made, seen.calendar)
        : endOfUnordered(entries, made.steps.length);
      const isFull = last === undefined && entries.length > made.mostEntries;
      drop(entries, last === undefined ? entries.length - made.mostEntries : last + 1);
      return {
        isFull,
        memory: entries.length === 0 ? undefined : entries,
        counts: true,
        holds: last !== undefined,
        lapsed: true,
        found: {},
      };
    },
    look(memory, at, calendar) {
      const from = startOf(at, made.within, calendar);
      const entries = ((memory ?? []) as readonly Entry[]).filter(([seen]) => seen > from);
      // What must not come between begins them anew.
      const broken = entries.findLastIndex(([, bits]) => bits === 0);
      const since = entries.slice(broken + 1);
      const begun = made.ordered ? beginnings(since, made, calendar) : [];
      const steps = made.steps.map((_, step) =>
        made.ordered ? begun[step] !== undefined : since.some(([, bits]) => (bits & (1 << step)) !== 0),
      );
      return { ...lookAt(entries, {}), steps, brokenAt: entries[broken]?.[0] };
    },
  };
}

const nothing = { counts: false, holds: false, lapsed: true, found: {} };

function drop(entries: Entry[], count: number): void {
  if (count > 0) entries.splice(0, count);
}

/** How many of the first are not after a moment. */
function countUpTo(entries: readonly Entry[], moment: number): number {
  let count = 0;
  while (count < entries.length && (entries[count]?.[0] ?? 0) <= moment) count += 1;
  return count;
}

function entryOf({ steps, without }: Sequence, seen: Seen): Entry | undefined {
  if (without?.(seen)) return [seen.at, 0];
  const bits = steps.reduce((sum, isStep, index) => (isStep(seen) ? sum | (1 << index) : sum), 0);
  return bits === 0 ? undefined : [seen.at, bits];
}

/** Where the first sequence ends. */
function endOfOrdered(
  entries: readonly Entry[],
  made: Sequence,
  calendar: TradingCalendar,
): number | undefined {
  const begun: Begun = [];
  for (const [index, entry] of entries.entries()) {
    goOn(begun, entry, made, calendar);
    if (begun[made.steps.length - 1] !== undefined) return index;
  }
  return undefined;
}

/** How far sequences have come after some entries. */
function beginnings(entries: readonly Entry[], made: Sequence, calendar: TradingCalendar): Begun {
  const begun: Begun = [];
  for (const entry of entries) goOn(begun, entry, made, calendar);
  return begun;
}

/** Of each step when the sequence began that has come so far: of all of one length the one that began last goes furthest. */
type Begun = (number | undefined)[];

function goOn(begun: Begun, [at, bits]: Entry, { steps, within }: Sequence, calendar: TradingCalendar): void {
  if (bits === 0) begun.length = 0;
  for (let step = steps.length - 1; step >= 0; step -= 1) {
    if ((bits & (1 << step)) === 0) continue;
    const start = step === 0 ? at : begun[step - 1];
    if (start === undefined || (step > 0 && start <= startOf(at, within, calendar))) continue;
    begun[step] = Math.max(start, begun[step] ?? start);
  }
}

/** The same for any order, between what must not come between. */
function endOfUnordered(entries: readonly Entry[], steps: number): number | undefined {
  for (let begin = 0; begin < entries.length; ) {
    const next = entries.findIndex(([, bits], index) => index >= begin && bits === 0);
    const end = next < 0 ? entries.length : next;
    if (isWhole(entries.slice(begin, end), steps))
      for (let last = begin; last < end; last += 1)
        if (isWhole(entries.slice(begin, last + 1), steps)) return last;
    begin = end + 1;
  }
  return undefined;
}

/** Whether each step finds an entry of its own. */
function isWhole(entries: readonly Entry[], steps: number): boolean {
  const stepOf = new Map<number, number>();
  const place = (step: number, tried: Set<number>): boolean =>
    entries.some(([, bits], index) => {
      if ((bits & (1 << step)) === 0 || tried.has(index)) return false;
      tried.add(index);
      const other = stepOf.get(index);
      if (other !== undefined && !place(other, tried)) return false;
      stepOf.set(index, step);
      return true;
    });
  for (let step = 0; step < steps; step += 1) if (!place(step, new Set())) return false;
  return true;
}
