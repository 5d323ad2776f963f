/**
 * Whether the files that are open are still the ones that a restart would find. What is written to a file that was
 * deleted, or whose folder was replaced, goes well and is gone with the process.
 */
import { statSync } from "node:fs";
import { StoreError } from "../model/store-error.ts";

export interface Place {
  /** Throws a StoreError where a restart would not find what is written now. */
  check(): void;
}

/** @param path the database, which is open */
export function createPlace(path: string): Place {
  const files = ["", "-wal", "-shm"].map((ending) => `${path}${ending}`);
  const known = files.map(idAt);
  return {
    check() {
      for (const [index, file] of files.entries()) {
        const id = idAt(file);
        if (id !== known[index]) throw displaced(path, file, id);
      }
    },
  };
}

function idAt(path: string): string | undefined {
  try {
    const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
    return facts && `${facts.dev}:${facts.ino}`;
  } catch {
    // What cannot be seen is not there for a restart either.
    return undefined;
  }
}

function displaced(path: string, file: string, found: string | undefined): StoreError {
  // What belongs to the database can be made again of what is open; the database itself cannot.
  if (file === path && found === undefined) {
    const todo = "put it back, or restart Yagura, which then begins anew";
    return new StoreError(`${path}: gone while it is open; ${todo}`, undefined, "missing");
  }
  return new StoreError(`${file}: another file than the one that is open`, undefined, "replaced");
}
