/** Hours by the clock in Japan and by trading days: times of day, and spans that come back day by day. */
import { addDays, japanMoment, jstDay } from "./dates.ts";
import type { TradingCalendar } from "./trading-calendar.ts";

/** Form of a time of day such as 09:00. */
export const timeOfDayForm = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

export const dayMs = 24 * 3_600_000;

/** The time of day that a text such as 09:00 stands for, ms since midnight. */
export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** A span of time that begins on some days, at the same time of each. */
export interface DailySpan {
  /** Its beginning, ms since midnight in Japan, and its end, at most a day later: it may be past midnight. */
  readonly fromMs: number;
  readonly toMs: number;
  beginsOn(day: string, calendar: TradingCalendar): boolean;
}

/** Hours by clock and trading calendar; all moments are ms since 1970. */
export interface Hours {
  includes(at: number, calendar: TradingCalendar): boolean;
  /**
   * The next moment at or after `at` that they include, and the next that they do not. What is more than 400 days away
   * is not looked for: the answer is then a moment so far away, at which to ask again.
   */
  nextOpen(at: number, calendar: TradingCalendar): number;
  nextClosed(at: number, calendar: TradingCalendar): number;
}

const mostDays = 400;

/** The hours of all spans together. A span includes its beginning and not its end. */
export function hoursOf(spans: readonly DailySpan[]): Hours {
  const endOf = (at: number, calendar: TradingCalendar) =>
    spans.reduce((end, span) => Math.max(end, endAround(span, at, calendar)), at);
  return {
    includes: (at, calendar) => endOf(at, calendar) > at,
    nextOpen(at, calendar) {
      if (endOf(at, calendar) > at) return at;
      return Math.min(...spans.map((span) => nextBeginning(span, at, calendar)));
    },
    nextClosed(at, calendar) {
      const last = at + mostDays * dayMs;
      for (let open = at; open < last; ) {
        const end = endOf(open, calendar);
        if (end === open) return open;
        open = end;
      }
      return last;
    },
  };
}

/** The latest end of what began at or before a moment and is not over; the moment itself where nothing is under way. */
function endAround(span: DailySpan, at: number, calendar: TradingCalendar): number {
  const today = jstDay(at);
  const end = japanMoment(today, span.toMs);
  if (at >= japanMoment(today, span.fromMs) && at < end && span.beginsOn(today, calendar)) return end;
  if (span.toMs <= dayMs) return at;
  const yesterday = addDays(today, -1);
  const endOfLast = japanMoment(yesterday, span.toMs);
  return at < endOfLast && span.beginsOn(yesterday, calendar) ? endOfLast : at;
}

function nextBeginning({ fromMs, beginsOn }: DailySpan, at: number, calendar: TradingCalendar): number {
  let day = jstDay(at);
  for (let left = mostDays; left > 0; left -= 1) {
    const begin = japanMoment(day, fromMs);
    if (begin >= at && beginsOn(day, calendar)) return begin;
    day = addDays(day, 1);
  }
  return at + mostDays * dayMs;
}
