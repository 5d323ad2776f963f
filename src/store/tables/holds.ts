/**
 * Tables holds, held_items and held_drafts: the quarantine of a source, beside its state; table withheld: its
 * changes that were never told.
 */
import type { Hold, HoldFacts, Withheld } from "../../model/commit.ts";
import type { EventDraft } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { intactState, readState } from "../sqlite-error.ts";
import { createPages, type ItemPage, type ItemPlace, type ItemRow, type PlacedItem } from "./items.ts";
import { sumOf } from "./sealed-tables.ts";
import { rowSum, type SumsTable } from "./sums.ts";

/** Facts of a quarantine that are kept in memory. */
export interface HoldRow extends HoldFacts {
  /** JSON; null if the cursor stays as it is. */
  readonly cursor: string | null;
}

export function factsOf({ since, items, message }: HoldRow): HoldFacts {
  return { since, items, message };
}

export interface HoldsTable {
  all(): Map<string, HoldRow>;
  /** Stores the quarantine of a source that has none. */
  put(source: string, hold: Hold): void;
  /** Names of the sources in quarantine. */
  sources(): string[];
  /** Reads the events in quarantine, in order. */
  drafts(source: string): EventDraft[];
  /** The types of those that are about a subject, each once. */
  typesAbout(source: string, subject: string): EventDraft["type"][];
  /** Reads an item in quarantine: its body, null if it would be dropped, undefined if it stays as it is. */
  item(source: string, scope: string, key: string): { body: unknown } | null | undefined;
  /** All items of a scope as they would be: key to body. */
  scope(source: string, scope: string): Map<string, unknown>;
  /** Some fields of at most `limit` of them, in the order of keys, after this key. */
  page(source: string, scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
  /** What making the items in quarantine those of the source would write. */
  writes(source: string): { readonly put: PlacedItem[]; readonly drop: ItemPlace[] };
  /** Makes the items in quarantine those of the source, in the database itself: there may be tens of thousands. */
  take(source: string): void;
  drop(source: string): void;
}

export function createHolds(db: Database, sums: SumsTable): HoldsTable {
  return { ...reading(db, sums), writes: readingWrites(db), ...writing(db, sums) };
}

const hold = (source: string) => ({ part: "hold" as const, source });

function readingWrites(db: Database): HoldsTable["writes"] {
  const read = db.prepare<[string], ItemRow & { scope: string; body: string | null }>(
    "SELECT scope, key, body, sum FROM held_items WHERE source = ? ORDER BY scope, key",
  );
  return (source) => {
    const rows = readState(hold(source), () => read.all(source));
    for (const { scope, key, body, sum } of rows)
      intactState(hold(source), rowSum("items", source, scope, key, body) === sum, undefined);
    return {
      put: rows.flatMap(({ scope, key, body }) =>
        body === null ? [] : [{ scope, key, body: JSON.parse(body) }],
      ),
      drop: rows.flatMap(({ scope, key, body }) => (body === null ? [{ scope, key }] : [])),
    };
  };
}

interface Place {
  readonly source: string;
  readonly scope: string;
}

/** Reads the items of a scope as they would be after a release. */
const itemsAsHeld = `
  SELECT key, body, sum FROM held_items WHERE source = @source AND scope = @scope AND body IS NOT NULL
   UNION ALL
  SELECT key, body, sum FROM items WHERE source = @source AND scope = @scope AND NOT EXISTS
    (SELECT 1 FROM held_items AS held
     WHERE held.source = items.source AND held.scope = items.scope AND held.key = items.key)
   ORDER BY key`;

/** A page of items: first a page of keys from both tables, so that no page reads everything in quarantine. */
const pageAsHeld = (columns: string) => `
  SELECT key, body, sum ${columns} FROM
    (SELECT keys.key, coalesce(held.body, items.body) AS body,
        iif(held.body IS NULL, items.sum, held.sum) AS sum FROM
      (SELECT * FROM
        (SELECT key FROM held_items
         WHERE source = @source AND scope = @scope AND key > @after AND body IS NOT NULL
         ORDER BY key LIMIT @limit)
       UNION
       SELECT * FROM
        (SELECT key FROM items
         WHERE source = @source AND scope = @scope AND key > @after AND NOT EXISTS
           (SELECT 1 FROM held_items AS held
            WHERE held.source = items.source AND held.scope = items.scope AND held.key = items.key
              AND held.body IS NULL)
         ORDER BY key LIMIT @limit)
       ORDER BY key LIMIT @limit) AS keys
     LEFT JOIN held_items AS held ON held.source = @source AND held.scope = @scope AND held.key = keys.key
     LEFT JOIN items ON items.source = @source AND items.scope = @scope AND items.key = keys.key)
   ORDER BY key`;

function reading(
  db: Database,
  sums: SumsTable,
): Pick<HoldsTable, "all" | "sources" | "drafts" | "typesAbout" | "item" | "scope" | "page"> {
  // Nothing is known of a damaged one; the check of the start says so.
  const all = db.prepare<[], HoldRow & { source: string }>(
    `SELECT source, since, items, message, cursor FROM holds WHERE sum = ${sumOf("holds")} ORDER BY source`,
  );
  const drafts = db.prepare<[string], { position: number; body: string; sum: number | null }>(
    "SELECT position, body, sum FROM held_drafts WHERE source = ? ORDER BY position",
  );
  const typesAbout = db
    .prepare<[string, string], EventDraft["type"]>(
      `SELECT DISTINCT json_extract(body, '$.type') FROM held_drafts
       WHERE source = ? AND json_extract(body, '$.subject') = ?`,
    )
    .pluck();
  const item = db.prepare<[string, string, string], { body: string | null; sum: number | null }>(
    "SELECT body, sum FROM held_items WHERE source = ? AND scope = ? AND key = ?",
  );
  const scope = db.prepare<Place, ItemRow>(itemsAsHeld);
  return {
    all: () => new Map(all.all().map(({ source, ...row }) => [source, row])),
    sources() {
      const parts = [...sums.parts("held_items"), ...sums.parts("held_drafts")];
      const isHeld = (part: string) =>
        (sums.get("held_items", part)?.rows ?? 0) + (sums.get("held_drafts", part)?.rows ?? 0) > 0;
      return [...new Set(parts.filter(isHeld))];
    },
    drafts(source) {
      const rows = readState(hold(source), () => drafts.all(source));
      const total = rows.reduce((all, row) => all + (row.sum ?? 0), 0);
      const kept = sums.get("held_drafts", source) ?? { rows: 0, sum: 0 };
      intactState(hold(source), kept.rows === rows.length && kept.sum === total, undefined);
      return rows.map(({ position, body, sum }) =>
        JSON.parse(intactState(hold(source), rowSum("held_drafts", source, position, body) === sum, body)),
      );
    },
    typesAbout: (source, subject) => typesAbout.all(source, subject),
    item(source, name, key) {
      const row = readState(hold(source), () => item.get(source, name, key));
      if (row === undefined) return undefined;
      const { body, sum } = row;
      intactState(hold(source), rowSum("items", source, name, key, body) === sum, undefined);
      return body === null ? null : { body: JSON.parse(body) };
    },
    scope(source, name) {
      const rows = readState(hold(source), () => scope.all({ source, scope: name }));
      const whole = ({ key, body, sum }: ItemRow) => rowSum("items", source, name, key, body) === sum;
      return new Map(
        rows.map((row) => [row.key, JSON.parse(intactState(hold(source), whole(row), row.body))]),
      );
    },
    page: createPages(db, pageAsHeld, "hold"),
  };
}

function writing(db: Database, sums: SumsTable): Pick<HoldsTable, "put" | "take" | "drop"> {
  const put = db.prepare<[string, string, number, string, string | null]>(
    "INSERT INTO holds (source, since, items, message, cursor) VALUES (?, ?, ?, ?, ?)",
  );
  const putItem = db.prepare<[string, string, string, string | null]>(
    // OR REPLACE would take rows away without their checksums.
    `INSERT INTO held_items (source, scope, key, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, scope, key) DO UPDATE SET body = excluded.body`,
  );
  const putDraft = db.prepare<[string, number, string]>(
    "INSERT INTO held_drafts (source, position, body) VALUES (?, ?, ?)",
  );
  const take = [
    `INSERT INTO items (source, scope, key, body)
       SELECT source, scope, key, body FROM held_items WHERE source = ? AND body IS NOT NULL
       ON CONFLICT (source, scope, key) DO UPDATE SET body = excluded.body`,
    `DELETE FROM items WHERE source = ? AND EXISTS (SELECT 1 FROM held_items AS held
       WHERE held.source = items.source AND held.scope = items.scope AND held.key = items.key
         AND held.body IS NULL)`,
  ].map((sql) => db.prepare<[string]>(sql));
  const drop = ["held_drafts", "held_items", "holds"].map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE source = ?`),
  );
  return {
    put(source, { since, items, message, cursor, ...held }) {
      put.run(source, since, items, message, cursor === undefined ? null : JSON.stringify(cursor));
      // The order of a commit: what is dropped and put at once is put.
      for (const { scope, key } of held.drop) putItem.run(source, scope, key, null);
      for (const { scope, key, body } of held.put) putItem.run(source, scope, key, JSON.stringify(body));
      for (const [position, draft] of held.drafts.entries())
        putDraft.run(source, position, JSON.stringify(draft));
    },
    take: (source) => {
      for (const statement of take) statement.run(source);
    },
    drop: (source) => {
      for (const statement of drop) statement.run(source);
      // If a row was lost before, the rest of the total is deleted with the quarantine.
      for (const table of ["held_drafts", "held_items"] as const) sums.drop(table, source);
    },
  };
}

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
  // A damaged row says nothing.
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
