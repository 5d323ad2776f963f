/** Table sets: the sets of a history and the fields of their rows, which are stored without their names. */
import type { HistoryRecord } from "../../model/history.ts";
import type { Database } from "../database.ts";
import { damagedRecords, sealSql, whole } from "./shape.ts";

export interface StoredSet {
  readonly id: number;
  readonly name: string;
  /** Names of fields, in the order of the values of a stored row; a new one comes last. */
  readonly columns: string[];
}

export interface SetsTable {
  /** Undefined: there is no record of it. */
  find(name: string): StoredSet | undefined;
  /** By id, of a row that was read; never undefined for one. */
  withId(id: number): StoredSet | undefined;
  make(name: string): StoredSet;
  /** Writes a row's values, and notes the fields that are new. */
  pack(set: StoredSet, row: HistoryRecord["row"]): string;
  /** Gives the row back. A row that was not written so throws a StoreError "damaged". */
  unpack(set: StoredSet, body: string): Record<string, unknown>;
  /** Notes that days of a set came or went: their number, and the sum of their seals. */
  addDays(set: number, rows: number, sum: number): void;
  /** Number of the days of a set, and the sum of their seals; undefined: the set is not there. */
  daysOf(set: number): { readonly rows: number; readonly sum: number } | undefined;
  /** Stores the fields that came; to be called before the end of the transaction. */
  save(): void;
  /** To be called where a transaction was taken back. */
  forget(): void;
}

/** Longest name of a damaged set that is told. */
const mostName = 80;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly columns: string;
  readonly isWhole: number;
}

function statements(db: Database) {
  const found = `SELECT id, name, columns, ${whole("sets")} AS isWhole FROM sets`;
  // They are few, and their index may be damaged.
  const rows = db.prepare<[], Row>(`${found} NOT INDEXED`);
  const numbered = db.prepare<[number], Row>(`${found} WHERE id = ?`);
  const broken = db.prepare<[], string>(`SELECT name FROM sets WHERE NOT ${whole("sets")} LIMIT 1`).pluck();
  const insert = db.prepare<[string]>("INSERT INTO sets (name, columns) VALUES (?, '[]')");
  const update = db.prepare<[string, number]>("UPDATE sets SET columns = ? WHERE id = ?");
  const reseal = db.prepare<[number]>(`UPDATE sets SET seal = ${sealSql.sets} WHERE id = ?`);
  const addDays = db.prepare<[number, number, number]>(
    `UPDATE sets SET day_rows = day_rows + ?, day_sum = day_sum + ? WHERE id = ?`,
  );
  const daysOf = db.prepare<[number], { rows: number; sum: number }>(
    `SELECT day_rows AS rows, day_sum AS sum FROM sets WHERE id = ? AND ${whole("sets")}`,
  );
  return { rows, numbered, broken, insert, update, reseal, addDays, daysOf };
}

/** The sets as they were read, each once. */
function createKnown({ rows, numbered, broken }: ReturnType<typeof statements>) {
  const byName = new Map<string, StoredSet>();
  const byId = new Map<number, StoredSet>();
  const know = (row: Row | undefined): StoredSet | undefined => {
    if (row === undefined) {
      // Perhaps it is there under a name that became another.
      const other = broken.get();
      if (other !== undefined) throw damagedRecords(String(other).slice(0, mostName));
      return undefined;
    }
    if (row.isWhole !== 1) throw damagedRecords(row.name);
    const set = { id: row.id, name: row.name, columns: JSON.parse(row.columns) };
    byName.set(set.name, set);
    byId.set(set.id, set);
    return set;
  };
  return {
    find: (name: string) => byName.get(name) ?? know(rows.all().find((row) => row.name === name)),
    withId: (id: number) => byId.get(id) ?? know(numbered.get(id)),
    columnsOf(set: StoredSet, count: number): readonly string[] {
      const known = byId.get(set.id) ?? set;
      if (known.columns.length >= count) return known.columns;
      // A writer added some since.
      const { columns = [] } = know(numbered.get(set.id)) ?? {};
      if (columns.length < count) throw damagedRecords(set.name);
      return columns;
    },
    forget() {
      byName.clear();
      byId.clear();
    },
  };
}

export function createSets(db: Database): SetsTable {
  const stored = statements(db);
  const { insert, update, reseal, addDays, daysOf } = stored;
  const known = createKnown(stored);
  const grown = new Set<StoredSet>();
  return {
    find: known.find,
    withId: known.withId,
    make(name) {
      const there = known.find(name);
      if (there !== undefined) return there;
      reseal.run(Number(insert.run(name).lastInsertRowid));
      return known.find(name) as StoredSet;
    },
    pack(set, row) {
      const { columns } = set;
      const values: unknown[] = [];
      for (const [name, value] of Object.entries(row)) {
        if (value === undefined) continue;
        let at = columns.indexOf(name);
        if (at < 0) {
          at = columns.push(name) - 1;
          grown.add(set);
        }
        values[at] = packed(value);
      }
      return JSON.stringify(values);
    },
    unpack(set, body) {
      const values = valuesOf(set, body);
      const columns = known.columnsOf(set, values.length);
      const row: Record<string, unknown> = {};
      values.forEach((value, at) => {
        if (value !== null) row[columns[at] ?? ""] = Array.isArray(value) ? value[0] : value;
      });
      return row;
    },
    addDays(set, rows, sum) {
      addDays.run(rows, sum, set);
      reseal.run(set);
    },
    daysOf: (set) => daysOf.get(set),
    save() {
      for (const { columns, id } of grown) {
        update.run(JSON.stringify(columns), id);
        reseal.run(id);
      }
      grown.clear();
    },
    forget() {
      known.forget();
      grown.clear();
    },
  };
}

function valuesOf(set: StoredSet, body: string): unknown[] {
  try {
    const values: unknown = JSON.parse(body);
    if (Array.isArray(values)) return values;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damagedRecords(set.name);
}

/** A null alone is a field that is absent, so one that is meant stands in a list, and so does a list. */
function packed(value: unknown): unknown {
  return value === null || Array.isArray(value) ? [value] : value;
}
