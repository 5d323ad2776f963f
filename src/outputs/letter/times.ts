/** Days and moments in Japan, in the parts that a language puts into words. */
import { japanMs, minuteMs } from "../../lib/clock.ts";

export interface JapanDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Hour and minute such as 17:32; absent: only the day is known. */
  readonly clock?: string | undefined;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** @param ms since 1970 */
export function japanDayOf(ms: number): JapanDay {
  const then = new Date(ms + japanMs);
  return { ...partsOf(then), clock: then.toISOString().slice(11, 16) };
}

/** The day or the moment that a text is, if it is one and nothing else. */
export function readJapanDay(text: string): JapanDay | undefined {
  if (dayForm.test(text)) {
    const day = new Date(text);
    // The 30th of February is the 1st or 2nd of March to some.
    return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : partsOf(day);
  }
  if (!momentForm.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : japanDayOf(ms);
}

function partsOf(day: Date): JapanDay {
  return {
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    weekday: day.getUTCDay(),
  };
}

/** A length of time in its largest unit, rounded down: 26 hours are one day. */
export interface Span {
  readonly count: number;
  readonly unit: "minute" | "hour" | "day";
}

export function spanOf(ms: number): Span {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 120) return { count: minutes, unit: "minute" };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { count: hours, unit: "hour" } : { count: Math.floor(hours / 24), unit: "day" };
}
