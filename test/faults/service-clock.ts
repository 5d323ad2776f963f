/** A clock on which a wait takes no time, and a deadline comes when the test says so. */
import type { Clock } from "../../src/lib/clock.ts";

export interface PassingClock extends Clock {
  pass(ms: number): void;
  /** Lets time pass up to this many ms since the start; back it never goes. */
  passTo(elapsed: number): void;
  /** Lets everything time out that has a deadline. */
  expire(): void;
}

/** The shortest of the deadlines; what is shorter is a wait between attempts. */
const deadlineMs = 30_000;

/** @param start ms since 1970 */
export function createPassingClock(start: number): PassingClock {
  let elapsed = 0;
  const deadlines = new Set<() => void>();
  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    after(ms, call) {
      if (ms >= deadlineMs) {
        deadlines.add(call);
        return () => void deadlines.delete(call);
      }
      const at = elapsed + ms;
      const soon = setImmediate(() => {
        elapsed = Math.max(elapsed, at);
        call();
      });
      return () => clearImmediate(soon);
    },
    pass(ms) {
      elapsed += ms;
    },
    passTo(other) {
      elapsed = Math.max(elapsed, other);
    },
    expire() {
      for (const call of [...deadlines]) call();
      deadlines.clear();
    },
  };
}
