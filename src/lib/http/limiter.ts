/** Limits of requests: those that wait for a place within a window of time, lane by lane, the background last. */
import type { Clock } from "../clock.ts";
import type { Failure } from "../failure.ts";
import { backgroundLane, listenAbort, stopped } from "../turns.ts";
import { createWindow, type Places, type WindowLimit } from "./window.ts";

export interface LimiterOptions extends WindowLimit {
  readonly clock: Clock;
  /** Time for which nothing may start for another reason; Infinity: until `look`. Called with the number of requests under way. */
  readonly holdMs?: (underWay: number) => number;
  /** Time until the next request that is not of the background is expected; left out: it may come at any time. */
  readonly calmMs?: () => number;
  /** Result of `taken` in an earlier process; left out: nobody knows what that has asked. */
  readonly earlier?: Places;
}

/** Number of windows: a place is free again a window after its request arrived, and the way there takes time. */
const calmWindows = 2;

export interface Limiter {
  /**
   * Resolves as soon as the limit allows one more request, in turn by lane; in the background lane, once nobody else
   * waits. Call the answer once the request has arrived, or never will. Rejects with a Failure when the signal is
   * aborted, or when everyone is refused.
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
  const { clock, holdMs = () => 0, calmMs = () => 0, earlier } = options;
  const known = earlier && shifted(earlier, clock.elapsed() - clock.now());
  const window = createWindow(options, clock.elapsed(), known);
  const queue = createQueue();
  let cancelTimer = () => {};
  let askedAt = Number.NEGATIVE_INFINITY;

  /** Whoever asked a moment ago may be in the middle of what it asks. */
  function isCalm(now: number): boolean {
    const enoughMs = calmWindows * options.windowMs;
    return now - askedAt >= enoughMs && calmMs() >= enoughMs;
  }

  function look(): void {
    cancelTimer();
    cancelTimer = () => {};
    for (let kind = queue.waiting(); kind !== undefined; kind = queue.waiting()) {
      const now = clock.elapsed();
      const placeMs = kind === "asked" ? window.waitMs(now) : window.backgroundWaitMs(now, isCalm(now));
      const waitMs = Math.max(placeMs, holdMs(window.underWay));
      if (waitMs > 0) {
        if (Number.isFinite(waitMs)) cancelTimer = clock.after(waitMs, look);
        return;
      }
      queue.next()?.start();
    }
  }

  function take(lane: string): () => void {
    const now = clock.elapsed();
    const place = lane === backgroundLane ? window.takeForBackground(now, isCalm(now)) : window.take(now);
    return () => {
      window.arrived(place, clock.elapsed());
      look();
    };
  }

  return {
    enter(lane, signal) {
      if (lane !== backgroundLane) askedAt = clock.elapsed();
      const entered = turnOf(queue, [lane, signal], () => take(lane), look);
      look();
      return entered;
    },
    refuse(failure) {
      for (let next = queue.next(); next; next = queue.next()) next.fail(failure);
      look();
    },
    look,
    taken: () => shifted(window.taken(), clock.now() - clock.elapsed()),
  };
}

/** Converts from the time that passes in this process to the time of day, which other processes know as well, or back. */
function shifted({ arrived, underWay }: Places, ms: number): Places {
  return { arrived: arrived.map((at) => at + ms), underWay: underWay.map((at) => at + ms) };
}

/** Starts what waits in its turn; `left` is called where it is aborted before. */
function turnOf<T>(
  queue: Queue,
  [lane, signal]: Parameters<Limiter["enter"]>,
  start: () => T,
  left: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let unlisten = () => {};
    const leave = queue.add(lane, {
      start() {
        unlisten();
        resolve(start());
      },
      fail(failure) {
        unlisten();
        reject(failure);
      },
    });
    unlisten = listenAbort(signal, () => {
      leave();
      reject(stopped(signal));
      left();
    });
  });
}

type Queue = ReturnType<typeof createQueue>;

/** Requests that wait, those of the background behind all others. */
function createQueue() {
  const asked = createTurns<Waiter>();
  const background = createTurns<Waiter>();
  return {
    /** The answer takes the waiter out again. */
    add: (lane: string, waiter: Waiter) => (lane === backgroundLane ? background : asked).add(lane, waiter),
    /** Whose turn it is; undefined: nobody waits. */
    waiting: () => (asked.size > 0 ? "asked" : background.size > 0 ? "background" : undefined),
    /** Takes out the one whose turn it is. */
    next: () => asked.next() ?? background.next(),
  };
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
