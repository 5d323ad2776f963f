/** Checksums of a history: of each record and of all of a day together, and of each row that says what is there. */
import { StoreError } from "../../model/store-faults.ts";
import { rowSum } from "../tables/sums.ts";
import { dayText } from "./day-numbers.ts";

/** The key of a record, and what it says. */
export interface SealedRecord {
  readonly week: number;
  readonly subject: string;
  readonly day: number;
  readonly name: string;
  readonly body: string;
}

export function recordSum(set: number, { week, subject, day, name, body }: SealedRecord): number {
  return rowSum("record", set, week, subject, day, name, body);
}

/** Columns under the seal of each table, as SQL. */
export const sealSql = {
  days: "row_sum('day', set_id, day, records, sum)",
  subject_weeks: "row_sum('weeks', block, subject, set_id, weeks)",
  sets: "row_sum('set', id, name, columns, day_rows, day_sum)",
  pieces: "row_sum('piece', set_id, scope, from_day, to_day, at, records, refused)",
  origins: "row_sum('origin', service, origin)",
} as const;

export type SealedName = keyof typeof sealSql;

/** A condition for rows that are whole. */
export function whole(table: SealedName): string {
  return `(seal IS ${sealSql[table]})`;
}

/** The error for records of a set that are not as they were written. @param day a day of them, if it is known */
export function damagedRecords(set: string, day?: number): StoreError {
  const when = day === undefined ? "" : ` of about ${dayText(day)}`;
  const since = day === undefined ? "DAY" : dayText(day);
  return new StoreError(
    `records of ${set}${when} are damaged; \`yagura history fetch --since ${since}\` fetches them again`,
    undefined,
    "damaged",
  );
}
