/** The places of a limit: each is taken when a request starts, and free again a window after it arrived. */
export interface Window {
  /** Number of requests under way. */
  readonly underWay: number;
  /** Time until a place is free; 0: now; Infinity: when a request that is under way arrives. */
  waitMs(nowMs: number): number;
  take(nowMs: number): object;
  /** The request has arrived, or never will. */
  arrived(place: object, nowMs: number): void;
  /** Places that may not be free yet. */
  taken(): Places;
}

/** The places that are taken, by the time of whoever looks. */
export interface Places {
  /** Times at which the requests arrived. */
  readonly arrived: readonly number[];
  /** Start times of requests of which nobody knows whether they arrived. */
  readonly underWay: readonly number[];
}

export interface WindowLimit {
  /** Infinity: no limit. */
  readonly requests: number;
  readonly windowMs: number;
  /**
   * Number of requests that may start at once; beyond it the rest of the limit is spread over the window, so that a
   * caller who asks without end is slowed a little all the time instead of being stopped for most of a window. Left
   * out: all.
   */
  readonly burst?: number;
}

/**
 * A place is held until a window after the request's arrival at the service, which is not its start: connections
 * take their time, and requests that started in one minute may arrive in the next.
 *
 * @param earlier what `taken` said in an earlier process
 */
export function createWindow(
  { requests, windowMs, burst = requests }: WindowLimit,
  nowMs: number,
  earlier: Places,
): Window {
  const underWay = new Map<object, number>();
  let lastAt = Number.NEGATIVE_INFINITY;
  // What was under way when that process ended has arrived by now, nobody knows when.
  const ends = [...earlier.arrived, ...earlier.underWay.map((at) => at + windowMs)];
  let freeAt = ends.map((at) => Math.min(at, nowMs) + windowMs).sort((a, b) => a - b);

  return {
    get underWay() {
      return underWay.size;
    },
    waitMs(now) {
      freeAt = freeAt.filter((at) => at > now);
      const left = requests - underWay.size - freeAt.length;
      const [next = Number.POSITIVE_INFINITY] = freeAt;
      if (left <= 0) return next - now;
      if (requests - left < burst) return 0;
      // What is left must last until the next place is free, which is one more.
      const untilNextMs = Math.min(next - now, windowMs);
      const spacingMs = Math.max(windowMs / requests, untilNextMs / (left + 1));
      return Math.max(0, lastAt + spacingMs - now);
    },
    take(now) {
      const place = {};
      lastAt = now;
      underWay.set(place, now);
      return place;
    },
    arrived(place, now) {
      if (underWay.delete(place)) freeAt.push(now + windowMs);
    },
    taken: () => ({ arrived: freeAt.map((at) => at - windowMs), underWay: [...underWay.values()] }),
  };
}
