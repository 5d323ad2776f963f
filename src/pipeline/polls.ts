/** The polls of one source: whether one is under way, and those that a person asks for beside the schedule. */
import { defer, finalize, type Observable, Subject } from "rxjs";
import type { Tick } from "../lib/cron.ts";

export interface Polls {
  /** Ticks that a person asks for. */
  readonly asked$: Observable<Tick>;
  isUnderWay(): boolean;
  /** The same poll, known to be under way from its subscription to its end. */
  during<Change>(tick: Tick, poll$: Observable<Change>): Observable<Change>;
  /**
   * Makes a poll at a moment; resolves once it is over, and everything of it committed. Undefined: there is none, since
   * one is under way or the source pauses.
   */
  ask(moment: Pick<Tick, "at" | "elapsed">): Promise<void> | undefined;
}

/** For a source that no tick came of yet. */
const usualIntervalMs = 60_000;

export function createPolls(): Polls {
  const asked$ = new Subject<Tick>();
  let underWay: Promise<void> | undefined;
  let intervalMs = usualIntervalMs;
  return {
    asked$,
    isUnderWay: () => underWay !== undefined,
    during: (tick, poll$) =>
      defer(() => {
        // A person's tick has no interval of its own: pauses go by that of the schedule.
        intervalMs = tick.intervalMs;
        let end = () => {};
        underWay = new Promise((resolve) => {
          end = resolve;
        });
        return poll$.pipe(
          finalize(() => {
            underWay = undefined;
            end();
          }),
        );
      }),
    ask(moment) {
      if (underWay !== undefined) return undefined;
      asked$.next({ ...moment, intervalMs });
      return underWay;
    },
  };
}
