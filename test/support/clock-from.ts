import { type Clock, systemClock } from "../../src/lib/clock.ts";

/** A clock that runs as the real one does, but from `start`: no test may depend on the day it is run on. */
export function clockFrom(start: number): Clock {
  const begun = performance.now();
  return {
    now: () => start + Math.floor(performance.now() - begun),
    elapsed: systemClock.elapsed,
    after: systemClock.after,
  };
}
