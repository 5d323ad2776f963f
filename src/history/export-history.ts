/** The services' own past as a table: a row a record. */
import { Refused } from "../lib/problem.ts";
import type { Column, ColumnKind, Row } from "../lib/rows/row-writer.ts";
import { jstDay } from "../model/dates.ts";
import type { HistoryRecord } from "../model/history.ts";
import type { HistoryFileReader } from "../store/history/history.ts";

interface AskedHistory extends Asked {
  /** Names of sets; left out: all that there are. */
  readonly sets?: readonly string[] | undefined;
}

const own: readonly Column[] = [
  { name: "day", kind: "text" },
  { name: "set", kind: "text" },
  { name: "subject", kind: "text" },
  { name: "name", kind: "text" },
];

/**
 * Reads all of it twice where columns are wanted: what is in a set is known only from its records. Throws Refused
 * where there is no such set.
 */
export function exportHistory(
  history: HistoryFileReader,
  asked: AskedHistory,
  hasColumns: boolean,
): Exported {
  const known = history.sets().map(({ set }) => set);
  const missing = asked.sets?.find((set) => !known.includes(set));
  if (missing !== undefined)
    throw new Refused(`the history has no set "${missing}"; it has ${known.join(", ") || "none"}`);
  const sets = asked.sets ?? known;
  const fields = hasColumns ? fieldsOf(recordsOf(history, sets, asked)) : [];
  return {
    columns: [...own, ...fields],
    *batches() {
      let batch: Row[] = [];
      for (const record of recordsOf(history, sets, asked)) {
        batch.push(rowOf(record, fields));
        if (batch.length < batchRows) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
    damaged: () => 0,
    close: history.close,
  };
}

/** The records of sets, a day of a set at a time. */
function* recordsOf(
  history: HistoryFileReader,
  sets: readonly string[],
  { from, to, subjects }: Asked,
): Generator<HistoryRecord> {
  const period = { from: from <= 0 ? "0001-01-01" : jstDay(from), to: jstDay(to) };
  for (const set of sets) {
    if (subjects !== undefined) {
      for (const subject of subjects) yield* history.about(set, subject, period);
      continue;
    }
    for (const week of weeksOf(history.days(set, period))) yield* history.between(set, week);
  }
}

/** Days that are stored together are read together, seven at most. */
function* weeksOf(days: readonly string[]): Generator<{ readonly from: string; readonly to: string }> {
  for (let at = 0; at < days.length; at += 7)
    yield { from: days[at] ?? "", to: days[Math.min(at + 6, days.length - 1)] ?? "" };
}

function fieldsOf(records: Iterable<HistoryRecord>): Column[] {
  const kinds = new Map<string, ColumnKind>();
  for (const { row } of records) {
    for (const [name, value] of Object.entries(row)) {
      const kind = kindOf(value);
      const before = kinds.get(name);
      if (before === undefined) kinds.set(name, kind);
      else if (before !== kind) kinds.set(name, "text");
    }
  }
  return [...kinds].map(([name, kind]) => ({ name: `row.${name}`, kind }));
}

function kindOf(value: unknown): ColumnKind {
  if (typeof value === "number") return "number";
  return typeof value === "object" ? "json" : "text";
}

function rowOf(record: HistoryRecord, fields: readonly Column[]): Row {
  const { day, set, subject, name, row } = record;
  return {
    json: () => JSON.stringify(record),
    cells: () => [day, set, subject, name, ...fields.map((field) => row[field.name.slice("row.".length)])],
  };
}

export interface Exported {
  readonly columns: readonly Column[];
  /** The rows in their order, some at a time. */
  batches(): Iterable<readonly Row[]>;
  /** Number of entries that are damaged and left out; known at the end. */
  damaged(): number;
  close(): void;
}

/** What of it: first and last moment, both included, ms since 1970. */
export interface Asked {
  readonly from: number;
  readonly to: number;
  /** Stock codes or series; left out: all. */
  readonly subjects?: readonly string[] | undefined;
}

/** Rows in a batch. */
export const batchRows = 500;
