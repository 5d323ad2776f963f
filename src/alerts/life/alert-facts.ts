/** Facts of an alert's entry on the log, by which it is routed, quieted and kept. */
import { type AlertFacts, keyOf } from "../../model/alerts.ts";
import type { LogEntry } from "../../model/event.ts";
import { type Alert, gravity } from "../../model/news-items.ts";

/** The item of an `alert.fired` or `alert.resolved`. */
export function alertOf({ event }: LogEntry): Alert {
  return event.data.now as unknown as Alert;
}

export function factsOf(entry: LogEntry): AlertFacts {
  const { rule, key, severity, labels, watchlists = [], recipients: notify, cause } = alertOf(entry);
  const source = cause.origin ?? cause.source;
  return { rule, key, severity, subject: entry.event.subject, source, labels, watchlists, notify };
}

/** Key of the episode that an alert belongs to. */
export function episodeKey({ rule, key }: Pick<Alert, "rule" | "key">): string {
  return keyOf(rule, key);
}

export function gravityOf(entry: LogEntry): number {
  return gravity[alertOf(entry).severity];
}
