/** The places of a limit: each is taken when a request starts, and free again a window after it arrived. */

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
  /**
   * Number of places that the background leaves free as long as polls may come, so that they find them free. Left out:
   * it may have all.
   */
  readonly reserve?: number;
}

export interface Window {
  /** Number of requests under way. */
  readonly underWay: number;
  /** Time until a place is free; 0: now; Infinity: when a request that is under way arrives. */
  waitMs(nowMs: number): number;
  /**
   * Time until the background may have a place.
   * @param isCalm whether nobody else is expected before that place is free again
   */
  backgroundWaitMs(nowMs: number, isCalm: boolean): number;
  take(nowMs: number): object;
  takeForBackground(nowMs: number, isCalm: boolean): object;
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

const noPlaces: Places = { arrived: [], underWay: [] };

/**
 * A place is held until a window after the request's arrival at the service, which is not its start: connections
 * take their time, and requests that started in one minute may arrive in the next.
 *
 * The places of the background count towards the limit and towards nothing else: who is not in the background waits
 * for them only where the limit itself is used up.
 *
 * @param earlier what `taken` said in an earlier process; undefined: nobody knows what that has asked
 */
export function createWindow(limit: WindowLimit, nowMs: number, earlier: Places | undefined): Window {
  const { requests, windowMs } = limit;
  const polls = createHeld(windowMs, nowMs, earlier ?? noPlaces);
  const background = createHeld(windowMs, nowMs, noPlaces);
  const pollPace = createPollPace(limit);
  const backgroundPace = createBackgroundPace(limit);
  // An even pace goes on evenly, also where a process ended a moment ago and this one goes on with its work.
  if (earlier === undefined) backgroundPace.took(nowMs, true);
  /** Time until the first of them is free. */
  const nextMs = (now: number) => Math.min(polls.nextMs(now), background.nextMs(now));

  return {
    get underWay() {
      return polls.underWay + background.underWay;
    },
    waitMs(now) {
      const ownMs = pollPace.waitMs(now, polls.count(now), polls.nextMs(now));
      const isFull = polls.count(now) + background.count(now) >= requests;
      return isFull ? Math.max(ownMs, nextMs(now)) : ownMs;
    },
    backgroundWaitMs(now, isCalm) {
      const isFree = backgroundPace.isFree(polls.count(now), background.count(now), isCalm);
      return Math.max(backgroundPace.waitMs(now), isFree ? 0 : nextMs(now));
    },
    take(now) {
      pollPace.took(now);
      return polls.take(now);
    },
    takeForBackground(now, isCalm) {
      backgroundPace.took(now, isCalm);
      return background.take(now);
    },
    arrived(place, now) {
      polls.arrived(place, now);
      background.arrived(place, now);
    },
    taken() {
      const all = [polls.taken(), background.taken()];
      return {
        arrived: all.flatMap(({ arrived }) => arrived),
        underWay: all.flatMap(({ underWay }) => underWay),
      };
    },
  };
}

/** The places of one kind of callers. */
function createHeld(windowMs: number, nowMs: number, earlier: Places) {
  const underWay = new Map<object, number>();
  // A request that was under way when that process ended has arrived by now, nobody knows when.
  const ends = [...earlier.arrived, ...earlier.underWay.map((at) => at + windowMs)];
  let freeAt = ends.map((at) => Math.min(at, nowMs) + windowMs).sort((a, b) => a - b);
  const held = (now: number): readonly number[] => {
    if ((freeAt[0] ?? now + 1) <= now) freeAt = freeAt.filter((at) => at > now);
    return freeAt;
  };
  return {
    get underWay() {
      return underWay.size;
    },
    count: (now: number) => underWay.size + held(now).length,
    nextMs: (now: number) => (held(now)[0] ?? Number.POSITIVE_INFINITY) - now,
    take(now: number): object {
      const place = {};
      underWay.set(place, now);
      return place;
    },
    arrived(place: object, now: number) {
      if (underWay.delete(place)) freeAt.push(now + windowMs);
    },
    taken: (): Places => ({
      arrived: freeAt.map((at) => at - windowMs),
      underWay: [...underWay.values()],
    }),
  };
}

/** A burst at once, and then a steady pace. */
function createPollPace({ requests, windowMs, burst = requests }: WindowLimit) {
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    waitMs(now: number, count: number, nextMs: number): number {
      const left = requests - count;
      if (left <= 0) return nextMs;
      if (count < burst) return 0;
      // The places left must last until the next place is free, which is one more.
      const untilNextMs = Math.min(nextMs, windowMs);
      const spacingMs = Math.max(windowMs / requests, untilNextMs / (left + 1));
      return Math.max(0, lastAt + spacingMs - now);
    },
    took(now: number) {
      lastAt = now;
    },
  };
}

/**
 * The pace of the background: even, so that its places come free one by one, and a poll that finds the limit used up
 * waits for one of them and not for a row of them.
 */
function createBackgroundPace({ requests, windowMs, reserve = 0 }: WindowLimit) {
  let dueAt = Number.NEGATIVE_INFINITY;
  return {
    waitMs: (now: number) => Math.max(0, dueAt - now),
    /** With a reserve one place more than the polls have is left to them, however many they have. */
    isFree(polls: number, own: number, isCalm: boolean): boolean {
      const kept = reserve === 0 || isCalm ? polls : Math.max(reserve, polls + 1);
      return own + 1 + kept <= requests;
    },
    took(now: number, isCalm: boolean) {
      // Timers are a little late; the pace is not to become slower by it.
      const spacingMs = windowMs / (isCalm ? requests : requests - reserve);
      dueAt = dueAt + spacingMs > now ? dueAt + spacingMs : now + spacingMs;
    },
  };
}
