/** Wait before the next connection: exponential with full jitter, so that many clients spread out. */
export interface BackOff {
  /** The wait after one more failure; at least `atLeastMs`, which the feed asked for. */
  nextMs(atLeastMs: number): number;
  /** A connection proved useful. */
  reset(): void;
}

const baseMs = 500;
const mostMs = 30_000;

/** `random` gives 0 to below 1. */
export function createBackOff(random: () => number): BackOff {
  let failures = 0;
  return {
    nextMs(atLeastMs) {
      const ceilingMs = Math.min(mostMs, baseMs * 2 ** failures);
      failures = Math.min(failures + 1, 10);
      return Math.round(atLeastMs + random() * ceilingMs);
    },
    reset() {
      failures = 0;
    },
  };
}
