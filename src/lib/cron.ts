/** Cron expressions as a stream of ticks. */
import { createTask, validate } from "node-cron";
import { interval, map, Observable, startWith } from "rxjs";

/** A moment to poll, and the schedule's step at that time. */
export interface Tick {
  /** ms since 1970. */
  readonly at: number;
  readonly intervalMs: number;
}

export function isCronExpression(expression: string): boolean {
  return expression.trim().split(/\s+/).length === 6 && validate(expression);
}

/** One tick at once, so that nothing waits for tonight's hours after a start, then one at each time. */
export function cronTicks$(expression: string, timezone: string): Observable<Tick> {
  return new Observable((subscriber) => {
    const task = createTask(expression, () => subscriber.next({ at: Date.now(), intervalMs: intervalMs() }), {
      timezone,
      logger: silent,
    });
    // Between the next two: also at the start, when the last tick is not known.
    const intervalMs = (): number => {
      const [next, afterNext] = task.getNextRuns(2);
      return next && afterNext ? afterNext.getTime() - next.getTime() : 0;
    };
    void task.start();
    subscriber.next({ at: Date.now(), intervalMs: intervalMs() });
    return () => void task.destroy();
  });
}

// A missed tick is no news: the next poll finds what it would have found.
const silent = { info() {}, warn() {}, error() {}, debug() {} };

/** One tick at once, then one every `intervalMs`. */
export function steadyTicks$(intervalMs: number): Observable<Tick> {
  return interval(intervalMs).pipe(
    startWith(-1),
    map(() => ({ at: Date.now(), intervalMs })),
  );
}
