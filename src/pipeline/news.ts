/** Changes that come into the pipeline besides polls: the monitor's own news, and the moments at which rules are due. */
import { Subject } from "rxjs";
import type { Clock } from "../lib/clock.ts";
import type { Change, Committed } from "./change.ts";

export interface News {
  /** Stream of changes that the pipeline takes in. */
  readonly news$: Subject<Change>;
  /** Commits a change, where that works; what could not be written is reported like any other. */
  give(change: Change): void;
  /** Commits a change before it returns. Throws the StoreError where that could not be written. */
  tell(change: Change): void;
  /** To be called with all that the pipeline committed. */
  committed(committed: Committed): void;
}

export function createNews(): News {
  const news$ = new Subject<Change>();
  const committed$ = new Subject<Committed>();
  const give = (change: Change): void => news$.next(change);
  return {
    news$,
    give,
    tell(change) {
      const answers: Committed[] = [];
      // From a change to its commit nothing waits, so the answer is there once it was given.
      const heard = committed$.subscribe((one) => void (one.change === change && answers.push(one)));
      give(change);
      heard.unsubscribe();
      const [answer] = answers;
      if (answer === undefined) throw new Error("no pipeline runs that takes news");
      if (answer.error) throw answer.error;
    },
    committed: (committed) => committed$.next(committed),
  };
}

/** The longest wait at once: the system's clock may be set meanwhile, and timers have a limit. */
const longestMs = 60_000;
/** Where a moment has come and nothing could be written, it is tried again after this. */
const againMs = 1_000;

export interface DueMemories {
  /** To be called after each commit that may have changed what is due. */
  look(): void;
  stop(): void;
}

/**
 * Wakes the pipeline when time alone makes something of the state of a rule.
 * @param nextDue when the next memory is due, ms since 1970; undefined: none is
 * @param wake has the pipeline evaluate what is due
 */
export function watchDueMemories(
  nextDue: () => number | undefined,
  clock: Clock,
  wake: () => void,
): DueMemories {
  let cancel: (() => void) | undefined;
  let stopped = false;
  const look = (leastMs: number): void => {
    cancel?.();
    cancel = undefined;
    const due = stopped ? undefined : nextDue();
    if (due === undefined) return;
    const wait = Math.min(longestMs, Math.max(leastMs, due - clock.now()));
    cancel = clock.after(wait, () => {
      cancel = undefined;
      if (due <= clock.now()) wake();
      // A state that was due and is due still could not be written.
      if (cancel === undefined) look(againMs);
    });
  };
  return {
    look: () => look(0),
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
