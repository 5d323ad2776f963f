/** Alerts that come and alerts that go when one set of rules replaces another. */
import type { LogEntry } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import { addCount } from "./tally.ts";

/** An alert that only one of two sets of rules gives. */
export interface LoneAlert {
  /** Time at which it would have been given (ISO). */
  readonly time: string;
  readonly rule: string;
  readonly key: string;
  readonly title: string;
  /** The entry that it is about. */
  readonly cause: number;
}

export interface LoneAlerts {
  readonly count: number;
  readonly byRule: Readonly<Record<string, number>>;
  /** Alerts in order of time, `mostListed` at most. */
  readonly alerts: readonly LoneAlert[];
  /** Number of alerts that are not listed. */
  readonly more: number;
}

export interface Differences {
  /** Takes alerts of a set of rules; only `fired` ones count. */
  take(side: Side, alerts: readonly LogEntry[]): void;
  /** Finds the alerts that only the new rules give, those that only the old ones give, and those of both. */
  found(): { readonly come: LoneAlert[]; readonly go: LoneAlert[]; readonly both: SharedAlerts };
}

/** Alerts that both sets of rules give. */
export interface SharedAlerts {
  readonly count: number;
  /** The first of them, as the set says them that gave them later; `mostShared` at most. */
  readonly alerts: readonly LoneAlert[];
}

type Side = "new" | "old";

/** Most alerts of each kind that are listed. */
const mostListed = 10_000;
/** Most alerts of both sets that are kept: they are the rule, and nobody looks for one among them. */
const mostShared = 100;

/**
 * Two alerts are the same where rule, key and cause are. One may come later than the other, such as after a longer
 * `for`; one cause may have several, such as one each day that something is absent, which are matched in order.
 * @param from ms since 1970; what comes before is matched, but not told
 */
export function createDifferences(from: number): Differences {
  // Alerts without a counterpart so far; all of one name are of one side.
  const lone = new Map<string, { readonly side: Side; readonly alerts: LoneAlert[] }>();
  const shared = { count: 0, alerts: [] as LoneAlert[] };
  const start = new Date(from).toISOString();
  const share = (alert: LoneAlert): void => {
    if (alert.time < start) return;
    shared.count += 1;
    if (shared.alerts.length < mostShared) shared.alerts.push(alert);
  };
  return {
    take(side, alerts) {
      for (const { event } of alerts) {
        if (event.type !== "alert.fired") continue;
        const { rule, key, title, cause } = event.data.now as unknown as Alert;
        // Alerts that are causes themselves have other numbers on either side.
        const about = cause.origin === undefined ? cause.seq : [cause.type, cause.subject, event.time];
        const name = JSON.stringify([rule, key, about]);
        const known = lone.get(name);
        const alert = { time: event.time, rule, key, title, cause: cause.seq };
        if (known === undefined) lone.set(name, { side, alerts: [alert] });
        else if (known.side === side) known.alerts.push(alert);
        else {
          share(alert);
          if (known.alerts.length === 1) lone.delete(name);
          else known.alerts.shift();
        }
      }
    },
    found() {
      const of = (side: Side) => {
        const ofSide = [...lone.values()].filter((each) => each.side === side);
        return ofSide.flatMap(({ alerts }) => alerts).filter(({ time }) => time >= start);
      };
      return { come: of("new"), go: of("old"), both: shared };
    },
  };
}

/** Counts the alerts, and lists them in order of time, no more than may be listed. */
export function listed(found: readonly LoneAlert[]): LoneAlerts {
  const alerts = found.toSorted(
    (a, b) => compare(a.time, b.time) || a.cause - b.cause || compare(a.rule, b.rule),
  );
  const byRule = new Map<string, number>();
  for (const { rule } of alerts) addCount(byRule, rule);
  return {
    count: alerts.length,
    byRule: Object.fromEntries([...byRule].sort(([, a], [, b]) => b - a)),
    alerts: alerts.slice(0, mostListed),
    more: Math.max(0, alerts.length - mostListed),
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A rule that only the new set has gives what one gave that only the old set has. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly alerts: number;
}

interface RuleSide {
  /** All rules of the set. */
  readonly names: readonly string[];
  /** Alerts that only this set gives. */
  readonly lone: readonly LoneAlert[];
}

/** Finds rules of two sets that differ by their name alone, as far as the log shows, in the order of the new files. */
export function renamedRules(now: RuleSide, before: RuleSide): Renamed[] {
  const known = new Map([...alertsOf(before, now.names)].map(([rule, alerts]) => [alerts.join("\n"), rule]));
  return [...alertsOf(now, before.names)].flatMap(([to, alerts]) => {
    const same = alerts.join("\n");
    const from = known.get(same);
    // Each is one other rule at most.
    known.delete(same);
    return from === undefined ? [] : [{ from, to, alerts: alerts.length }];
  });
}

/** Groups the alerts of each rule that the other set lacks by key and cause. */
function alertsOf(
  { names, lone }: RuleSide,
  others: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const own = new Set(names);
  for (const name of others) own.delete(name);
  const byRule = new Map<string, string[]>();
  for (const { rule, key, cause } of lone) {
    if (!own.has(rule)) continue;
    const alerts = byRule.get(rule) ?? [];
    byRule.set(rule, alerts);
    alerts.push(`${cause} ${key}`);
  }
  for (const alerts of byRule.values()) alerts.sort();
  return new Map(
    [...own].flatMap((name) => (byRule.has(name) ? [[name, byRule.get(name) ?? []] as const] : [])),
  );
}
