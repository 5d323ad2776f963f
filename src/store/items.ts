/** Table items: what each source last knew, as JSON. */
import type { Database } from "./database.ts";
import { createPages, type ItemPage } from "./item-pages.ts";

export type { ItemPage };

interface Row {
  key: string;
  body: string;
}

export interface ItemsTable {
  one(source: string, scope: string, key: string): unknown;
  /** All items of a scope: key to body. */
  scope(source: string, scope: string): Map<string, unknown>;
  /** Some fields of at most `limit` of them, in the order of keys, after this key. */
  page(source: string, scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
  /** Whether an item is of a subject, such as 7203 or FM08/FXERD01: by its scope, its key or its field `code`. */
  isAbout(source: string, subject: string): boolean;
  put(source: string, item: { scope: string; key: string; body: unknown }): void;
  drop(source: string, item: { scope: string; key: string }): void;
}

export function createItems(db: Database): ItemsTable {
  const one = db
    .prepare<[string, string, string], string>(
      "SELECT body FROM items WHERE source = ? AND scope = ? AND key = ?",
    )
    .pluck();
  const scope = db.prepare<[string, string], Row>(
    "SELECT key, body FROM items WHERE source = ? AND scope = ?",
  );
  const about = db
    .prepare<[string, string, string, string], number>(
      "SELECT 1 FROM items WHERE source = ? AND (scope = ? OR key = ? OR instr(body, ?) > 0) LIMIT 1",
    )
    .pluck();
  // An item that says what it said before writes nothing.
  const put = db.prepare<[string, string, string, string]>(
    `INSERT INTO items (source, scope, key, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, scope, key) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`,
  );
  const drop = db.prepare<[string, string, string]>(
    "DELETE FROM items WHERE source = ? AND scope = ? AND key = ?",
  );
  return {
    one(source, scope, key) {
      const body = one.get(source, scope, key);
      return body === undefined ? undefined : JSON.parse(body);
    },
    scope: (source, name) => new Map(scope.all(source, name).map((row) => [row.key, JSON.parse(row.body)])),
    page: createPages(
      db,
      (columns) => `SELECT key ${columns} FROM items
        WHERE source = @source AND scope = @scope AND key > @after ORDER BY key LIMIT @limit`,
    ),
    isAbout(source, subject) {
      const code = subject.slice(subject.lastIndexOf("/") + 1);
      return about.get(source, subject, code, `"code":${JSON.stringify(code)}`) !== undefined;
    },
    put: (source, item) => void put.run(source, item.scope, item.key, JSON.stringify(item.body)),
    drop: (source, item) => void drop.run(source, item.scope, item.key),
  };
}
