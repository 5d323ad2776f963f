/** So many times as much as usual: than in the windows before, or than at the same time of the days before. */

import { dayMs } from "../../../lib/clock.ts";
import { countFirst } from "../../../lib/collections.ts";
import type { TradingCalendar } from "../../../model/dates.ts";
import { type Duration, tradingDaysBefore } from "../../../model/duration.ts";
import { type Between, type EventCondition, lookAt, type Seen } from "../condition.ts";
import { type OfExpression, rememberedNumber } from "../member.ts";

export interface Spike {
  /** Value to add up; absent: events are counted. */
  readonly of?: OfExpression | undefined;
  readonly withinMs: number;
  readonly times: number;
  readonly against: Against;
  readonly atLeast: number;
  readonly usualAtLeast: number;
  /** Most parts of windows in the state, the newest. */
  readonly mostEntries: number;
}

export type Against = { readonly windows: number } | { readonly days: Duration };

interface Memory {
  /** When the first event came. */
  readonly first: number;
  /** In order of time; those of no amount are left out. */
  readonly parts: Part[];
  /** From when on they are remembered, where older ones had to be forgotten. */
  readonly from?: number | undefined;
}

/** A window is moved by parts: finer would be remembered at length, and tell little more. */
const partsOfWindow = 12;

/** An event counts where its time falls; one that is older than the window of the newest plays no part. */
export function createSpike(made: Spike): EventCondition {
  const { of } = made;
  const amounts = createAmounts(made);
  const around = { made, amounts };
  const at = (memory: unknown, moment: number, calendar: TradingCalendar) =>
    memory === undefined ? undefined : amounts.at(memory as Memory, moment, calendar);
  return {
    holdsAt: (memory, moment, calendar) => isSpike(made, at(memory, moment, calendar)),
    foundAt: (memory, moment, calendar) => foundOf(at(memory, moment, calendar)),
    read: of && ((variables) => rememberedNumber(of, variables)),
    knowsWhatWas: false,
    turnsAt: undefined,
    changesAt: (memory, after) =>
      memory === undefined || after > lastOf(memory as Memory) + made.withinMs
        ? undefined
        : amounts.beginOf(after) + amounts.partMs,
    compared: undefined,
    ceases: (memory, between, calendar) =>
      memory !== undefined && ceases(memory as Memory, between, around, calendar),
    take: (memory, seen, value) =>
      takeAmount(memory as Memory | undefined, seen, of === undefined ? 1 : Number(value), around),
    look(memory, moment, calendar) {
      const now = at(memory, moment, calendar);
      if (now === undefined) return lookAt([], {});
      const known = now.usual === undefined ? {} : { usual: now.usual };
      return lookAt((memory as Memory).parts, { current: now.current, ...known });
    },
  };
}

/** The amount in the window up to a moment, and the usual one; undefined where that is not known. */
interface Compared {
  readonly current: number;
  readonly usual: number | undefined;
}

interface Around {
  readonly made: Spike;
  readonly amounts: Amounts;
}

interface Amounts {
  readonly partMs: number;
  beginOf(at: number): number;
  /** Ends of the windows that one with this end is compared with, the nearest first. */
  othersAt(end: number, calendar: TradingCalendar): readonly number[];
  usualOf(memory: Memory, others: readonly number[], oldest: number): number | undefined;
  at(memory: Memory, at: number, calendar: TradingCalendar): Compared;
  /** A cache: most events are in the same part of a window as the one before. */
  readonly lastUsual: WeakMap<readonly Part[], { end: number; usual: number | undefined }>;
}

function createAmounts(made: Spike): Amounts {
  const { withinMs } = made;
  const partMs = withinMs / partsOfWindow;
  const beginOf = (at: number) => Math.floor(at / partMs) * partMs;
  const othersAt = rememberLast((end, calendar) => endsBefore(made, end, calendar));
  const usualOf: Amounts["usualOf"] = ({ first, parts, from }, others, oldest) =>
    first > oldest ? undefined : usual(parts, rememberedOf(others, from, withinMs), withinMs);
  return {
    partMs,
    beginOf,
    othersAt,
    usualOf,
    at(memory, at, calendar) {
      const { parts } = memory;
      const end = Math.max(beginOf(at), parts.at(-1)?.[0] ?? 0) + partMs;
      const others = othersAt(end, calendar);
      const oldest = (others.at(-1) ?? end) - withinMs;
      return { current: sumOf(parts, end - withinMs, end), usual: usualOf(memory, others, oldest) };
    },
    lastUsual: new WeakMap(),
  };
}

/** When the newest part begins. */
function lastOf({ parts, first }: Memory): number {
  return parts.at(-1)?.[0] ?? first;
}

/** Whether it ceases within a time: each part of a window that begins then is looked at. */
function ceases(
  memory: Memory,
  { from, to }: Between,
  { made, amounts }: Around,
  calendar: TradingCalendar,
): boolean {
  const { partMs, beginOf } = amounts;
  const newest = memory.parts.at(-1)?.[0] ?? to;
  const end = beginOf(to);
  for (let begin = beginOf(Math.max(from ?? newest, newest)) + partMs; begin <= end; begin += partMs) {
    if (!isSpike(made, amounts.at(memory, begin, calendar))) return true;
    // From there on the window is empty.
    if (begin >= newest + made.withinMs) return false;
  }
  return false;
}

