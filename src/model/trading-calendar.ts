/** The days on which the exchange trades. Days are ISO texts (YYYY-MM-DD). */
import { addDays, isWeekday } from "./dates.ts";

export interface TradingCalendar {
  /** First and last day that the service told of, these included; undefined: it told of none. */
  readonly known: { readonly from: string; readonly to: string } | undefined;
  /** Whether the service said what a day is; of other days only the weekday is known, and weekdays count. */
  knows(day: string): boolean;
  isTradingDay(day: string): boolean;
  /** The trading day that comes `count` trading days after a day, before it when negative; the day itself for 0. */
  addTradingDays(day: string, count: number): string;
  /** Counts the trading days after `from` up to and including `to`; 0 if `to` is not later. */
  countTradingDays(from: string, to: string): number;
}

/** @param days whether the exchange is open, for each day that the service told of */
export function createTradingCalendar(days: ReadonlyMap<string, boolean>): TradingCalendar {
  const told = [...days.keys()].sort();
  const [from, to] = [told[0], told.at(-1)];
  const isTradingDay = (day: string) => days.get(day) ?? isWeekday(day);
  return {
    known: from === undefined || to === undefined ? undefined : { from, to },
    knows: (day) => days.has(day),
    isTradingDay,
    addTradingDays: createTradingDaySteps(isTradingDay),
    countTradingDays(after, until) {
      let count = 0;
      for (let day = addDays(after, 1); day <= until; day = addDays(day, 1))
        if (isTradingDay(day)) count += 1;
      return count;
    },
  };
}

/** Weekdays count: what holds until a service told its calendar. */
export const weekdaysOnly = createTradingCalendar(new Map());

/** Counting in trading days, with a memory: rules ask the same few questions at every event. */

/** Most answers that are kept; then the memory is emptied. */
const mostKept = 20_000;

/** The day that comes `count` trading days after a day, before it when negative; the day itself for 0. */
function createTradingDaySteps(
  isTradingDay: (day: string) => boolean,
): (day: string, count: number) => string {
  const known = new Map<number, Map<string, string>>();
  let kept = 0;
  const find = (day: string, count: number): string => {
    const step = Math.sign(count);
    let found = day;
    for (let left = Math.abs(count); left > 0; ) {
      found = addDays(found, step);
      if (isTradingDay(found)) left -= 1;
    }
    return found;
  };
  return (day, count) => {
    const before = known.get(count)?.get(day);
    if (before !== undefined) return before;
    const found = find(day, count);
    kept += 1;
    if (kept > mostKept) {
      known.clear();
      kept = 1;
    }
    const ofCount = known.get(count) ?? new Map<string, string>();
    known.set(count, ofCount.set(day, found));
    return found;
  };
}
