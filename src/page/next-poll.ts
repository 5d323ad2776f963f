/** When a source is polled next, as its schedule, the calendar, what is awaited and its pauses say now. */
import { createCronTimes } from "../lib/cron.ts";
import { addDays, jstDay, type TradingCalendar } from "../model/dates.ts";
import type { PublicationDue } from "../model/page/sources.ts";
import { type Due, isAwaited, lastPublication, nextDue, nextLate } from "../pipeline/due.ts";
import { sparseMs } from "../pipeline/schedule.ts";

export interface PollPlan {
  readonly schedule: string;
  readonly timezone: string;
  readonly on?: "trading-days" | undefined;
  readonly due?: Due | undefined;
}

interface Moment {
  /** ms since 1970. */
  readonly now: number;
  readonly calendar: TradingCalendar;
  /** The last poll; undefined: none is known. */
  readonly attemptAt?: number | undefined;
  /** The newest day whose publication was seen. */
  readonly published?: string | undefined;
  /** Time that is left of a pause, ms. */
  readonly pausedMs: number;
  /** Whether its last poll was in vain. */
  readonly isFailing?: boolean | undefined;
}

/** More ticks of a schedule are not looked through; closed days are passed over as one. */
const mostTicks = 2_000;

/** ms since 1970; undefined: no poll is in sight. */
export function nextPoll({ schedule, timezone, on, due }: PollPlan, moment: Moment): number | undefined {
  const { now, calendar, attemptAt = Number.NEGATIVE_INFINITY, published, isFailing = false } = moment;
  const timeAfter = createCronTimes(schedule, timezone);
  const isUsed = (at: number) =>
    due === undefined || isFailing || at - attemptAt >= sparseMs || isAwaited(due, calendar, at, published);
  const after = moment.pausedMs > 0 ? now + moment.pausedMs - 1 : now;
  const becomesLate = due && nextLate(due, calendar, after);
  const lateAt = becomesLate !== undefined && isUsed(becomesLate) ? becomesLate : undefined;
  let at = timeAfter(after);
  for (let ticks = 0; at !== undefined && ticks < mostTicks; ticks += 1) {
    if (lateAt !== undefined && lateAt <= at) break;
    if (on !== undefined && !calendar.isTradingDay(jstDay(at))) at = timeAfter(endOfDay(at));
    else if (isUsed(at)) return at;
    else at = timeAfter(at);
  }
  return lateAt ?? at;
}

/** The last moment of a day in Japan. */
function endOfDay(at: number): number {
  return Date.parse(`${addDays(jstDay(at), 1)}T00:00:00+09:00`) - 1;
}

/** The last publication that was due, and the first that will be. */
export function dueNow(
  due: Due,
  { now, calendar, published }: Pick<Moment, "now" | "calendar" | "published">,
): { readonly last?: PublicationDue; readonly next?: PublicationDue } {
  const shown = (at: number | undefined): PublicationDue | undefined => {
    const one = at === undefined ? undefined : lastPublication("dueAt", due, calendar, at);
    if (one === undefined) return undefined;
    const { day, from, dueAt, lateAt } = one;
    return { day, dueAt, lateAt, isSeen: published !== undefined && published >= from };
  };
  const last = shown(now);
  const next = shown(nextDue(due, calendar, now));
  return { ...(last && { last }), ...(next && { next }) };
}
