/** Rules of two sets that differ by their name alone, as far as the log shows. */
import type { LoneAlert } from "./differences.ts";

/** A rule that only the new set has gives what one gave that only the old set has. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly alerts: number;
}

interface Side {
  /** All rules of the set. */
  readonly names: readonly string[];
  /** Alerts that only this set gives. */
  readonly lone: readonly LoneAlert[];
}

/** Finds renamed rules, in the order of the new files. */
export function renamedRules(now: Side, before: Side): Renamed[] {
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
function alertsOf({ names, lone }: Side, others: readonly string[]): ReadonlyMap<string, readonly string[]> {
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
