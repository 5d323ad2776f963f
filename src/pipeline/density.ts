/** Thins out the ticks of a source with a due time: rare before it, every tick after it. Pure. */
import type { Tick } from "../lib/cron.ts";

const sparseMs = 30 * 60_000;
/** Timers are a little early or late; a tick due after half an hour is not another one away. */
const slackMs = 1_000;

/**
 * Whether a tick is used. While nothing is awaited one in half an hour is, so that corrections are found.
 * @param usedAt when the last one was, by the time that passes; undefined: none was yet
 */
export function isTickUsed({ elapsed }: Tick, usedAt: number | undefined, isAwaited: boolean): boolean {
  return isAwaited || usedAt === undefined || elapsed - usedAt >= sparseMs - slackMs;
}
