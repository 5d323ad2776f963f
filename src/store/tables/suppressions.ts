/**
 * Tables cooldowns and suppressions: when each rule last gave an alert for each key, and the alerts that were asked
 * for and not given, each with the reason.
 */
import type { Cooldown } from "../../model/commit.ts";
import type { Suppression } from "../../model/rule.ts";
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { corruptAs } from "../sqlite-error.ts";
import { rowSum, sumOf } from "./sealed-tables.ts";

/** Table cooldowns: when each rule last fired for each key. */
interface CooldownsTable {
  /** ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  put(cooldown: Cooldown): void;
  /** Deletes at most `limit` that began before `time`. */
  dropBefore(time: number, limit: number): number;
}

/** @param damaged called with what is found damaged; then nothing is known of it */
export function createCooldowns(db: Database, damaged: (damage: Damage) => void): CooldownsTable {
  const fired = db.prepare<[string, string], { firedAt: number; sum: number | null }>(
    "SELECT fired_at AS firedAt, sum FROM cooldowns WHERE rule = ? AND key = ?",
  );
  const firedAt = (rule: string, key: string): number | undefined => {
    const row = corruptAs(damaged, { part: "cooldowns" }, () => fired.get(rule, key));
    if (row === undefined || rowSum("cooldowns", rule, key, row.firedAt) === row.sum) return row?.firedAt;
    damaged({ part: "cooldowns" });
    return undefined;
  };
  const put = db.prepare<[string, string, number, number]>(
    `INSERT INTO cooldowns (rule, key, fired_at, sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule, key) DO UPDATE SET fired_at = excluded.fired_at, sum = excluded.sum`,
  );
  const drop = db.prepare<[number, number]>(
    `DELETE FROM cooldowns WHERE (rule, key) IN
       (SELECT rule, key FROM cooldowns WHERE fired_at < ? ORDER BY fired_at LIMIT ?)`,
  );
  return {
    firedAt,
    put: ({ rule, key, firedAt: at }) => void put.run(rule, key, at, rowSum("cooldowns", rule, key, at)),
    dropBefore: (time, limit) => drop.run(time, limit).changes,
  };
}

export interface SuppressionsTable {
  put(suppression: Suppression): void;
  /** Reads those of a rule between two moments (ms since 1970, both included), the latest first. */
  between(rule: string, from: number, to: number, limit: number): Suppression[];
  /** Reads those of one alert, the earliest first if `order` says so. */
  ofAlert(alert: Pick<Suppression, "rule" | "key">, span: Span): Suppression[];
  /** Reads those caused by this entry, in the order in which they were written. */
  ofCause(causeSeq: number): Suppression[];
  /** Deletes at most `limit` whose cause came before the entry `seq`. */
  dropBefore(seq: number, limit: number): number;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly order: "earliest" | "latest";
  readonly limit: number;
}

const columns = 'cause_seq AS causeSeq, rule, key, reason, at, until_at AS "until"';

type Row = Omit<Suppression, "until"> & { readonly until: number | null };

export function createSuppressions(db: Database): SuppressionsTable {
  // A damaged row says nothing.
  const whole = `sum = ${sumOf("suppressions")}`;
  const put = db.prepare<[number, string, string, string, number, number | null]>(
    "INSERT INTO suppressions (cause_seq, rule, key, reason, at, until_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const between = db.prepare<[string, number, number, number], Row>(
    `SELECT ${columns} FROM suppressions WHERE ${whole} AND rule = ? AND at BETWEEN ? AND ? ORDER BY at DESC, id DESC LIMIT ?`,
  );
  const ofAlert = (order: "ASC" | "DESC") =>
    db.prepare<[string, string, number, number, number], Row>(
      `SELECT ${columns} FROM suppressions WHERE ${whole} AND rule = ? AND key = ? AND at BETWEEN ? AND ?
       ORDER BY at ${order}, id ${order} LIMIT ?`,
    );
  const ordered = { earliest: ofAlert("ASC"), latest: ofAlert("DESC") };
  const ofCause = db.prepare<[number], Row>(
    `SELECT ${columns} FROM suppressions WHERE ${whole} AND cause_seq = ? ORDER BY id`,
  );
  const drop = db.prepare<[number, number]>(
    `DELETE FROM suppressions WHERE id IN
       (SELECT id FROM suppressions WHERE cause_seq < ? ORDER BY cause_seq LIMIT ?)`,
  );
  return {
    put({ causeSeq, rule, key, reason, at, until }) {
      put.run(causeSeq, rule, key, reason, at, until ?? null);
    },
    between: (rule, from, to, limit) => between.all(rule, from, to, limit).map(suppressionOf),
    ofAlert: ({ rule, key }, { from, to, order, limit }) =>
      ordered[order].all(rule, key, from, to, limit).map(suppressionOf),
    ofCause: (causeSeq) => ofCause.all(causeSeq).map(suppressionOf),
    dropBefore: (seq, limit) => drop.run(seq, limit).changes,
  };
}

function suppressionOf({ until, ...row }: Row): Suppression {
  return until === null ? row : { ...row, until };
}
