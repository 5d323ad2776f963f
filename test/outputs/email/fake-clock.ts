/** A clock that a test moves. */
import type { Clock } from "../../../src/lib/clock.ts";

export interface FakeClock extends Clock {
  /** Moves to the given time, calling what falls due on the way, each at its own time. */
  moveTo(ms: number): void;
}

export function fakeClock(start: number): FakeClock {
  let now = start;
  const timers = new Set<{ at: number; call: () => void }>();
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    moveTo(ms) {
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= ms).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.call();
      }
      now = ms;
    },
  };
}
