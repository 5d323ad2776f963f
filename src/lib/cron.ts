/** Cron expressions as a stream of ticks. */
import { validate } from "node-cron";
import { Observable, type Subscriber } from "rxjs";
import type { Clock } from "./clock.ts";
import { createCronTimes } from "./cron-times.ts";

/** A moment to poll, and the schedule's step at that time. */
export interface Tick {
  /** ms since 1970. */
  readonly at: number;
  readonly intervalMs: number;
}

/** Timers hold at most 24 days; a wait that is longer is looked at again each day. */
const longestWaitMs = 86_400_000;

/** Whether it has six fields, seconds first, and comes at all: there is no 30th of February. */
export function isCronExpression(expression: string): boolean {
  if (expression.trim().split(/\s+/).length !== 6 || !validate(expression)) return false;
  return createCronTimes(expression, "UTC")(0) !== undefined;
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

/** What comes after a tick at a moment. */
type Ahead = (at: number) => { readonly next: number | undefined; readonly intervalMs: number };

/**
 * Ticks that were missed while the machine slept become one: a poll then finds what they would have found.
 * The answer ends it.
 */
function ticks(subscriber: Subscriber<Tick>, clock: Clock, ahead: Ahead, atOnce = true): () => void {
  let cancel = (): void => undefined;
  const wait = (due: number): void => {
    const ms = Math.max(0, due - clock.now());
    // A timer can be a little early.
    const look = () => (clock.now() < due ? wait(due) : tick());
    cancel = clock.after(Math.min(ms, longestWaitMs), look);
  };
  const tick = (isTold = true): void => {
    const at = clock.now();
    const { next, intervalMs } = ahead(at);
    // Set before the tick is told: whoever hears it may end it all.
    if (next !== undefined) wait(next);
    if (isTold) subscriber.next({ at, intervalMs });
  };
  tick(atOnce);
  return () => cancel();
}
