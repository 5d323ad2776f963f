/** Span that a command looks at, as a person writes it. */
import { dayMs } from "../lib/clock.ts";
import { Refused } from "../lib/problem.ts";
import { isDay, isMoment, type TradingCalendar } from "../model/dates.ts";
import { parseDuration, startOf } from "../model/duration.ts";

/** First and last moment, both included, ms since 1970. */
export interface AskedSpan {
  readonly from: number;
  readonly to: number;
}

export interface WrittenSpan {
  readonly since: string;
  readonly until?: string | undefined;
}

/**
 * Each is a length of time before now (`90d`, `3bd`), a day in Japan (2026-08-01, of which `until` takes the whole), or
 * a moment with its zone. It ends with now at the latest, since what time would bring about later is not counted.
 * Throws Refused for anything else, and where nothing is between them.
 */
export function askedSpan({ since, until }: WrittenSpan, now: number, calendar: TradingCalendar): AskedSpan {
  const from = momentOf("since", since, { now, calendar });
  const to = until === undefined ? now : Math.min(now, momentOf("until", until, { now, calendar }));
  if (from > to)
    throw new Refused(`--since ${since} is after ${until === undefined || to === now ? "now" : "--until"}`);
  return { from, to };
}

function momentOf(
  option: keyof WrittenSpan,
  written: string,
  { now, calendar }: { now: number; calendar: TradingCalendar },
): number {
  const duration = parseDuration(written);
  if (duration !== undefined) return startOf(now, duration, calendar);
  if (isDay(written)) {
    const start = Date.parse(`${written}T00:00:00+09:00`);
    return option === "since" ? start : start + dayMs - 1;
  }
  if (isMoment(written)) return Date.parse(written);
  throw new Refused(
    `--${option} takes 90d, 3bd (trading days), 2026-08-01 or 2026-08-01T09:00+09:00, not "${written.slice(0, 60)}"`,
  );
}
