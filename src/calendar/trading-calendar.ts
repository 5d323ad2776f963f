/** Trading days: what a service told of its days, and counting by them. Days are ISO texts (YYYY-MM-DD). */
import { addDays, isWeekday, type TradingCalendar } from "../model/dates.ts";

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

/** A calendar in which every weekday counts: what holds until a service told its own. */
export const weekdaysOnly = createTradingCalendar(new Map());

/** Most answers that are kept; then all are forgotten. */
const mostKept = 20_000;

/** The stepping of a calendar. It keeps its answers, since rules ask the same few questions at every event. */
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
