/**
 * Opens a SQLite file of ours: a monitor's database with the settings that the store's promises rest on, or reads a few
 * facts of it unopened; and any other kind with settings of its own.
 */
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { otherKind } from "../lib/read-small-file.ts";
import { makeOwnerFile, makeOwnerFolder, narrowToOwner } from "../lib/replace-file.ts";
import { StoreError } from "../model/store-faults.ts";
import { migrations } from "./migrations.ts";
import { openingError, storeError } from "./sqlite-error.ts";
import { createMeta } from "./tables/meta.ts";
import { addRowSum } from "./tables/sealed-tables.ts";

export type { Database };

/** Kinds of file, by the application_id that tells them from each other and from any other SQLite database. */
const kinds = {
  /** "YAGU" */
  monitor: { id: 0x59414755, words: "a monitor's database" },
  /** "YAGH" */
  history: { id: 0x59414748, words: "a history of the services" },
} as const;

/** The form of a monitor's database that this program writes: the `user_version` of the file. */
export const databaseFormat = migrations.length;

export interface FileShape {
  readonly kind: keyof typeof kinds;
  /** Steps that made it; append only, and `user_version` says how many a file has had. */
  readonly migrations: readonly string[];
  /** Settings of its own, made before its first table; without a transaction. */
  prepare(db: Database): void;
  /** What to call where there is none yet, and where a newer version changed its tables; parts of a sentence. */
  readonly made: string;
  readonly updated: string;
}

const monitorShape: FileShape = {
  kind: "monitor",
  migrations,
  prepare(db) {
    db.pragma("journal_mode = WAL");
    // better-sqlite3 is built with a default of NORMAL in WAL mode, which loses commits at a power cut.
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = ON");
    // better-sqlite3's 16 MB would fill up over the hours; what a poll reads is little.
    db.pragma(`cache_size = -${CACHE_KIB}`);
  },
  made: "no database there yet",
  updated: "start the monitor once to update it",
};

/** Shape of a play's database: nobody reads it meanwhile, and after a crash it is made anew. Nothing is written twice or waited for. */
const passingShape: FileShape = {
  ...monitorShape,
  prepare(db) {
    db.pragma("journal_mode = MEMORY");
    db.pragma("synchronous = OFF");
    db.pragma("foreign_keys = ON");
    db.pragma(`cache_size = -${PASSING_CACHE_KIB}`);
  },
};

/** Nothing else in the process moves while it waits; that it could not write is told and tried again. */
const WRITER_TIMEOUT_MS = 1_000;
const READER_TIMEOUT_MS = 5_000;
const CACHE_KIB = 2_048;
const PASSING_CACHE_KIB = 16_384;

/**
 * Opens for writing; creates the file and its folders, for their owner alone, and brings the tables up to date.
 * Throws a StoreError.
 */
export function openDatabase(path: string): Database {
  const db = openFile(path, monitorShape);
  if (db.pragma("synchronous", { simple: true }) === 2) return db;
  db.close();
  throw new StoreError(`${path}: the database does not write through (PRAGMA synchronous is not FULL)`);
}

/** Opens a database that need not outlive its process, as openDatabase does but for that. */
export function openPassingDatabase(path: string): Database {
  return openFile(path, passingShape);
}

/** Opens to look only, beside a running monitor too. Throws a StoreError, also when the file is not there. */
export function openDatabaseReader(path: string): Database {
  return openFileReader(path, monitorShape);
}

/**
 * Opens to read all pages of it, of an older version too. Throws a StoreError, also when the file is not there or has
 * no tables, as one that was cut to nothing.
 */
export function openDatabaseToCopy(path: string): Database {
  if (!existsSync(path)) throw new StoreError(`${path}: ${monitorShape.made}`);
  return opened(path, { readonly: true, fileMustExist: true, timeout: READER_TIMEOUT_MS }, (db) => {
    checkOwner(db, path, monitorShape);
    requireTables(db, path);
  });
}

/** Whether a database is of a version before this one. */
export function isOlder(db: Database): boolean {
  return version(db) < migrations.length;
}

/** Opens a copy that nobody else has open, as it is. Throws a StoreError. */
export function openRestingDatabase(path: string): Database {
  return opened(path, { fileMustExist: true }, () => {});
}

/** Opens a file of any kind as openDatabase does. */
export function openFile(path: string, shape: FileShape): Database {
  try {
    makeOwnerFolder(dirname(path));
  } catch (error) {
    throw storeError(path, error);
  }
  // Files that SQLite creates beside it get the file's rights.
  makeOwnerFile(path);
  for (const ending of ["-wal", "-shm", "-journal"]) narrowToOwner(`${path}${ending}`);
  return opened(path, { timeout: WRITER_TIMEOUT_MS }, (db) => {
    checkOwner(db, path, shape);
    shape.prepare(db);
    migrate(db, shape);
  });
}

