/** Pauses of a failing source. */
import type { Tick } from "../lib/cron.ts";

const longestMs = 10 * 60_000;

export interface Pauses {
  allows(tick: Tick): boolean;
  /** Its own interval, doubled at each failure up to ten minutes; longer only where the service asks. */
  failed(tick: Tick, retryAfterMs?: number): void;
  succeeded(): void;
}

export function createPauses(): Pauses {
  let failures = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    // Timers are a little early or late; a tick due at the end of the pause is not another interval away.
    allows: (tick) => tick.elapsed >= until - 100,
    failed(tick, retryAfterMs = 0) {
      const ownMs = Math.min(tick.intervalMs * 2 ** failures, longestMs);
      failures += 1;
      until = tick.elapsed + Math.max(ownMs, retryAfterMs);
    },
    succeeded() {
      failures = 0;
      until = Number.NEGATIVE_INFINITY;
    },
  };
}
