/** Entries of table log about one subject, found by an index: quick enough to be asked in a commit. */
import type { StoredEntry } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import { isWhole, type LogRow, logColumns, storedEntry } from "./log.ts";

interface SubjectQuestion {
  readonly subject: string;
  readonly types: readonly string[];
  /** Only entries before this seq. */
  readonly before: number;
  readonly limit: number;
}

/** Finds the newest entries, in the order of the log. What is damaged is left out. */
export type AboutSubject = (question: SubjectQuestion) => StoredEntry[];

/** @param chainedFrom the first seq that has a hash */
export function createLogOfSubject(db: Database, chainedFrom: number): AboutSubject {
  const newest = db.prepare<[string, string, number, number], LogRow>(
    `SELECT ${logColumns} FROM log WHERE seq IN (
       SELECT seq FROM log INDEXED BY log_by_subject
       WHERE subject = ? AND type IN (SELECT value FROM json_each(?)) AND seq < ? ORDER BY seq DESC LIMIT ?)
     ORDER BY seq`,
  );
  return ({ subject, types, before, limit }) => {
    const rows = readable(() => newest.all(subject, JSON.stringify(types), before, limit)) ?? [];
    // The index may name rows that say something else, where one of the two is damaged.
    const asked = rows.filter((row) => row.subject === subject && types.includes(row.type));
    return asked.filter((row) => isWhole(row, chainedFrom)).map(storedEntry);
  };
}
