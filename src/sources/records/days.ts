/** The days that a setting means, which move with the calendar. */
import { addDays, isWeekday, lastWeekdays } from "../../model/dates.ts";

/** A day YYYY-MM-DD, a word, or a number of weekdays up to today or from today on. */
export type Days = string | { readonly last: number } | { readonly next: number };

/** A longer outage than this many weekdays is not caught up with: its oldest days are left out. */
const longestOutage = 30;

/**
 * Oldest first. `yesterday` is the weekday before today. The last weekdays reach back to the day that was read to
 * last, after the program was away longer.
 */
export function daysMeant(days: Days, today: string, readTo: string | undefined): string[] {
  if (days === "today") return [today];
  if (days === "yesterday") return lastWeekdays(addDays(today, -1), 1);
  if (typeof days === "string") return [days];
  if ("next" in days) return nextWeekdays(today, days.next);
  const usual = lastWeekdays(today, days.last);
  if (readTo === undefined) return usual;
  const missed = lastWeekdays(today, longestOutage).filter((day) => day >= readTo);
  return missed.length > usual.length ? missed : usual;
}

function nextWeekdays(start: string, count: number): string[] {
  const days: string[] = [];
  for (let day = start; days.length < count; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}
