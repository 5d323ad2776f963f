import { lastWeekdays } from "../model/dates.ts";

const firstSight = 10;
const everyPoll = 5;
/** A longer outage than this many weekdays is not caught up with: its oldest days are left out. */
const longestOutage = 30;

/**
 * The weekdays that a dated source reads, oldest first: the last ten at first sight, then the last five, or
 * more when the program was away longer, from the day that it read to last.
 */
export function daysToRead(today: string, readTo: string | undefined): string[] {
  if (readTo === undefined) return lastWeekdays(today, firstSight);
  const days = lastWeekdays(today, longestOutage);
  return days.filter((day, index) => day >= readTo || index >= days.length - everyPoll);
}
