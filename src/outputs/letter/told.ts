/** Alerts in a message, as their entries say them. */
import type { LogEntry } from "../../model/event.ts";
import { type Alert, gravity, type Severity } from "../../model/news-items.ts";
import type { ToldAlert } from "../../model/notification.ts";

export function alertOf({ event }: LogEntry): Alert {
  return event.data.now as unknown as Alert;
}

export function isOver({ entry }: ToldAlert): boolean {
  return entry.event.type === "alert.resolved";
}

export function gravestOf(told: readonly ToldAlert[]): Severity {
  const all = told.map(({ entry }) => alertOf(entry).severity);
  return all.reduce((one, other) => (gravity[other] < gravity[one] ? other : one), "info");
}
