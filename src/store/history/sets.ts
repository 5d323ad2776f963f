/** Table sets: the sets of a history and the fields of their rows, which are stored without their names. */
import type { HistoryRecord } from "../../model/history.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";

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
  /** Stores the fields that came; to be called before the end of the transaction. */
  save(): void;
  /** To be called where a transaction was taken back. */
  forget(): void;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly columns: string;
}

export function createSets(db: Database): SetsTable {
  const named = db.prepare<[string], Row>("SELECT id, name, columns FROM sets WHERE name = ?");
  const numbered = db.prepare<[number], Row>("SELECT id, name, columns FROM sets WHERE id = ?");
  const insert = db.prepare<[string]>("INSERT INTO sets (name, columns) VALUES (?, '[]')");
  const update = db.prepare<[string, number]>("UPDATE sets SET columns = ? WHERE id = ?");
  const byName = new Map<string, StoredSet>();
  const byId = new Map<number, StoredSet>();
  const grown = new Set<StoredSet>();

  const know = (row: Row | undefined): StoredSet | undefined => {
    if (row === undefined) return undefined;
    const set = { id: row.id, name: row.name, columns: JSON.parse(row.columns) };
    byName.set(set.name, set);
    byId.set(set.id, set);
    return set;
  };
  const find: SetsTable["find"] = (name) => byName.get(name) ?? know(named.get(name));
  const columnsOf = (set: StoredSet, count: number): readonly string[] => {
    const known = byId.get(set.id) ?? set;
    if (known.columns.length >= count) return known.columns;
    // A writer added some since.
    const { columns = [] } = know(numbered.get(set.id)) ?? {};
    if (columns.length < count) throw damagedRow(set);
    return columns;
  };
  return {
    find,
    withId: (id) => byId.get(id) ?? know(numbered.get(id)),
    make(name) {
      const known = find(name);
      if (known !== undefined) return known;
      insert.run(name);
      return know(named.get(name)) as StoredSet;
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
      const columns = columnsOf(set, values.length);
      const row: Record<string, unknown> = {};
      values.forEach((value, at) => {
        if (value !== null) row[columns[at] ?? ""] = Array.isArray(value) ? value[0] : value;
      });
      return row;
    },
    save() {
      for (const { columns, id } of grown) update.run(JSON.stringify(columns), id);
      grown.clear();
    },
    forget() {
      byName.clear();
      byId.clear();
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
  throw damagedRow(set);
}

function damagedRow({ name }: StoredSet): StoreError {
  return new StoreError(`a record of ${name} is damaged`, undefined, "damaged");
}

/** A null alone is a field that is absent, so one that is meant stands in a list, and so does a list. */
function packed(value: unknown): unknown {
  return value === null || Array.isArray(value) ? [value] : value;
}