function takeAmount(
  before: Memory | undefined,
  { at, calendar }: Seen,
  amount: number,
  { made, amounts }: Around,
): ReturnType<EventCondition["take"]> {
  const { withinMs } = made;
  const { partMs, usualOf, lastUsual } = amounts;
  // On the days without trading after a Friday noon, and on the morning after them, the Friday's midnight is asked for.
  const keptMs = "days" in made.against ? dayMs : 0;
  const begin = amounts.beginOf(at);
  const parts = before?.parts ?? [];
  const end = Math.max(begin, parts.at(-1)?.[0] ?? begin) + partMs;
  const others = amounts.othersAt(end, calendar);
  const oldest = (others.at(-1) ?? end) - withinMs;
  dropBefore(parts, oldest - keptMs);
  const known = before && lastUsual.get(parts);
  const usualBefore = known?.end === end ? known.usual : before && usualOf(before, others, oldest);
  const lapsed = !isSpike(made, { current: sumOf(parts, end - withinMs, end), usual: usualBefore });
  const first = Math.min(at, before?.first ?? at);
  add(parts, begin, amount);
  const forgotten = parts.splice(0, parts.length - made.mostEntries).at(-1);
  const isFull = forgotten !== undefined && forgotten[0] >= oldest;
  const from = isFull ? forgotten[0] + partMs : before?.from;
  const after: Memory = { first, parts, ...(from === undefined ? {} : { from }) };
  // A new event is in none of the windows before, unless it is late or they overlap with this one.
  const isKnown = first === before?.first && from === before.from && begin >= (others[0] ?? end);
  const usualNow = isKnown ? usualBefore : usualOf(after, others, oldest);
  lastUsual.set(parts, { end, usual: usualNow });
  const now = { current: sumOf(parts, end - withinMs, end), usual: usualNow };
  const counts = begin >= end - withinMs;
  return { isFull, memory: after, counts, holds: isSpike(made, now), lapsed, found: foundOf(now) };
}

/** Events come in order of time, so the windows of the last one are mostly those of the next. */
function rememberLast(
  compute: (end: number, calendar: TradingCalendar) => readonly number[],
): (end: number, calendar: TradingCalendar) => readonly number[] {
  let last: { end: number; calendar: TradingCalendar; ends: readonly number[] } | undefined;
  return (end, calendar) => {
    if (last?.end !== end || last.calendar !== calendar)
      last = { end, calendar, ends: compute(end, calendar) };
    return last.ends;
  };
}

/** Ends of the windows that are compared with, the nearest first. */
function endsBefore({ against, withinMs }: Spike, end: number, calendar: TradingCalendar): number[] {
  const times = (count: number, endOfOne: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => endOfOne(index + 1));
  if ("windows" in against) return times(against.windows, (count) => end - count * withinMs);
  if ("ms" in against.days) return times(against.days.ms / dayMs, (count) => end - count * dayMs);
  return times(against.days.tradingDays, (count) => tradingDaysBefore(end, count, calendar));
}

/** Ends of the windows that are whole in the state, which are the nearest. */
function rememberedOf(
  ends: readonly number[],
  from: number | undefined,
  withinMs: number,
): readonly number[] {
  return from === undefined ? ends : ends.filter((end) => end - withinMs >= from);
}

function isSpike({ times, atLeast, usualAtLeast }: Spike, compared: Compared | undefined): boolean {
  const { current = 0, usual } = compared ?? {};
  return usual !== undefined && current >= atLeast && usual >= usualAtLeast && current >= times * usual;
}

function foundOf({ current = 0, usual }: Partial<Compared> = {}): Readonly<Record<string, number>> {
  if (usual === undefined) return {};
  return usual === 0 ? { usual } : { usual, spike: current / usual };
}

/** The amount in a part of a window; its beginning in ms since 1970. */
type Part = readonly [begin: number, amount: number];

/** Forgets those that begin before a moment. */
function dropBefore(parts: Part[], oldest: number): void {
  let old = 0;
  while (old < parts.length && (parts[old]?.[0] ?? 0) < oldest) old += 1;
  if (old > 0) parts.splice(0, old);
}

/** Adds an amount to the part that begins at a moment. */
function add(parts: Part[], begin: number, amount: number): void {
  const place = placeOf(parts, begin);
  const same = parts[place];
  if (same?.[0] === begin) parts[place] = [begin, same[1] + amount];
  else parts.splice(place, 0, [begin, amount]);
}

/** The first part that does not begin before a moment. */
function placeOf(parts: readonly Part[], moment: number): number {
  return countFirst(parts.length, (place) => (parts[place]?.[0] ?? 0) < moment);
}

/** Sum of the parts from one moment up to another. */
function sumOf(parts: readonly Part[], from: number, to: number): number {
  let sum = 0;
  for (let place = placeOf(parts, from); place < parts.length; place += 1) {
    const [begin, amount] = parts[place] as Part;
    if (begin >= to) break;
    sum += amount;
  }
  return sum;
}

/**
 * Average amount of windows.
 * @param ends of the windows, the nearest first; where there is none, nothing is known
 */
function usual(parts: readonly Part[], ends: readonly number[], withinMs: number): number | undefined {
  const [nearest] = ends;
  if (nearest === undefined) return undefined;
  const oldest = (ends.at(-1) ?? nearest) - withinMs;
  // Windows without a gap between them are one.
  if (nearest - oldest === ends.length * withinMs) return sumOf(parts, oldest, nearest) / ends.length;
  let sum = 0;
  for (const end of ends) sum += sumOf(parts, end - withinMs, end);
  return sum / ends.length;
}