/** Opens a file of any kind as openDatabaseReader does. */
export function openFileReader(path: string, shape: FileShape): Database {
  if (!existsSync(path)) throw new StoreError(`${path}: ${shape.made}`);
  return opened(path, { readonly: true, fileMustExist: true, timeout: READER_TIMEOUT_MS }, (db) => {
    checkOwner(db, path, shape);
    requireTables(db, path);
    if (version(db) < shape.migrations.length)
      throw new StoreError(`${path}: written by an older version of Yagura; ${shape.updated}`);
  });
}

function opened(path: string, options: Sqlite.Options, prepare: (db: Database) => void): Database {
  let db: Database | undefined;
  try {
    requireFile(path);
    db = new Sqlite(path, options);
    addRowSum(db);
    // The words of a damaged page are checked before they are believed.
    db.pragma("cell_size_check = ON");
    prepare(db);
    return db;
  } catch (error) {
    db?.close();
    throw openingError(path, error);
  }
}

/** Throws where something other than a file has the name: SQLite would wait for a pipe forever. */
function requireFile(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isFile() === false) throw new StoreError(`${path}: this is ${otherKind(facts)}, and no file`);
}

function checkOwner(db: Database, path: string, { kind, migrations: steps }: FileShape): void {
  const id = db.pragma("application_id", { simple: true });
  if (countTables(db) !== 0 && id !== kinds[kind].id) {
    const [other] = Object.values(kinds).filter((each) => each.id === id);
    const found = other ? `${other.words}, not ${kinds[kind].words}` : "a database, but not one of Yagura's";
    throw new StoreError(`${path}: ${found}`);
  }
  if (version(db) > steps.length) {
    throw new StoreError(
      `${path}: written by a newer version of Yagura (format ${version(db)}, this one knows ${steps.length})`,
    );
  }
}

/** Throws where it is a file that was cut to nothing, or was made and never written. */
function requireTables(db: Database, path: string): void {
  if (countTables(db) === 0) throw new StoreError(`${path}: it is empty`, undefined, "damaged");
}

function countTables(db: Database): unknown {
  return db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get();
}

function migrate(db: Database, { kind, migrations: steps }: FileShape): void {
  const bring = db.transaction(() => {
    const from = version(db);
    if (from === 0) makeTables(db, steps);
    else for (const step of steps.slice(from)) db.exec(step);
    if (from === steps.length) return;
    db.pragma(`application_id = ${kinds[kind].id}`);
    db.pragma(`user_version = ${steps.length}`);
  });
  bring.immediate();
}

/** What steps make of an empty file, by the steps: always the same. */
const wholes = new WeakMap<readonly string[], string>();

/**
 * Makes the tables of all steps in an empty database. At each step that changes a table SQLite reads all definitions
 * again, so the steps cost four times what they come to: the first new file of a process has them, later ones that.
 */
export function makeTables(db: Database, steps: readonly string[]): void {
  const whole = wholes.get(steps);
  if (whole !== undefined) {
    db.exec(whole);
    return;
  }
  for (const step of steps) db.exec(step);
  wholes.set(steps, wholeOf(db));
}

/** All definitions and rows of a small database, as SQL. */
function wholeOf(db: Database): string {
  const made = db.prepare<[string], { name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
  );
  const tables = made.all("table");
  // The rows come with their checksums, so before the triggers that count them.
  const rows = tables.flatMap(({ name }) => {
    const columns = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(name);
    const values = columns.map((column) => `quote("${column}")`).join(" || ', ' || ");
    const written = db.prepare<[], string>(`SELECT ${values} FROM "${name}"`).pluck().all();
    return written.map((row) => `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${row})`);
  });
  const others = [...made.all("index"), ...made.all("trigger")];
  return [...tables.map(({ sql }) => sql), ...rows, ...others.map(({ sql }) => sql)].join(";\n");
}

function version(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

/**
 * Nothing where there is no database, or none that can be read: whoever opens it next tells why. It is closed again
 * before the lock is taken.
 */
export function readFacts(path: string, keys: readonly string[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  if (!existsSync(path)) return facts;
  let db: Sqlite.Database | undefined;
  try {
    requireFile(path);
    db = new Sqlite(path, { readonly: true, fileMustExist: true });
    addRowSum(db);
    // A fact that is damaged is none; the store tells of it once it is open.
    const meta = createMeta(db, () => {});
    for (const key of keys) {
      const value = meta.get(key);
      if (value !== undefined) facts.set(key, value);
    }
  } catch {
    facts.clear();
  } finally {
    db?.close();
  }
  return facts;
}
