/** A clock that a test moves by hand. */
import type { Clock } from "../../src/lib/clock.ts";

export interface HandClock extends Clock {
  /** Moves on, calling what falls due in order, each at its own time. */
  move(ms: number): void;
  moveTo(ms: number): void;
  /** Time passes in which nothing is called, as while the process is stopped: what is due comes late. */
  stall(ms: number): void;
  /** Somebody sets it: no time passes. */
  set(ms: number): void;
  /** How many calls wait for it. */
  readonly waiting: number;
  /** When the next of them falls due, ms since 1970. */
  readonly nextAt: number | undefined;
}

/** @param start ms since 1970 */
export function createHandClock(start = 0): HandClock {
  let now = start;
  /** Delays that were set, ms. */
  let shift = 0;
  const heard = new Set<() => void>();
  const timers = new Set<{ at: number; call: () => void }>();
  const move = (ms: number): void => {
    const end = now - shift + ms;
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      timers.delete(next);
      now = Math.max(now, next.at + shift);
      next.call();
    }
    // The function that was called may have moved it further.
    now = Math.max(now, end + shift);
  };
  return {
    now: () => now,
    elapsed: () => now - shift,
    after(ms, call) {
      const timer = { at: now - shift + wholeMs(ms), call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    onSet(call) {
      heard.add(call);
      return () => void heard.delete(call);
    },
    move,
    moveTo: (ms) => move(ms - now),
    stall(ms) {
      now += ms;
    },
    set(ms) {
      shift += ms - now;
      now = ms;
      for (const call of heard) call();
    },
    get waiting() {
      return timers.size;
    },
    get nextAt() {
      return timers.size === 0 ? undefined : Math.min(...[...timers].map(({ at }) => at)) + shift;
    },
  };
}

/** As setTimeout has it: whole milliseconds, at least one where there is something to wait for. */
function wholeMs(ms: number): number {
  return ms >= 1 ? Math.trunc(ms) : Math.ceil(ms);
}
