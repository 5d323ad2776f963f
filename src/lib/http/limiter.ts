/** Limits of requests: the places within a window of time, and the requests that wait for one, lane by lane. */
import type { Clock } from "../clock.ts";
import type { Failure } from "../failure.ts";
import { listenAbort, stopped } from "../turns.ts";

export interface LimiterOptions extends WindowLimit {
  readonly clock: Clock;
  /** Time for which nothing may start for another reason; Infinity: until `look`. Called with the number of requests under way. */
  readonly holdMs?: (underWay: number) => number;
  /** Result of `taken` in an earlier process. */
  readonly earlier?: Places;
}

export interface Limiter {
  /**
   * Resolves as soon as the limit allows one more request, in turn by lane. Call the answer once the request has
   * arrived, or never will. Rejects with a Failure when the signal is aborted, or when everyone is refused.
   */
  enter(lane: string, signal: AbortSignal | undefined): Promise<() => void>;
  /** Everyone who waits fails with this. */
  refuse(failure: Failure): void;
  /** Checks whether a reason to wait is gone. */
  look(): void;
  /** For the next process, in ms since 1970. */
  taken(): Places;
}

interface Waiter {
  start(): void;
  fail(failure: Failure): void;
}

/**
 * At most `requests` arrive at a service in any sliding window of `windowMs`, whoever asks; nobody waits while
 * there is room, unless a `burst` is to be followed by a steady pace.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { clock, holdMs = () => 0, earlier = nothing } = options;
  const window = createWindow(options, clock.elapsed(), shifted(earlier, clock.elapsed() - clock.now()));
  const turns = createTurns<Waiter>();
  let cancelTimer = () => {};

  function look(): void {
    cancelTimer();
    cancelTimer = () => {};
    while (turns.size > 0) {
      const waitMs = Math.max(window.waitMs(clock.elapsed()), holdMs(window.underWay));
      if (waitMs > 0) {
        if (Number.isFinite(waitMs)) cancelTimer = clock.after(waitMs, look);
        return;
      }
      turns.next()?.start();
    }
  }

  function take(): () => void {
    const place = window.take(clock.elapsed());
    return () => {
      window.arrived(place, clock.elapsed());
      look();
    };
  }

  return {
    enter: (lane, signal) =>
      new Promise((resolve, reject) => {
        let leaveTurn = () => {};
        let unlisten = () => {};
        leaveTurn = turns.add(lane, {
          start() {
            unlisten();
            resolve(take());
          },
          fail(failure) {
            unlisten();
            reject(failure);
          },
        });
        unlisten = listenAbort(signal, () => {
          leaveTurn();
          reject(stopped(signal));
          look();
        });
        look();
      }),
    refuse(failure) {
      while (turns.size > 0) turns.next()?.fail(failure);
      look();
    },
    look,
    taken: () => shifted(window.taken(), clock.now() - clock.elapsed()),
  };
}

const nothing: Places = { arrived: [], underWay: [] };

/** Converts from the time that passes in this process to the time of day, which other processes know as well, or back. */
function shifted({ arrived, underWay }: Places, ms: number): Places {
  return { arrived: arrived.map((at) => at + ms), underWay: underWay.map((at) => at + ms) };
}

/** Queue of waiting requests, by lane: lanes are served in turn, and within a lane the first comes first. */
interface Turns<T> {
  readonly size: number;
  /** The answer takes the item out again. */
  add(lane: string, item: T): () => void;
  /** Takes out the one whose turn it is. */
  next(): T | undefined;
}

/** Each lane that waits is served at most once before every other lane that waits as well. */
function createTurns<T extends object>(): Turns<T> {
  // The order of the keys is the order of the turns: a lane that was served goes to the end.
  const lanes = new Map<string, Set<T>>();
  let size = 0;

  const remove = (lane: string, waiting: Set<T>, item: T): void => {
    if (!waiting.delete(item)) return;
    size -= 1;
    if (waiting.size === 0) lanes.delete(lane);
  };

  return {
    get size() {
      return size;
    },
    add(lane, item) {
      const waiting = lanes.get(lane) ?? new Set();
      lanes.set(lane, waiting.add(item));
      size += 1;
      return () => remove(lane, waiting, item);
    },
    next() {
      for (const [lane, waiting] of lanes) {
        for (const item of waiting) {
          lanes.delete(lane);
          lanes.set(lane, waiting);
          remove(lane, waiting, item);
          return item;
        }
      }
      return undefined;
    },
  };
}

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
  // A request that was under way when that process ended has arrived by now, nobody knows when.
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
      // The places left must last until the next place is free, which is one more.
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
