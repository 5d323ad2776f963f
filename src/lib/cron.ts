/** Cron expressions as a stream of ticks, and their times after any moment. */
import { createTask, parse, validate } from "node-cron";
import { Observable, type Subscriber } from "rxjs";
import { type Clock, createZone, dayMs, hourMs, minuteMs } from "./clock.ts";

/** A moment to poll, and the schedule's step at that time. */
export interface Tick {
  /** ms since 1970. */
  readonly at: number;
  /** The moment by the time that passes, ms; nobody sets that. */
  readonly elapsed: number;
  readonly intervalMs: number;
}

/** Timers hold at most 24 days; a wait that is longer is looked at again each day. */
const longestWaitMs = dayMs;
/** Clocks are set right by a little all the time; a wait becomes no longer than this by it. */
const slackMs = 1_000;

/** Whether it has six fields, seconds first, and comes at all: there is no 30th of February. */
export function isCronExpression(expression: string): boolean {
  if (expression.trim().split(/\s+/).length !== 6 || !validate(expression)) return false;
  return everyDay.test(expression) || createCronTimes(expression, "UTC")(0) !== undefined;
}

/** One tick at once, so that nothing waits for tonight's hours after a start, then one at each time. */
export function cronTicks$(expression: string, timezone: string, clock: Clock): Observable<Tick> {
  return new Observable((subscriber) => {
    const timeAfter = createCronTimes(expression, timezone);
    return ticks(subscriber, clock, (at) => {
      const next = timeAfter(at);
      const afterNext = next === undefined ? undefined : timeAfter(next);
      // Between the next two: also at the start, when the last tick is not known.
      const intervalMs = next === undefined || afterNext === undefined ? 0 : afterNext - next;
      return { next, intervalMs };
    });
  });
}

/** One tick at once, then one every `intervalMs`. */
export function steadyTicks$(intervalMs: number, clock: Clock): Observable<Tick> {
  return new Observable((subscriber) => {
    const start = clock.now();
    return ticks(subscriber, clock, (at) => {
      const steps = Math.floor((at - start) / intervalMs) + 1;
      return { next: start + steps * intervalMs, intervalMs };
    });
  });
}

/** One tick at each moment that `next` names after another, none at once; it ends where there is none. */
export function momentTicks$(
  next: (after: number) => number | undefined,
  intervalMs: number,
  clock: Clock,
): Observable<Tick> {
  return new Observable((subscriber) => {
    return ticks(subscriber, clock, (at) => ({ next: next(at), intervalMs }), false);
  });
}

/** The next tick after a moment, and the interval to the one after it. */
type Ahead = (at: number) => { readonly next: number | undefined; readonly intervalMs: number };

/**
 * Ticks that were missed while the machine slept become one: a poll then finds what they would have found. A tick
 * that is waited for comes after the time that it was away, also where the clock is set back meanwhile.
 * The answer ends it.
 */
function ticks(subscriber: Subscriber<Tick>, clock: Clock, ahead: Ahead, atOnce = true): () => void {
  let cancel = (): void => undefined;
  let lookNow = (): void => undefined;
  // Set forward, the clock may be past what is waited for.
  const unheard = clock.onSet?.(() => {
    cancel();
    lookNow();
  });
  const wait = (due: number, latest: number, intervalMs: number): void => {
    const ms = Math.max(0, Math.min(due - clock.now(), latest + slackMs - clock.elapsed()));
    const look = () => {
      const [at, elapsed] = [clock.now(), clock.elapsed()];
      if (at >= due) return tick(at);
      if (elapsed >= latest + slackMs) return due - at < intervalMs / 2 ? tick(due) : tick(at);
      wait(due, latest, intervalMs);
    };
    lookNow = look;
    cancel = clock.after(Math.min(ms, longestWaitMs), look);
  };
  /** @param from the moment that the schedule goes on from */
  const tick = (from: number, isTold = true): void => {
    const [at, elapsed] = [clock.now(), clock.elapsed()];
    const { next, intervalMs } = ahead(from);
    // Set before the tick is told: whoever hears it may end it all.
    if (next !== undefined) wait(next, elapsed + Math.max(0, next - at), intervalMs);
    if (isTold) subscriber.next({ at, elapsed, intervalMs });
  };
  tick(clock.now(), atOnce);
  return () => {
    unheard?.();
    cancel();
  };
}

const secondMs = 1_000;
/** The 29th of February on a given weekday comes back within 40 years. */
const furthestMs = 41 * 366 * dayMs;

/** The first time after a moment, both in ms since 1970; undefined where there is none. */
export type CronTimes = (after: number) => number | undefined;

/**
 * Computes the times of a schedule. It goes on through the hour that comes twice when clocks are set back; times that
 * are skipped when they are set forward are skipped. Throws for an invalid expression or time zone.
 */
export function createCronTimes(expression: string, timezone: string): CronTimes {
  const fields = parse(expression);
  const hours = new Set(fields.hour);
  const minutes = new Set(fields.minute);
  const seconds = new Set(fields.second);
  const isDue = dayTest(expression);
  const { offsetMs } = createZone(timezone);
  /** Steps from `at` to the next midnight there, or by an hour if the clocks change before that. */
  const toNextDay = (at: number, wall: number): number => {
    const ms = dayMs - (wall % dayMs);
    return offsetMs(at + ms) === wall - at ? ms : hourMs - (wall % hourMs);
  };
  return (after) => {
    let at = (Math.floor(after / secondMs) + 1) * secondMs;
    for (const end = after + furthestMs; at < end; ) {
      const wall = at + offsetMs(at);
      if (!isDue(wall)) at += toNextDay(at, wall);
      else if (!hours.has(Math.floor(wall / hourMs) % 24)) at += hourMs - (wall % hourMs);
      else if (!minutes.has(Math.floor(wall / minuteMs) % 60)) at += minuteMs - (wall % minuteMs);
      else {
        const second = Math.floor(wall / secondMs) % 60;
        const next = firstFrom(seconds, second);
        if (next === second) return at;
        at += (next - second) * secondMs;
      }
    }
    return undefined;
  };
}

/** The first of some seconds that is not before one; the next minute where there is none. */
function firstFrom(seconds: ReadonlySet<number>, from: number): number {
  for (let second = from; second < 60; second++) if (seconds.has(second)) return second;
  return 60;
}

/** Expressions whose day, month and weekday are any. */
const everyDay = /\s\*\s+\*\s+\*\s*$/;

/** Whether a day matches the day, month and weekday of an expression; given as wall time, asked once a day. */
function dayTest(expression: string): (wall: number) => boolean {
  if (everyDay.test(expression)) return () => true;
  const days = expression.trim().split(/\s+/).slice(3).join(" ");
  const task = createTask(`0 0 0 ${days}`, () => undefined, { timezone: "UTC" });
  void task.destroy();
  let known = { day: Number.NaN, matches: false };
  return (wall) => {
    const day = Math.floor(wall / dayMs);
    if (day !== known.day) known = { day, matches: task.match(new Date(day * dayMs)) };
    return known.matches;
  };
}
