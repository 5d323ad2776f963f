/** Alerts of a life and of its past, and which of them a difference between their events excuses. */
import type { Event, LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import type { Compared } from "./differences.ts";
import { minuteOf } from "./told.ts";

export interface GivenAlert {
  /** ISO */
  readonly time: string;
  readonly rule: string;
  readonly key: string;
  readonly title: string;
  readonly cause: Event | undefined;
}

export function alertsIn(log: readonly LogEntry[]): GivenAlert[] {
  const bySeq = new Map(log.map(({ seq, event }) => [seq, event]));
  return log.flatMap(({ event }) => {
    if (event.type !== "alert.fired") return [];
    const { rule, key, title, cause } = event.data.now as unknown as Alert;
    return [{ time: event.time, rule, key, title, cause: bySeq.get(cause.seq) }];
  });
}

const dayMs = 86_400_000;

/** How long an event can have a part in alerts about its subject, by the first word of its type: windows and cooldowns. */
const reachMs: Readonly<Record<string, number>> = {
  forum: dayMs,
  margin: 30 * dayMs,
  short: 30 * dayMs,
  statistics: 30 * dayMs,
};

/**
 * An alert may differ where an event about its subject differs, at the time of either or before it, as far as rules look
 * back; so may those about what only a life tells. Rules on series wait for the first of their database.
 */
export function excusedBy(touched: Compared["touched"]): (alert: GivenAlert) => boolean {
  const times = new Map<string, number[]>();
  for (const { told, difference } of touched) {
    if (difference.isQuiet) continue;
    const key = `${familyOf(told.type)} ${aboutOf(told.type, told.subject)}`;
    times.set(key, [...(times.get(key) ?? []), told.at]);
  }
  return ({ time, cause }) => {
    if (cause === undefined) return false;
    if (/^(source|rules|mail)\.|^forum\.ranking\./.test(cause.type)) return true;
    const at = minuteOf(time);
    return families(cause.type).some((family) =>
      (times.get(`${family} ${aboutOf(cause.type, cause.subject)}`) ?? []).some(
        (one) => Math.abs(at - one) <= (reachMs[family] ?? 0),
      ),
    );
  };
}

function familyOf(type: string): string {
  return type.split(".")[0] ?? type;
}

/** One rule that ships looks at shorts and margin alerts of a stock together. */
function families(type: string): readonly string[] {
  const own = familyOf(type);
  return own === "margin" ? [own, "short"] : [own];
}

function aboutOf(type: string, subject: string): string {
  return type.startsWith("statistics.") ? (subject.split("/")[0] ?? subject) : subject;
}

export function linesOfAlerts(alerts: readonly GivenAlert[]): string[] {
  return alerts
    .map(({ time, rule, key, title }) => `${new Date(minuteOf(time)).toISOString()} ${rule} ${key} ${title}`)
    .sort();
}
