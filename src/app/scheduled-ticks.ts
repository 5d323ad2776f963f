/** The ticks at which a source is polled: its schedule, less closed days, thinned out while nothing is due. */
import { filter, merge, type Observable, tap } from "rxjs";
import type { Clock } from "../lib/clock.ts";
import { cronTicks$, momentTicks$, type Tick } from "../lib/cron.ts";
import { jstDay } from "../model/dates.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import { isTickUsed } from "../pipeline/density.ts";
import { type Due, isAwaited, nextLate } from "../pipeline/due.ts";

interface Schedule {
  readonly schedule: string;
  readonly timezone: string;
  readonly on?: "trading-days" | undefined;
  readonly due?: Due | undefined;
}

interface Surroundings {
  readonly clock: Clock;
  calendar(): TradingCalendar;
  /** The newest day whose publication was seen. */
  published(): string | undefined;
}

/** A pause after a poll at the last moment before a publication is late. */
const lateIntervalMs = 60_000;

/**
 * The first tick, at once, is always used: a start on a Saturday learns what there is. With a due time there is one
 * more tick at the moment at which a publication becomes late, whatever the schedule says, so that it is told then.
 */
export function scheduledTicks$(
  { schedule, timezone, on, due }: Schedule,
  { clock, calendar, published }: Surroundings,
): Observable<Tick> {
  const isOpen = ({ at }: Tick) => on === undefined || calendar().isTradingDay(jstDay(at));
  const cron$ = cronTicks$(schedule, timezone, clock).pipe(
    filter((tick, index) => index === 0 || isOpen(tick)),
  );
  if (due === undefined) return cron$;
  const late$ = momentTicks$((after) => nextLate(due, calendar(), after), lateIntervalMs, clock);
  let usedAt: number | undefined;
  return merge(cron$, late$).pipe(
    filter((tick) => isTickUsed(tick, usedAt, isAwaited(due, calendar(), tick.at, published()))),
    tap(({ elapsed }) => {
      usedAt = elapsed;
    }),
  );
}
