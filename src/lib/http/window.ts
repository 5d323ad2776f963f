/** The places of a limit: each is taken when a request starts, and free again a window after it arrived. */
export interface Window {
  /** How many are under way. */
  readonly underWay: number;
  /** How long until a place is free; 0: there is one; Infinity: when one that is under way arrives. */
  waitMs(nowMs: number): number;
  take(nowMs: number): object;
  /** The request has arrived, or never will. */
  arrived(place: object, nowMs: number): void;
  /** For each place that may not be free yet when it was taken or, where that is known, when its request arrived. */
  taken(): number[];
}

export interface WindowLimit {
  /** Infinity: no limit. */
  readonly requests: number;
  readonly windowMs: number;
}

/**
 * A place is held until a window after the request's arrival at the service, which is not its start: connections
 * take their time, and requests that started in one minute may arrive in the next.
 *
 * @param earlier what `taken` said in an earlier process
 */
export function createWindow(
  { requests, windowMs }: WindowLimit,
  nowMs: number,
  earlier: readonly number[],
): Window {
  const underWay = new Map<object, number>();
  // What was under way when that process ended has arrived by now, nobody knows when.
  let freeAt = earlier.map((at) => Math.min(at + 2 * windowMs, nowMs + windowMs)).sort((a, b) => a - b);

  return {
    get underWay() {
      return underWay.size;
    },
    waitMs(now) {
      // Never longer than a window, also when the clock was set back.
      freeAt = freeAt.filter((at) => at > now).map((at) => Math.min(at, now + windowMs));
      if (underWay.size + freeAt.length < requests) return 0;
      const [next = Number.POSITIVE_INFINITY] = freeAt;
      return next - now;
    },
    take(now) {
      const place = {};
      underWay.set(place, now);
      return place;
    },
    arrived(place, now) {
      if (underWay.delete(place)) freeAt.push(now + windowMs);
    },
    taken: () => [...freeAt.map((at) => at - windowMs), ...underWay.values()],
  };
}
