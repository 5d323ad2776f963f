/**
 * Time as an argument: the program gets the real clock, tests get one that they move. A steady clock never goes back; a
 * zone says what clocks on its walls show.
 */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** How far clocks in Japan are ahead of UTC. */
export const japanMs = 9 * hourMs;

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

/** While the clock is ahead of the machine's, it loses so much of the time that passes. */
const lostShare = 0.1;
/** A clock that was wrong by more than this is set right at once. */
const mostAheadMs = dayMs;

/**
 * The machine's clock, but where that is set back it goes on, a tenth slower, until the machine's has caught up: an
 * hour is made up for in ten. So a cooldown and a window of an hour stay about an hour long.
 *
 * @param toldAt the last time that was told before, ms since 1970
 */
export function createSteadyClock(clock: Clock, toldAt: number): Clock {
  let told = toldAt;
  let at = clock.elapsed();
  return {
    now() {
      const [wall, elapsed] = [clock.now(), clock.elapsed()];
      const steady = told + (elapsed - at) * (1 - lostShare);
      told = told - wall > mostAheadMs ? wall : Math.max(wall, steady);
      at = elapsed;
      return Math.floor(told);
    },
    elapsed: clock.elapsed,
    after: clock.after,
  };
}

const quarterMs = 900_000;
const mostKnown = 64;

/** A zone's wall clocks: the time that they show, and when they show it. */
export interface Zone {
  /** Difference of its wall clocks to UTC at a moment. */
  offsetMs(at: number): number;
  /** The day (YYYY-MM-DD) that it is there. */
  day(at: number): string;
  /** Moment at which a wall clock shows a time of a day (YYYY-MM-DD, ms since midnight); soon after it for a time that is skipped. */
  moment(day: string, timeMs: number): number;
}

/** @param timezone IANA name; throws a RangeError for an unknown name */
export function createZone(timezone: string): Zone {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const read = (at: number): number => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = parts;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - at;
  };
  // Clocks are changed on a quarter of an hour, and most questions are about the same few: reading is slow.
  const known = new Map<number, number>();
  const offsetMs = (at: number): number => {
    const quarter = Math.floor(at / quarterMs);
    const ms = known.get(quarter) ?? read(quarter * quarterMs);
    if (known.size >= mostKnown) known.clear();
    known.set(quarter, ms);
    return ms;
  };
  return {
    offsetMs,
    day: (at) => new Date(at + offsetMs(at)).toISOString().slice(0, 10),
    moment(day, timeMs) {
      const wall = Date.parse(day) + timeMs;
      // The offset of a day before is the one before any change that this day has.
      const first = wall - offsetMs(wall - dayMs);
      const second = wall - offsetMs(first);
      return second + offsetMs(second) === wall ? second : first;
    },
  };
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Formats a moment such as "2026-11-20 17:31:02 JST". */
export function japanTime(ms: number): string {
  return `${new Date(ms + japanMs).toISOString().slice(0, 19).replace("T", " ")} JST`;
}

/** Japan's time of a text that is a moment and nothing else (ISO, with its zone); any other text stays as it is. */
export function inJapanTime(text: string): string {
  if (!moment.test(text)) return text;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : japanTime(ms);
}
