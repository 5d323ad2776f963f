/** The check of a whole file: all tables, the log, and what SQLite says of the file itself. */
import { checkFile, checkLog, checkTables, type Slice } from "./check.ts";
import { checkSchema } from "./check-schema.ts";
import { openDatabaseReader } from "./database.ts";
import { guarded, openingError } from "./sqlite-error.ts";
import { createTables } from "./tables.ts";

export interface Verifier {
  /** Number of entries of the log. */
  readonly entries: number;
  /** @param tell how many entries of the log were looked at, of all */
  slices(tell: (read: number, all: number) => void): Generator<Slice>;
  close(): void;
}

/** Throws a StoreError if the file is not a database of Yagura's, or cannot be read at all. */
export function openVerifier(path: string): Verifier {
  const db = openDatabaseReader(path);
  try {
    return guarded(path, () => {
      // One moment, whatever a monitor commits meanwhile.
      db.exec("BEGIN");
      const tables = createTables(db);
      const head = tables.log.head();
      return {
        entries: head - (tables.log.oldest() ?? head + 1) + 1,
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
