/** When a source is polled: its schedule, less closed days, thinned out while nothing is due; and its pauses. */
import { filter, merge, type Observable, tap } from "rxjs";
import type { Clock } from "../lib/clock.ts";
import { cronTicks$, momentTicks$, type Tick } from "../lib/cron.ts";
import { jstDay } from "../model/dates.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import { type Due, isAwaited, nextLate } from "./lateness.ts";

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

/** Time between two polls while nothing is awaited. */
export const sparseMs = 30 * 60_000;
/** Timers are a little early or late; a tick due after half an hour is not another one away. */
const slackMs = 1_000;

/**
 * Whether a tick of a source with a due time is used. While nothing is awaited one in half an hour is, so that
 * corrections are found; after that every one.
 * @param usedAt when the last one was, by the time that passes; undefined: none was yet
 */
export function isTickUsed({ elapsed }: Tick, usedAt: number | undefined, isAwaited: boolean): boolean {
  return isAwaited || usedAt === undefined || elapsed - usedAt >= sparseMs - slackMs;
}

const longestMs = 10 * 60_000;

/** Pauses of a failing source. */
export interface Pauses {
  allows(tick: Tick): boolean;
  /** Time that is left of a pause at a moment of the time that passes, ms; 0: there is none. */
  leftMs(elapsed: number): number;
  /** Its own interval, doubled at each failure up to ten minutes; longer only where the service asks. */
  failed(tick: Tick, retryAfterMs?: number): void;
  succeeded(): void;
}

export function createPauses(): Pauses {
  let failures = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    // Timers are a little early or late; a tick due at the end of the pause is not another interval away.
    allows: (tick) => tick.elapsed >= until - 100,
    leftMs: (elapsed) => Math.max(0, until - elapsed),
    failed(tick, retryAfterMs = 0) {
      const ownMs = Math.min(tick.intervalMs * 2 ** failures, longestMs);
      failures += 1;
      until = tick.elapsed + Math.max(ownMs, retryAfterMs);
    },
    succeeded() {
      failures = 0;
      until = Number.NEGATIVE_INFINITY;
    },
  };
}
