/** When a series is likely to come out next, by the rhythm of its periods so far. */
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { endAfter, publishedOn, rhythmOf } from "../../upstreams/statistics/past-records.ts";
import { readFrequency } from "../../upstreams/statistics/records.ts";

interface Facts {
  readonly frequency?: string | undefined;
  readonly period?: string | undefined;
  readonly lastUpdate?: string | undefined;
}

/** The day (YYYY-MM-DD); undefined where the frequency or the latest period is not known. */
export function nextUpdateOf(
  { frequency = "", period, lastUpdate }: Facts,
  calendar: TradingCalendar,
): string | undefined {
  const known = readFrequency(frequency);
  if (known === undefined || period === undefined) return undefined;
  const isBusinessDay = (day: string) => calendar.isTradingDay(day);
  const rhythm = rhythmOf(known, period, lastUpdate, isBusinessDay);
  const next = publishedOn(endAfter(rhythm, isBusinessDay), rhythm, isBusinessDay);
  // A value that came late, or a revision, moves no period to a day that has passed.
  return lastUpdate !== undefined && next <= lastUpdate ? calendar.addTradingDays(lastUpdate, 1) : next;
}
