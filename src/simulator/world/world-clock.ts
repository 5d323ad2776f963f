/** Maps real time to the world's: each `dayMs` of it one business day passes, or the two are the same. */
import type { Clock } from "../../lib/clock.ts";
import { createTradingCalendar, momentsPerDay, type TradingCalendar } from "./trading-calendar.ts";

interface WorldClock {
  /** Real milliseconds that the world has lived, over all runs; hand it in again to go on from here. */
  elapsedMs(): number;
  /** See world/trading-calendar.ts. */
  moment(): number;
  /** The world's time: the business day and the share of it that has passed. */
  now(): Date;
}

interface WorldClockOptions {
  /** YYYY-MM-DD; the world begins on the first business day on or after it. */
  startDate: string;
  /** Real milliseconds a business day lasts; 60,000 by default. */
  dayMs?: number;
  /** `elapsedMs` of the world when it was left; 0 by default. */
  elapsedMs?: number;
  /** The world's time is the clock's, nights and holidays too; `dayMs` and `elapsedMs` do not count. */
  realTime?: boolean;
  clock: Clock;
  /** The world's calendar where there is one already; it must have the same start. */
  calendar?: TradingCalendar;
}

/** Throws a RangeError for an invalid start date, or a day without length. */
export function createWorldClock(options: WorldClockOptions): WorldClock {
  const { startDate, dayMs = momentsPerDay, elapsedMs: before = 0, clock } = options;
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
  const elapsedMs = () => before + Math.floor(clock.elapsed() - startedAt);
  const moment = () => Math.floor((elapsedMs() / dayMs) * momentsPerDay);
  return { elapsedMs, moment, now: () => calendar.timeOf(moment()) };
}
