/** The check of a whole file: all tables, the log, what SQLite says of the file itself, and what it holds. */
import Sqlite from "better-sqlite3";
import type { PutBack } from "../../model/event.ts";
import type { RuleMeaning } from "../../model/rule.ts";
import type { Damage } from "../../model/store-faults.ts";
import { type Database, makeTables, openDatabaseReader } from "../database.ts";
import { migrations } from "../migrations.ts";
import { comparedAtRest } from "../put-back.ts";
import { guarded, openingError, readable } from "../sqlite-error.ts";
import { createDeliveries } from "../tables/deliveries.ts";
import type { SealedTableName } from "../tables/sealed-tables.ts";
import { addRowSum } from "../tables/sums.ts";
import { createTables, type Tables } from "../tables/tables.ts";
import { readTold } from "../told-file.ts";
import { checkFile, checkLog, checkTables, type Slice } from "./check.ts";

/** What a database holds; numbers of rows as their totals say, which the check holds against the rows. */
export interface StoreCounts {
  readonly items: number;
  /** States of rules. */
  readonly memories: number;
  readonly openAlerts: number;
  readonly silences: number;
  /** Decisions about notifications. */
  readonly notices: number;
  readonly messages: { readonly waiting: number; readonly sent: number; readonly failed: number };
}

export interface Verifier {
  /** Number of entries of the log. */
  readonly entries: number;
  /** The last of them; 0 where there is none. */
  readonly last: number;
  readonly epoch: string | undefined;
  readonly counts: StoreCounts;
  /** The rules that remember something, with what they meant then. */
  readonly meanings: readonly RuleMeaning[];
  /** Where it ends before what was told of it, or is another one: what a start would find. */
  readonly putBack: PutBack | undefined;
  /** @param tell how many entries of the log were looked at, of all */
  slices(tell: (read: number, all: number) => void): Generator<Slice>;
  close(): void;
}

/** Throws a StoreError if the file is not a database of Yagura's, or cannot be read at all. */
export function openVerifier(path: string): Verifier {
  // Before the database: a monitor may be writing both, and this one last.
  const told = readTold(path);
  const db = openDatabaseReader(path);
  try {
    return guarded(path, () => {
      // One moment, whatever a monitor commits meanwhile.
      db.exec("BEGIN");
      const tables = createTables(db);
      const head = tables.log.head();
      return {
        entries: head - (tables.log.oldest() ?? head + 1) + 1,
        last: head,
        epoch: tables.meta.get("epoch"),
        counts: countsOf(db, tables),
        meanings: tables.ruleMemories.meanings(),
        putBack: readable(() => comparedAtRest(tables, told)),
        *slices(tell) {
          yield* checkTables(db, tables);
          yield* checkLog(tables, tell);
          yield checkSchema(db);
          yield checkFile(db);
        },
        close: () => void db.close(),
      };
    });
  } catch (error) {
    db.close();
    throw openingError(path, error);
  }
}

function countsOf(db: Database, { sums, notices }: Tables): StoreCounts {
  const rows = (name: SealedTableName, parts = sums.parts(name)) =>
    parts.reduce((all, part) => all + (sums.get(name, part)?.rows ?? 0), 0);
  return {
    items: rows("items"),
    memories: rows("rule_memories"),
    openAlerts: rows("alert_states", ["episode"]),
    silences: rows("alert_states", ["silence"]),
    notices: rows("notices"),
    messages: createDeliveries(db, notices).counts(),
  };
}

interface Made {
  readonly name: string;
  readonly sql: string;
}

/** Not what SQLite keeps of its own. */
const query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

function checkSchema(db: Database): Damage[] {
  const there = made(db);
  const expected = migrated();
  const names = new Set([...there.keys(), ...expected.keys()]);
  return [...names]
    .filter((name) => there.get(name) !== expected.get(name))
    .map((name) => ({ part: "file", message: `the definition of ${JSON.stringify(name).slice(1, -1)}` }));
}

function migrated(): Map<string, string> {
  const db = new Sqlite(":memory:");
  try {
    addRowSum(db);
    makeTables(db, migrations);
    return made(db);
  } finally {
    db.close();
  }
}

/** A table that was renamed has its name in quotes. */
function made(db: Database): Map<string, string> {
  const rows = db.prepare<[], Made>(query).all();
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql).replaceAll('"', "")]));
}
