/**
 * Tables holds, held_items and held_drafts: what is kept apart of a source, beside its state, because it is a quarantine
 * or may become one; table withheld: its changes that were never told.
 */
import type { HeldPart, Hold, HoldFacts, HoldStage, HoldStep, Withheld } from "../../model/commit.ts";
import type { EventDraft } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { intactState, readState } from "../sqlite-error.ts";
import { createHeldParts } from "./held-parts.ts";
import { createPages, type ItemPage, type ItemRow } from "./items.ts";
import { rowSum, type SumsTable, sumOf } from "./sealed-tables.ts";

/** Facts of what is kept apart that are kept in memory. */
export interface HoldRow extends HoldFacts {
  readonly stage: HoldStage;
  /** JSON; null if the cursor stays as it is. */
  readonly cursor: string | null;
}

export function factsOf({ since, items, message }: HoldRow): HoldFacts {
  return { since, items, message };
}

export interface HoldsTable {
  all(): Map<string, HoldRow>;
  /** Stores changes of a source behind those that are there. */
  put(source: string, hold: Hold): void;
  /** Names of the sources in quarantine. */
  sources(): string[];
  /** Reads the next part of what is kept of a source, as it leaves. */
  part(source: string): Omit<HeldPart, "cursor">;
  /** Counts the events, and those among them that tell a rewrite. */
  events(source: string): { readonly all: number; readonly rewrites: number };
  isRewritten(source: string, item: string): boolean;
  /** The types of those that are about a subject, each once. */
  typesAbout(source: string, subject: string): EventDraft["type"][];
  /** Reads an item in quarantine: its body, null if it would be dropped, undefined if it stays as it is. */
  item(source: string, scope: string, key: string): { body: unknown } | null | undefined;
  /** All items of a scope as they would be: key to body. */
  scope(source: string, scope: string): Map<string, unknown>;
  /** Some fields of at most `limit` of them, in the order of keys, after this key. */
  page(source: string, scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
  /** Deletes a part, and the rest if it is the last. */
  step(source: string, step: HoldStep): void;
  drop(source: string): void;
}

export function createHolds(db: Database, sums: SumsTable): HoldsTable {
  return { ...reading(db, sums), ...writing(db, sums) };
}

const hold = (source: string) => ({ part: "hold" as const, source });

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

function reading(db: Database, sums: SumsTable): Omit<HoldsTable, "put" | "step" | "drop"> {
  // Nothing is known of a damaged one; the check of the start says so.
  const all = db.prepare<[], HoldRow & { source: string }>(
    `SELECT source, since, items, message, cursor, stage FROM holds WHERE sum = ${sumOf("holds")} ORDER BY source`,
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
  const events = db.prepare<[string], { all: number; rewrites: number }>(
    'SELECT count(*) AS "all", count(rewrites) AS rewrites FROM held_drafts WHERE source = ?',
  );
  const isRewritten = db
    .prepare<[string, string], number>("SELECT 1 FROM held_drafts WHERE source = ? AND rewrites = ? LIMIT 1")
    .pluck();
  return {
    all: () => new Map(all.all().map(({ source, ...row }) => [source, row])),
    sources() {
      const parts = [...sums.parts("held_items"), ...sums.parts("held_drafts")];
      const isHeld = (part: string) =>
        (sums.get("held_items", part)?.rows ?? 0) + (sums.get("held_drafts", part)?.rows ?? 0) > 0;
      return [...new Set(parts.filter(isHeld))];
    },
    part: createHeldParts(db, sums),
    events: (source) => readState(hold(source), () => events.get(source) ?? { all: 0, rewrites: 0 }),
    isRewritten: (source, item) => readState(hold(source), () => isRewritten.get(source, item) !== undefined),
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

function writing(db: Database, sums: SumsTable): Pick<HoldsTable, "put" | "step" | "drop"> {
  const put = db.prepare<[string, string, number, string, string | null, HoldStage]>(
    `INSERT INTO holds (source, since, items, message, cursor, stage) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET since = excluded.since, items = excluded.items,
       message = excluded.message, cursor = coalesce(excluded.cursor, cursor), stage = excluded.stage`,
  );
  const putItem = db.prepare<[string, string, string, string | null, number, number]>(
    // OR REPLACE would take rows away without their checksums.
    `INSERT INTO held_items (source, scope, key, body, sum, part) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, scope, key) DO UPDATE SET body = excluded.body, sum = excluded.sum`,
  );
  const putDraft = db.prepare<[string, number, string, string | null, number]>(
    "INSERT INTO held_drafts (source, position, body, rewrites, sum) VALUES (?, ?, ?, ?, ?)",
  );
  const last = db
    .prepare<[string], number | null>("SELECT max(position) FROM held_drafts WHERE source = ?")
    .pluck();
  const dropDrafts = db.prepare<[string, number]>(
    "DELETE FROM held_drafts WHERE source = ? AND position <= ?",
  );
  const dropItem = db.prepare<[string, string, string]>(
    "DELETE FROM held_items WHERE source = ? AND scope = ? AND key = ?",
  );
  const stage = db.prepare<[HoldStage, string]>("UPDATE holds SET stage = ? WHERE source = ?");
  const drop = ["held_drafts", "held_items", "holds"].map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE source = ?`),
  );
  const dropAll = (source: string): void => {
    for (const statement of drop) statement.run(source);
    // If a row was lost before, the rest of the total is deleted with the quarantine.
    for (const table of ["held_drafts", "held_items"] as const) sums.drop(table, source);
  };
  return {
    put(source, { since, items, message, cursor, stage, ...held }) {
      put.run(source, since, items, message, cursor === undefined ? null : JSON.stringify(cursor), stage);
      const first = (last.get(source) ?? -1) + 1;
      const keep = (scope: string, key: string, body: string | null): void =>
        void putItem.run(source, scope, key, body, rowSum("items", source, scope, key, body), first);
      // The order of a commit: what is dropped and put at once is put.
      for (const { scope, key } of held.drop) keep(scope, key, null);
      for (const { scope, key, body } of held.put) keep(scope, key, JSON.stringify(body));
      for (const [index, draft] of held.drafts.entries()) {
        const [position, body, item] = [first + index, JSON.stringify(draft), draft.rewrites ?? null];
        putDraft.run(source, position, body, item, rowSum("held_drafts", source, position, body, item));
      }
    },
    step(source, { end, last: to, items, isLast }) {
      if (isLast) return dropAll(source);
      if (to !== undefined) dropDrafts.run(source, to);
      for (const { scope, key } of items) dropItem.run(source, scope, key);
      stage.run(end, source);
    },
    drop: dropAll,
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
