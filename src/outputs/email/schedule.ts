/** When a mail that could not be delivered is tried again. */

const MINUTE_MS = 60_000;
const stepsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * After 1, 2, 5, 15, 30, 60 minutes, then hourly; undefined when that is more than a day after queuing.
 * @param attempts how many came before the one that just failed
 */
export function retryAt(mail: { attempts: number; queuedAt: number }, now: number): number | undefined {
  const at = now + (stepsMs[mail.attempts] ?? HOUR_MS);
  return at > mail.queuedAt + DAY_MS ? undefined : at;
}
