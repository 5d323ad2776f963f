/** Moments as people write them: 2026-01-05T18:00:00+09:00, with or without seconds, and always with a zone. */
import { isDay } from "./dates.ts";

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether there is such a moment. Without a zone it would be another one on another machine. */
export function isMoment(text: string): boolean {
  return form.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** The moment that a time of day without a zone, or with a blank for the T, has in Japan; else undefined. */
export function inJapan(text: string): string | undefined {
  const written = `${text.replace(" ", "T")}+09:00`;
  return isMoment(written) ? written : undefined;
}
