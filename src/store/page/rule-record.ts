/** The record of a rule: how often it fired, its last alerts, and what it remembers. */

import type { StoredEntry } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { isWhole, type LogRow, logColumns, storedEntry } from "../tables/log.ts";
import { sumOf } from "../tables/sealed-tables.ts";
import type { Tables } from "../tables/tables.ts";

/** A state as it is kept; times are ms since 1970. */
interface KeptMemory {
  readonly key: string;
  readonly meaning: string;
  readonly body: unknown;
  /** When time alone makes something of it; null: never. */
  readonly due: number | null;
}

export interface RuleRecord {
  /** Times (ISO) of its alerts since a moment, the latest first, at most `limit`. */
  firedSince(rule: string, since: string, limit: number): string[];
  /** Its latest alerts, the latest first. */
  alerts(rule: string, limit: number): StoredEntry[];
  /** States of the keys that events were about last, the latest first; damaged ones are left out. */
  memories(rule: string, limit: number): KeptMemory[];
}

export function createRuleRecord(db: Database, { log }: Pick<Tables, "log">): RuleRecord {
  const alerts = "FROM log INDEXED BY log_alerts_by_rule WHERE type = 'alert.fired' AND source = ?";
  const fired = db
    .prepare<[string, string, number], string>(
      `SELECT time ${alerts} AND time >= ? ORDER BY time DESC LIMIT ?`,
    )
    .pluck();
  const last = db.prepare<[string, number], LogRow>(
    `SELECT ${logColumns} ${alerts} ORDER BY time DESC, seq DESC LIMIT ?`,
  );
  const memories = db.prepare<[string, number], Omit<KeptMemory, "body"> & { body: string }>(
    `SELECT key, meaning, body, due FROM rule_memories INDEXED BY rule_memories_by_age
     WHERE rule = ? AND sum IS ${sumOf("rule_memories")} ORDER BY id DESC LIMIT ?`,
  );
  const sourceOf = (rule: string) => `/rules/${rule}`;
  return {
    firedSince: (rule, since, limit) => fired.all(sourceOf(rule), since, limit),
    alerts: (rule, limit) =>
      last
        .all(sourceOf(rule), limit)
        .filter((row) => isWhole(row, log.chainedFrom))
        .map(storedEntry),
    memories: (rule, limit) =>
      memories.all(rule, limit).map(({ body, ...row }) => ({ ...row, body: JSON.parse(body) })),
  };
}
