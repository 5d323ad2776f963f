/** The two looks at a database: at what decides before the first poll, and at the whole file. */
import Sqlite from "better-sqlite3";
import type { PutBack } from "../../model/event.ts";
import type { RuleMeaning } from "../../model/rule.ts";
import type { Damage } from "../../model/store-faults.ts";
import { type Database, makeTables, openDatabaseReader } from "../database.ts";
import { migrations } from "../migrations.ts";
import { comparedAtRest, readTold } from "../put-back.ts";
import { guarded, openingError, readable } from "../sqlite-error.ts";
import { createDeliveries } from "../tables/deliveries.ts";
import { addRowSum, type SealedTableName } from "../tables/sealed-tables.ts";
import { createTables, type Tables } from "../tables/tables.ts";
import { checkFile, checkLog, checkTables, type Slice, stateTables } from "./check.ts";

export interface StartCheck {
  /** Makes polls wait until the check is over. */
  begin(): void;
  /** Goes on with the check for about this time; returns whether there is more. Throws a StoreError if the file cannot be read at all. */
  step(ms: number): boolean;
  /** Looks at all of it once more, at once. */
  again(): void;
  /** Lets polls begin: the findings were told. */
  end(): void;
  /** Resolves at the end; undefined where nothing is to be waited for. */
  waiting(): Promise<void> | undefined;
}

export function createStartCheck(path: string, damages: Pick<Damages, "add">): StartCheck {
  let slices: ReturnType<typeof checkTables> | undefined;
  let close = () => {};
  let over: { promise: Promise<void>; resolve: () => void } | undefined;
  const open = () => {
    const db = openDatabaseReader(path);
    // A row that is committed meanwhile belongs to no total that was read before.
    db.exec("BEGIN");
    return { slices: checkTables(db, createTables(db), stateTables), close: () => void db.close() };
  };
  return {
    begin() {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      over = { promise, resolve };
    },
    step(ms) {
      const until = performance.now() + ms;
      return guarded(path, () => {
        if (slices === undefined) ({ slices, close } = open());
        do {
          const { value, done } = slices.next();
          if (done === true) {
            close();
            return false;
          }
          for (const damage of value) damages.add(damage);
        } while (performance.now() < until);
        return true;
      });
    },
    again() {
      const whole = open();
      for (const found of whole.slices) for (const damage of found) damages.add(damage);
      whole.close();
    },
    end() {
      close();
      over?.resolve();
      over = undefined;
    },
    waiting: () => over?.promise,
  };
}

/** Damage that was found and not told yet; each part is told once until it was mended. */
export interface Damages {
  /** Takes what was found; what waits already is not taken twice. */
  add(damage: Damage): void;
  /** All that waits, which then waits no more, but is not taken again until it was mended. */
  take(): Damage[];
  /** It was told, and is gone. */
  mended(damages: readonly Damage[]): void;
  /** It could not be told: it waits again. */
  putBack(damages: readonly Damage[]): void;
  /** Called when something new waits; at most one listener. */
  listen(call: () => void): void;
}

export function createDamages(): Damages {
  const known = new Set<string>();
  let waiting: Damage[] = [];
  let heard = () => {};
  return {
    add(damage) {
      const name = JSON.stringify(damage);
      if (known.has(name)) return;
      known.add(name);
      waiting.push(damage);
      heard();
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    mended(damages) {
      // The log and the file stay as they are: that is not told again.
      for (const damage of damages)
        if (damage.part !== "log" && damage.part !== "file") known.delete(JSON.stringify(damage));
    },
    putBack(damages) {
      waiting.unshift(...damages);
    },
    listen(call) {
      heard = call;
    },
  };
}

// The check of a whole file: all tables, the log, what SQLite says of the file itself, and what it holds.

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
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/** Not what SQLite keeps of its own. */
const query =
  "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

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

/** What makes each table, index and trigger, and of which table it is. A table that was renamed has its name in quotes. */
function made(db: Database): Map<string, string> {
  const rows = db.prepare<[], Made>(query).all();
  return new Map(
    rows.map(({ type, name, tbl_name, sql }) => [
      String(name),
      JSON.stringify([type, tbl_name, String(sql).replaceAll('"', "")]),
    ]),
  );
}
