/** Table items: what each source last knew, as JSON. What is damaged is not given: it throws a DamagedState. */
import type { Database } from "../database.ts";
import { intactState, readState } from "../sqlite-error.ts";
import { rowSum, type SumsTable } from "./sealed-tables.ts";

export interface ItemRow {
  readonly key: string;
  readonly body: string;
  readonly sum: number | null;
}

/** The place of an item in its source. */
export interface ItemPlace {
  readonly scope: string;
  readonly key: string;
}

export interface PlacedItem extends ItemPlace {
  readonly body: unknown;
}

export interface ItemsTable {
  one(source: string, scope: string, key: string): unknown;
  /** All items of a scope: key to body. */
  scope(source: string, scope: string): Map<string, unknown>;
  /** Some fields of at most `limit` of them, in the order of keys, after this key. */
  page(source: string, scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
  /** At most `limit` of all that a source has, in the order of their places, after this one. */
  walk(source: string, after: ItemPlace, limit: number): PlacedItem[];
  /** Whether an item is of a subject, such as 7203 or FM08/FXERD01: by its scope, its key or its field `code`. */
  isAbout(source: string, subject: string): boolean;
  put(source: string, item: { scope: string; key: string; body: unknown }): void;
  drop(source: string, item: { scope: string; key: string }): void;
  /** Names of the sources that have something. */
  sources(): string[];
  /** Deletes all that a source has. */
  forget(source: string): void;
}

/** A scope's name in table sums. */
const scopePart = (source: string, scope: string) => `${source}\x1f${scope}`;

export function createItems(db: Database, sums: SumsTable): ItemsTable {
  return { ...reading(db, sums), ...writing(db, sums) };
}

/** The body of an item, undefined where there is none. */
function intactBody(source: string, scope: string, row: ItemRow): unknown {
  const { key, body, sum } = row;
  return JSON.parse(
    intactState({ part: "items", source }, rowSum("items", source, scope, key, body) === sum, body),
  );
}

function reading(
  db: Database,
  sums: SumsTable,
): Pick<ItemsTable, "one" | "scope" | "page" | "walk" | "isAbout" | "sources"> {
  const one = db.prepare<[string, string, string], ItemRow>(
    "SELECT key, body, sum FROM items WHERE source = ? AND scope = ? AND key = ?",
  );
  const scope = db.prepare<[string, string], ItemRow>(
    "SELECT key, body, sum FROM items WHERE source = ? AND scope = ?",
  );
  const walk = db.prepare<[string, string, string, number], ItemRow & ItemPlace>(
    `SELECT scope, key, body, sum FROM items WHERE source = ? AND (scope, key) > (?, ?)
     ORDER BY scope, key LIMIT ?`,
  );
  const about = db
    .prepare<[string, string, string, string], number>(
      "SELECT 1 FROM items WHERE source = ? AND (scope = ? OR key = ? OR instr(body, ?) > 0) LIMIT 1",
    )
    .pluck();
  const page = createPages(
    db,
    (columns) => `SELECT key, body, sum ${columns} FROM items
      WHERE source = @source AND scope = @scope AND key > @after ORDER BY key LIMIT @limit`,
  );
  return {
    one(source, name, key) {
      const row = readState({ part: "items", source }, () => one.get(source, name, key));
      return row === undefined ? undefined : intactBody(source, name, row);
    },
    scope(source, name) {
      const rows = readState({ part: "items", source }, () => scope.all(source, name));
      const items = new Map(rows.map((row) => [row.key, intactBody(source, name, row)]));
      const { rows: count, sum } = sums.get("items", scopePart(source, name)) ?? { rows: 0, sum: 0 };
      const total = rows.reduce((all, row) => all + (row.sum ?? 0), 0);
      return intactState({ part: "items", source }, count === rows.length && sum === total, items);
    },
    page,
    walk(source, after, limit) {
      const rows = readState({ part: "items", source }, () =>
        walk.all(source, after.scope, after.key, limit),
      );
      return rows.map((row) => ({
        scope: row.scope,
        key: row.key,
        body: intactBody(source, row.scope, row),
      }));
    },
    sources() {
      const kept = sums.parts("items").filter((part) => (sums.get("items", part)?.rows ?? 0) > 0);
      return [...new Set(kept.map((part) => part.split("\x1f")[0] ?? ""))];
    },
    isAbout(source, subject) {
      const code = subject.slice(subject.lastIndexOf("/") + 1);
      return about.get(source, subject, code, `"code":${JSON.stringify(code)}`) !== undefined;
    },
  };
}

function writing(db: Database, sums: SumsTable): Pick<ItemsTable, "put" | "drop" | "forget"> {
  // An item that says what it said before writes nothing.
  const put = db.prepare<[string, string, string, string, number]>(
    `INSERT INTO items (source, scope, key, body, sum) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (source, scope, key) DO UPDATE SET body = excluded.body, sum = excluded.sum
       WHERE body IS NOT excluded.body`,
  );
  const drop = db.prepare<[string, string, string]>(
    "DELETE FROM items WHERE source = ? AND scope = ? AND key = ?",
  );
  const forget = db.prepare<[string]>("DELETE FROM items WHERE source = ?");
  return {
    put(source, { scope, key, body }) {
      const json = JSON.stringify(body);
      put.run(source, scope, key, json, rowSum("items", source, scope, key, json));
    },
    drop: (source, { scope, key }) => void drop.run(source, scope, key),
    forget(source) {
      forget.run(source);
      for (const part of sums.parts("items", scopePart(source, ""))) sums.drop("items", part);
    },
  };
}

/** Some fields of many items. The database takes the bodies apart: as objects they would be large. */
export type ItemPage = readonly (readonly [key: string, ...fields: (string | number | null)[]])[];

type ReadPage = (
  source: string,
  scope: string,
  fields: readonly string[],
  after: string,
  limit: number,
) => ItemPage;

/** A key, the body and its checksum, then the fields. */
type PageRow = [key: string, body: string, sum: number | null, ...fields: (string | number | null)[]];

/**
 * @param sql the query, given what follows its columns key, body and sum; it takes @source, @scope, @after and @limit
 * @param part what is damaged where a row is
 */
export function createPages(
  db: Database,
  sql: (columns: string) => string,
  part: "items" | "hold" = "items",
): ReadPage {
  const prepare = (count: number) => {
    const columns = Array.from({ length: count }, (_, at) => `, body ->> @field${at}`).join("");
    return db.prepare<Record<string, string | number>, PageRow>(sql(columns)).raw();
  };
  const prepared = new Map<number, ReturnType<typeof prepare>>();
  return (source, scope, fields, after, limit) => {
    const statement = prepared.get(fields.length) ?? prepare(fields.length);
    prepared.set(fields.length, statement);
    const named = Object.fromEntries(fields.map((field, at) => [`field${at}`, field]));
    const damage = { part, source };
    const rows = readState(damage, () => statement.all({ ...named, source, scope, after, limit }));
    return rows.map(([key, body, sum, ...values]) =>
      intactState(damage, rowSum("items", source, scope, key, body) === sum, [key, ...values]),
    );
  };
}
