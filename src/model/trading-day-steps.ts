/** Counting in trading days, with a memory: rules ask the same few questions at every event. */
import { addDays } from "./dates.ts";

/** Most answers that are kept; then the memory is emptied. */
const mostKept = 20_000;

/** The day that comes `count` trading days after a day, before it when negative; the day itself for 0. */
export function createTradingDaySteps(
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
