/** Requests that wait for a place of a limit, lane by lane. */
import type { Clock } from "../clock.ts";
import type { Failure } from "../failure.ts";
import { listenAbort, stopped } from "../turns.ts";
import { createWindow, type Places, type WindowLimit } from "./window.ts";

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
