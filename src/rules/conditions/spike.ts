/** So many times as much as usual: than in the windows before, or than at the same time of the days before. */
import { type Duration, tradingDaysBefore } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { type Condition, lookAt } from "./condition.ts";
import { type Asked, rememberedNumber } from "./value-of.ts";

export interface Spike {
  /** What is added up; absent: events are counted. */
  readonly of?: Asked | undefined;
  readonly withinMs: number;
  readonly times: number;
  readonly against: Against;
  readonly atLeast: number;
  readonly usualAtLeast: number;
}

export type Against = { readonly windows: number } | { readonly days: Duration };

/** What came in a part of a window that begins so, ms since 1970. */
type Part = readonly [begin: number, amount: number];

interface Memory {
  /** When the first event came. */
  readonly first: number;
  /** In order of time; those of no amount are left out. */
  readonly parts: Part[];
}

/** A window is moved by parts: finer would be remembered at length, and tell little more. */
const partsOfWindow = 12;
const dayMs = 86_400_000;

/** An event counts where its time falls; one that is older than the window of the newest plays no part. */
export function createSpike(made: Spike): Condition {
  const { withinMs } = made;
  const partMs = withinMs / partsOfWindow;
  const beginOf = (at: number) => Math.floor(at / partMs) * partMs;
  // Of the last event, by what is remembered: most events are in the same part of a window as the one before.
  const lastUsual = new WeakMap<readonly Part[], { end: number; usual: number | undefined }>();
  const othersAt = rememberLast((end, calendar) => endsBefore(made, end, calendar));
  const comparedAt = ({ first, parts }: Memory, at: number, calendar: TradingCalendar) => {
    const end = Math.max(beginOf(at), parts.at(-1)?.[0] ?? 0) + partMs;
    const others = othersAt(end, calendar);
    const oldest = (others.at(-1) ?? end) - withinMs;
    const usualThen = first > oldest ? undefined : usual(parts, others, withinMs);
    return { current: sumOf(parts, end - withinMs, end), usual: usualThen };
  };
  return {
    holdsAt(memory, at, calendar) {
      if (memory === undefined) return false;
      const now = comparedAt(memory as Memory, at, calendar);
      return isSpike(made, now.current, now.usual);
    },
    take(memory, { at, variables, calendar }) {
      const before = memory as Memory | undefined;
      const amount = made.of === undefined ? 1 : rememberedNumber(made.of, variables);
      if (amount === undefined)
        return { memory: before, counts: false, holds: false, lapsed: false, found: {} };
      const begin = beginOf(at);
      const parts = before?.parts ?? [];
      const end = Math.max(begin, parts.at(-1)?.[0] ?? begin) + partMs;
      const others = othersAt(end, calendar);
      const oldest = (others.at(-1) ?? end) - withinMs;
      dropBefore(parts, oldest);
      const usualOf = (first: number) => (first > oldest ? undefined : usual(parts, others, withinMs));
      const known = before && lastUsual.get(parts);
      const usualBefore = known?.end === end ? known.usual : before && usualOf(before.first);
      const lapsed = !isSpike(made, sumOf(parts, end - withinMs, end), usualBefore);
      const first = Math.min(at, before?.first ?? at);
      add(parts, begin, amount);
      // What came now is in none of the windows before, unless it is late or they overlap with this one.
      const isKnown = first === before?.first && begin >= (others[0] ?? end);
      const usualNow = isKnown ? usualBefore : usualOf(first);
      lastUsual.set(parts, { end, usual: usualNow });
      const current = sumOf(parts, end - withinMs, end);
      return {
        memory: { first, parts },
        counts: begin >= end - withinMs,
        holds: isSpike(made, current, usualNow),
        lapsed,
        found: usualNow === undefined ? {} : { usual: usualNow, spike: current / usualNow },
      };
    },
    look(memory, at, calendar) {
      if (memory === undefined) return lookAt([], {});
      const now = comparedAt(memory as Memory, at, calendar);
      const known = now.usual === undefined ? {} : { usual: now.usual };
      return lookAt((memory as Memory).parts, { current: now.current, ...known });
    },
  };
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

function dropBefore(parts: Part[], oldest: number): void {
  let old = 0;
  while (old < parts.length && (parts[old]?.[0] ?? 0) < oldest) old += 1;
  if (old > 0) parts.splice(0, old);
}

function add(parts: Part[], begin: number, amount: number): void {
  const place = placeOf(parts, begin);
  const same = parts[place];
  if (same?.[0] === begin) parts[place] = [begin, same[1] + amount];
  else parts.splice(place, 0, [begin, amount]);
}

/** The first part that does not begin before a moment. */
function placeOf(parts: readonly Part[], moment: number): number {
  let from = 0;
  let to = parts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((parts[middle]?.[0] ?? 0) < moment) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Where the windows that are compared end: the nearest first. */
function endsBefore({ against, withinMs }: Spike, end: number, calendar: TradingCalendar): number[] {
  const times = (count: number, endOfOne: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => endOfOne(index + 1));
  if ("windows" in against) return times(against.windows, (count) => end - count * withinMs);
  if ("ms" in against.days) return times(against.days.ms / dayMs, (count) => end - count * dayMs);
  return times(against.days.tradingDays, (count) => tradingDaysBefore(end, count, calendar));
}

/** What the parts from one moment up to another add up to. */
function sumOf(parts: readonly Part[], from: number, to: number): number {
  let sum = 0;
  for (let place = placeOf(parts, from); place < parts.length; place += 1) {
    const [begin, amount] = parts[place] as Part;
    if (begin >= to) break;
    sum += amount;
  }
  return sum;
}

/** @param ends of the windows, the nearest first */
function usual(parts: readonly Part[], ends: readonly number[], withinMs: number): number {
  const [nearest = 0] = ends;
  const oldest = (ends.at(-1) ?? nearest) - withinMs;
  // Windows without a gap between them are one.
  if (nearest - oldest === ends.length * withinMs) return sumOf(parts, oldest, nearest) / ends.length;
  let sum = 0;
  for (const end of ends) sum += sumOf(parts, end - withinMs, end);
  return sum / ends.length;
}

/** @param usual undefined where what was before the first event would have to be known */
function isSpike(
  { times, atLeast, usualAtLeast }: Spike,
  current: number,
  usual: number | undefined,
): boolean {
  return usual !== undefined && current >= atLeast && usual >= usualAtLeast && current >= times * usual;
}
