/** Pauses of a whole service that refused because it was asked too much. */
export interface Refusals {
  /** Time until the service may be asked (one request at a time as long as it has only refused); 0: now. */
  waitMs(nowMs: number): number;
  /** Whether the last that it said was a refusal. */
  readonly refusing: boolean;
  /** Number that a request which starts now shows when it is answered. */
  readonly episode: number;
  refused(episode: number, nowMs: number, retryAfterMs: number | undefined): void;
  served(episode: number): void;
  state(): RefusalState;
}

/** For the next process. */
export interface RefusalState {
  /** Number of refusals in a row. */
  readonly refusals: number;
  /** ms since 1970. */
  readonly until: number;
}

/** observed.md: going on far above the limit blocks an account for about five minutes. */
const longestMs = 10 * 60_000;
/** A service that asks for more than a day has a wrong clock. */
const longestAskedMs = 24 * 3_600_000;

/**
 * The pause doubles from `firstMs` at each refusal, up to ten minutes, and is never shorter than the service
 * asks; what is served ends it. Requests that started before the last refusal or its end say nothing new:
 * ten under way at once are refused once.
 */
export function createRefusals(firstMs: number, nowMs: number, earlier: RefusalState | undefined): Refusals {
  let refusals = earlier?.refusals ?? 0;
  let until = Math.min(earlier?.until ?? 0, nowMs + longestAskedMs);
  let episode = 0;
  return {
    // Never longer than the longest pause, also when the clock was set back.
    waitMs: (now) => Math.min(Math.max(0, until - now), longestAskedMs),
    get refusing() {
      return refusals > 0;
    },
    get episode() {
      return episode;
    },
    refused(begun, now, retryAfterMs = 0) {
      const ownMs = Math.min(firstMs * 2 ** refusals, longestMs);
      until = Math.max(until, now + Math.min(retryAfterMs, longestAskedMs));
      if (begun !== episode) return;
      until = Math.max(until, now + ownMs);
      refusals += 1;
      episode += 1;
    },
    served(begun) {
      if (begun !== episode || refusals === 0) return;
      refusals = 0;
      until = 0;
      episode += 1;
    },
    state: () => ({ refusals, until }),
  };
}
