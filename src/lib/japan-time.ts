/** Moments as people read them: in Japan's time, named, to the second. */

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
