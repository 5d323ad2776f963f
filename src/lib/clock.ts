/** Time as an argument: the program gets the real clock, tests get one that they move. */
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
