/**
 * Time as an argument: the program gets the real clock, tests get one that they move. A steady clock never goes
 * back.
 */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment before, of time that passes: nobody sets it. */
  elapsed(): number;
  /** Calls once after `ms`; the answer cancels it. */
  after(ms: number, call: () => void): () => void;
  /** Calls each time somebody has set it, where that is watched; the answer ends that. */
  onSet?(call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** While the clock is ahead of the machine's, it loses so much of the time that passes. */
const lostShare = 0.1;
/** A clock that was wrong by more than this is set right at once. */
const mostAheadMs = 86_400_000;

/**
 * The machine's clock, but where that is set back it goes on, a tenth slower, until the machine's has caught up: an
 * hour is made up for in ten. So a cooldown and a window of an hour stay about an hour long.
 *
 * @param toldAt the last time that was told before, ms since 1970
 */
export function createSteadyClock(clock: Clock, toldAt: number): Clock {
  let told = toldAt;
  let at = clock.elapsed();
  return {
    now() {
      const [wall, elapsed] = [clock.now(), clock.elapsed()];
      const steady = told + (elapsed - at) * (1 - lostShare);
      told = told - wall > mostAheadMs ? wall : Math.max(wall, steady);
      at = elapsed;
      return Math.floor(told);
    },
    elapsed: clock.elapsed,
    after: clock.after,
  };
}
