/** Table withheld: changes that a quarantine ended without telling, so that `why` can say what became of them. */
import type { Withheld } from "../model/commit.ts";
import type { Database } from "./database.ts";
import { sumOf } from "./sealed-tables.ts";

interface StoredWithheld extends Withheld {
  /** Time of the decision, ms since 1970. */
  readonly endedAt: number;
}

export interface WithheldTable {
  put(withheld: Withheld, endedAt: number): void;
  /** About one subject, the latest first. */
  about(subject: string, limit: number): StoredWithheld[];
  /** Deletes at most `limit` that ended before `time`. */
  dropBefore(time: number, limit: number): number;
}

export function createWithheld(db: Database): WithheldTable {
  // What is damaged says nothing.
  const whole = `sum = ${sumOf("withheld")}`;
  const put = db.prepare<[string, string, string, number, number, string]>(
    "INSERT INTO withheld (source, type, subject, since, ended, how) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const about = db.prepare<[string, number], StoredWithheld>(
    `SELECT source, type, subject, since, ended AS endedAt, how FROM withheld
     WHERE ${whole} AND subject = ? ORDER BY ended DESC, id DESC LIMIT ?`,
  );
  const drop = db.prepare<[number, number]>(
    "DELETE FROM withheld WHERE id IN (SELECT id FROM withheld WHERE ended < ? ORDER BY ended LIMIT ?)",
  );
  return {
    put: ({ source, type, subject, since, how }, endedAt) =>
      void put.run(source, type, subject, since, endedAt, how),
    about: (subject, limit) => about.all(subject, limit),
    dropBefore: (time, limit) => drop.run(time, limit).changes,
  };
}
