/**
 * Reads a Retry-After header, seconds or an HTTP date, as ms from `nowMs`; a moment that is over is 0.
 * Undefined when it is absent or says nothing readable.
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Only the forms of HTTP dates, which begin with a weekday; Date.parse alone takes nearly anything.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
