/** A service that asks for more than a day has a wrong clock, and nobody would notice that it is never asked again. */
const longestMs = 24 * 3_600_000;

/**
 * Reads a Retry-After header, seconds or an HTTP date, as ms from `nowMs`; a moment that is over is 0, and none is
 * more than a day away. Undefined when it is absent or says nothing readable.
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  // Only the forms of HTTP dates, which begin with a weekday; Date.parse alone takes nearly anything.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), longestMs);
}
