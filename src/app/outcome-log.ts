/** What the program's own log says of each change. */
import type { Log } from "../lib/log.ts";
import type { Committed } from "../pipeline/commit.ts";

export function logOutcome(log: Log, { change, error }: Committed): void {
  const source = change.poll?.watched.source.name;
  if (error) {
    log.error({ source, error: error.message }, "the change could not be written");
    return;
  }
  if (change.failure) {
    const { reason, message, status } = change.failure;
    log.warn({ source, reason, status, message }, "the poll failed");
  }
  if (change.drafts.length === 0) return;
  const events: Record<string, number> = {};
  for (const { type } of change.drafts) events[type] = (events[type] ?? 0) + 1;
  log.info({ source, events }, "committed");
}
