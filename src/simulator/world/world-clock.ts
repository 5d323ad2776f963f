/**
 * Maps real time to the world's: each `dayMs` of it one business day passes, for ever or until the world has caught up
 * with the clock; or the two are the same.
 */
import type { Clock } from "../../lib/clock.ts";
import { createTradingCalendar, momentsPerDay, type TradingCalendar } from "./trading-calendar.ts";

interface WorldClock {
  /**
   * The world's place, as the real milliseconds that it takes to come there, over all runs; hand it in again to go on
   * from here.
   */
  elapsedMs(): number;
  /** See world/trading-calendar.ts. */
  moment(): number;
  /** The world's time: the business day and the share of it that has passed. */
  now(): Date;
}

export interface WorldClockOptions {
  /** YYYY-MM-DD; the world begins on the first business day on or after it. */
  startDate: string;
  /** Real milliseconds a business day lasts; 60,000 by default. */
  dayMs?: number;
  /** `elapsedMs` of the world when it was left; 0 by default. */
  elapsedMs?: number;
  /** Real milliseconds that the world may have lived after that, unnoted: skipped, never played again; 0 by default. */
  skippedMs?: number;
  /**
   * The world never overtakes the clock: where it has caught up, it follows, nights and holidays too. One that was left
   * ahead of the clock stands still until it is caught up with. By default it runs on into the future.
   */
  catchesUp?: boolean;
  /** The world's time is the clock's, nights and holidays too; `dayMs` and `elapsedMs` do not count. */
  realTime?: boolean;
  clock: Clock;
  /** The world's calendar where there is one already; it must have the same start. */
  calendar?: TradingCalendar;
}

/** Throws a RangeError for an invalid start date, or a day without length. */
export function createWorldClock(options: WorldClockOptions): WorldClock {
  const { startDate, dayMs = momentsPerDay, elapsedMs: before = 0, skippedMs = 0, clock } = options;
  if (!(dayMs > 0) || !(before >= 0)) throw new RangeError("a day must have a length and time runs forward");
  const calendar = options.calendar ?? createTradingCalendar(startDate);
  if (options.realTime) {
    // A system clock that is set back must not take the world back.
    let latest = clock.now();
    const time = () => {
      latest = Math.max(latest, clock.now());
      return latest;
    };
    const startedAt = latest;
    const elapsedMs = () => before + time() - startedAt;
    return { elapsedMs, moment: () => calendar.momentAt(time()), now: () => new Date(time()) };
  }
  const startedAt = clock.elapsed();
  const runMs = () => before + skippedMs + Math.floor(clock.elapsed() - startedAt);
  // The product first: it is exact, so that a place leads back to its moment.
  const momentOf = (ms: number) => Math.floor((ms * momentsPerDay) / dayMs);
  if (!options.catchesUp) {
    const moment = () => momentOf(runMs());
    return { elapsedMs: runMs, moment, now: () => calendar.timeOf(moment()) };
  }
  let reached = momentOf(before);
  const moment = () => {
    reached = Math.max(reached, Math.min(momentOf(runMs()), calendar.momentAt(clock.now())));
    return reached;
  };
  const elapsedMs = () => Math.ceil((moment() * dayMs) / momentsPerDay);
  return { elapsedMs, moment, now: () => calendar.timeOf(moment()) };
}
