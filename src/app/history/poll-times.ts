/** The times at which a played source is polled: the first tick of its schedule at or after each moment of its past. */
import { createCronTimes } from "../../lib/cron.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";

interface Schedule {
  readonly schedule: string;
  readonly timezone: string;
  readonly on?: "trading-days" | undefined;
}

/** More days in a row than the exchange is ever closed. */
const longestClosedDays = 60;

/** Gives times in ms since 1970, ascending, each once. Several moments before one tick are found by one poll. */
export function* pollTimes(
  moments: Iterable<number>,
  schedule: Schedule,
  calendar: TradingCalendar,
): Generator<number, void, void> {
  const tickFrom = createTicksFrom(schedule, calendar);
  let last = Number.NEGATIVE_INFINITY;
  for (const moment of moments) {
    if (moment <= last) continue;
    const tick = tickFrom(moment);
    if (tick === undefined) return;
    last = tick;
    yield tick;
  }
}

/** The first tick at or after a moment; undefined: none comes. */
function createTicksFrom({ schedule, timezone, on }: Schedule, calendar: TradingCalendar) {
  const timeAfter = createCronTimes(schedule, timezone);
  return (moment: number): number | undefined => {
    let tick = timeAfter(moment - 1);
    for (let days = 0; days < longestClosedDays; days += 1) {
      if (tick === undefined || on === undefined || calendar.isTradingDay(jstDay(tick))) return tick;
      tick = timeAfter(Date.parse(`${addDays(jstDay(tick), 1)}T00:00:00+09:00`) - 1);
    }
    return undefined;
  };
}
