/**
 * Errors of SQLite and the file system: in one line for a person, and as damage of what was read. What stands behind the
 * damage can still be read in the order of its numbers.
 */
import { Refused } from "../lib/problem.ts";
import { type Damage, DamagedState, StoreError, type StoreFault } from "../model/store-faults.ts";

const meanings: readonly (readonly [code: RegExp, fault: StoreFault, meaning: string])[] = [
  [/^SQLITE_NOTADB/, "damaged", "not a database file"],
  [/^SQLITE_CORRUPT/, "damaged", "the database is damaged"],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "full", "the disk is full"],
  [/^(SQLITE_READONLY|EROFS)/, "read-only", "cannot be written (read-only)"],
  [/^(EMFILE|ENFILE)/, "handles", "too many files are open"],
  [
    /^(SQLITE_CANTOPEN|EACCES|EPERM|ENOTDIR|EISDIR|EEXIST|ELOOP)/,
    "closed",
    "cannot be opened; is its folder there and writable?",
  ],
  [/^SQLITE_(BUSY|LOCKED)/, "locked", "locked by another program"],
  [/^(SQLITE_(IOERR|PROTOCOL)|EIO|EFBIG)/, "failing", "the disk failed to read or write"],
];

/**
 * The StoreError for what went wrong with the file at `path`. What is no matter of the file (a broken
 * constraint, a wrong type) is a bug and comes back as it is.
 */
export function storeError(path: string, error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // better-sqlite3 says this, without a code, before SQLite is asked.
  if (/directory does not exist/.test(error.message)) return new StoreError(`${path}: not there`, error);
  const [, fault, meaning] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  return meaning === undefined ? error : new StoreError(`${path}: ${meaning} (${code})`, error, fault);
}

/** The StoreError of a file that is being opened: what SQLite cannot make sense of then is the file's own list of tables. */
export function openingError(path: string, error: unknown): unknown {
  const isSchema = error instanceof Error && "code" in error && error.code === "SQLITE_ERROR";
  return isSchema
    ? new StoreError(`${path}: the database is damaged (${error.message})`, error, "damaged")
    : storeError(path, error);
}

/** Runs what touches the database, its failures told as StoreErrors. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(path, error);
  }
}

/** Turns a refusal of the store, whose file is wrong, into one that ends the call with its one line. */
export function refusing<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof StoreError ? new Refused(error.message) : error;
  }
}

/** Reads of the database under their names, each run so. */
export function guardedReads<Reads extends object>(path: string, reads: Reads): Reads {
  const guardedOne = (read: unknown) =>
    typeof read === "function" ? (...asked: unknown[]) => guarded(path, () => read(...asked)) : read;
  return Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, guardedOne(read)]),
  ) as unknown as Reads;
}

/** Whether SQLite found the file damaged. */
export function isCorrupt(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Whether SQLite found the file damaged, or the disk could not give back what was written. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code);
}

/** Reads; undefined if the data is damaged. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** The value where it is whole; else throws. */
export function intactState<T>(damage: Damage, isWhole: boolean, value: T): T {
  if (!isWhole) throw new DamagedState(damage);
  return value;
}

/** Throws a DamagedState where SQLite finds what is read damaged, a StoreError where the disk does not give it. */
export function readState<T>(damage: Damage, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isCorrupt(error)) throw new DamagedState(damage);
    throw isDamage(error) ? new StoreError("what is stored cannot be read", error) : error;
  }
}

/** Reads; undefined if SQLite finds damage, which is then told. */
export function corruptAs<T>(
  damaged: (damage: Damage) => void,
  damage: Damage,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    damaged(damage);
    return undefined;
  }
}

interface Numbered {
  readonly seq: number;
}

/** Rows with seq > after, in order, at most `limit`; called with what better-sqlite3's `iterate` or `all` gives. */
interface RowReading<Row extends Numbered> {
  all(after: number, limit: number): Row[];
  iterate(after: number, limit: number): Iterable<Row>;
}

export interface RowsRead<Row> {
  readonly rows: readonly Row[];
  /** Place to go on from; undefined: nothing follows that can be read. */
  readonly next?: number;
}

/** Some rows, up to the next place that cannot be read. Always ends: `next` is greater than `after`. */
export function rowsAfter<Row extends Numbered>(
  { all, iterate }: RowReading<Row>,
  after: number,
  limit: number,
  head: number,
): RowsRead<Row> {
  const read = readable(() => all(after, limit));
  const rows = inOrder(after, read ?? readOnes(() => iterate(after, limit)));
  const last = rows.at(-1)?.seq ?? after;
  if (read !== undefined && rows.length === read.length)
    return rows.length < limit ? { rows } : { rows, next: last };
  const next = readableAgain(last, head, (seq) => (all(seq, 1)[0]?.seq ?? 0) > seq);
  return next === undefined ? { rows } : { rows, next };
}

/** Reads rows up to the first that cannot be read. */
function readOnes<Row>(read: () => Iterable<Row>): Row[] {
  const rows: Row[] = [];
  readable(() => {
    for (const row of read()) rows.push(row);
  });
  return rows;
}

/** Keeps rows as long as they follow each other: a damaged page leads anywhere, also back. */
function inOrder<Row extends Numbered>(after: number, rows: readonly Row[]): readonly Row[] {
  let before = after;
  const stray = rows.findIndex(({ seq }) => {
    const follows = seq > before;
    before = seq;
    return !follows;
  });
  return stray < 0 ? rows : rows.slice(0, stray);
}

/** The first place behind `after` from which on something can be read: by steps that double, then by halves. */
function readableAgain(after: number, head: number, finds: (after: number) => boolean): number | undefined {
  const reads = (seq: number) => readable(() => finds(seq)) ?? false;
  let failed = after;
  let step = 1;
  for (; failed + step < head && !reads(failed + step); step *= 2) failed += step;
  let found = Math.min(failed + step, head - 1);
  if (found <= failed || !reads(found)) return undefined;
  while (found - failed > 1) {
    const middle = Math.floor((failed + found) / 2);
    if (reads(middle)) found = middle;
    else failed = middle;
  }
  return found;
}
