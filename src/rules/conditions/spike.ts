/** So many times as much as usual: than in the windows before, or than at the same time of the days before. */
import { type Duration, startOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Condition } from "./condition.ts";
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

interface Memory {
  /** When the first event came. */
  readonly first: number;
  /** What came in each part of a window, by where it begins, in order. */
  readonly parts: readonly (readonly [begin: number, amount: number])[];
}

/** A window is moved by parts: finer would be remembered at length, and tell little more. */
const partsOfWindow = 12;
const dayMs = 86_400_000;

/** An event counts where its time falls; one that is older than the window of the newest plays no part. */
export function createSpike(made: Spike): Condition {
  const partMs = made.withinMs / partsOfWindow;
  const beginOf = (at: number) => Math.floor(at / partMs) * partMs;
  return {
    holdsAt(memory, at, calendar) {
      if (memory === undefined || memory === null) return false;
      const before = memory as Memory;
      const end = Math.max(beginOf(at), before.parts.at(-1)?.[0] ?? 0) + partMs;
      return compared(made, before, end, calendar).holds;
    },
    take(memory, { at, variables, calendar }) {
      const before = memory as Memory | undefined;
      const amount = made.of === undefined ? 1 : rememberedNumber(made.of, variables);
      if (amount === undefined)
        return { memory: before, counts: false, holds: false, lapsed: false, found: {} };
      const begin = beginOf(at);
      const end = Math.max(begin, before?.parts.at(-1)?.[0] ?? begin) + partMs;
      const oldest = oldestOf(made, end, calendar);
      const left = before?.parts.filter(([part]) => part >= oldest) ?? [];
      const after: Memory = { first: Math.min(at, before?.first ?? at), parts: added(left, begin, amount) };
      const now = compared(made, after, end, calendar);
      return {
        memory: after,
        counts: begin >= end - made.withinMs,
        holds: now.holds,
        lapsed: before === undefined || !compared(made, { ...before, parts: left }, end, calendar).holds,
        found: now.usual === undefined ? {} : { usual: now.usual, spike: now.current / now.usual },
      };
    },
  };
}

function added(parts: Memory["parts"], begin: number, amount: number): Memory["parts"] {
  const place = parts.findIndex(([part]) => part >= begin);
  const at = place < 0 ? parts.length : place;
  const same = parts[at]?.[0] === begin ? parts[at] : undefined;
  return parts.toSpliced(at, same ? 1 : 0, [begin, (same?.[1] ?? 0) + amount]);
}

/** Where the windows that are compared end: the nearest first. */
function endsBefore({ against, withinMs }: Spike, end: number, calendar: TradingCalendar): number[] {
  const times = (count: number, endOfOne: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => endOfOne(index + 1));
  if ("windows" in against) return times(against.windows, (count) => end - count * withinMs);
  if ("ms" in against.days) return times(against.days.ms / dayMs, (count) => end - count * dayMs);
  return times(against.days.tradingDays, (count) => startOf(end, { tradingDays: count }, calendar));
}

function oldestOf(made: Spike, end: number, calendar: TradingCalendar): number {
  return (endsBefore(made, end, calendar).at(-1) ?? end) - made.withinMs;
}

function compared(made: Spike, { first, parts }: Memory, end: number, calendar: TradingCalendar) {
  const inWindow = (to: number) =>
    parts.reduce(
      (sum, [begin, amount]) => (begin >= to - made.withinMs && begin < to ? sum + amount : sum),
      0,
    );
  const current = inWindow(end);
  // What was before the first event is not known.
  if (first > oldestOf(made, end, calendar)) return { current, usual: undefined, holds: false };
  const others = endsBefore(made, end, calendar).map(inWindow);
  const usual = others.reduce((sum, amount) => sum + amount, 0) / others.length;
  const isEnough = current >= made.atLeast && usual >= made.usualAtLeast;
  return { current, usual, holds: isEnough && current >= made.times * usual };
}
