/**
 * Wall clocks: the time that a clock on the wall of some zone shows, and when it shows it; for people, Japan's.
 */

const dayMs = 86_400_000;
const quarterMs = 900_000;

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
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const read = (at: number): number => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - at;
  };
  // Clocks are changed on a quarter of an hour, and most questions are about the same one: reading is slow.
  let known = { quarter: Number.NaN, offsetMs: 0 };
  const offsetMs = (at: number): number => {
    const quarter = Math.floor(at / quarterMs);
    if (quarter !== known.quarter) known = { quarter, offsetMs: read(quarter * quarterMs) };
    return known.offsetMs;
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
const japanMs = 9 * 3_600_000;

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
