/**
 * Writes with their promises: a failure is a StoreError, the last one is known until a write went well, and nothing
 * goes to a file that a restart would not find.
 */
import { statSync } from "node:fs";
import { StoreError } from "../model/store-faults.ts";
import { guarded, storeError } from "./sqlite-error.ts";
import type { MetaTable } from "./tables/meta.ts";

export interface Writing {
  /** Wraps what writes; where it answers false it had nothing to write. */
  through<A extends unknown[], T>(work: (...values: A) => T): (...values: A) => T;
  /** Looks at the place; what is wrong with it is the failure then. Never throws. */
  look(): void;
  /** Failure of the last write; undefined since one went well. */
  failure(): StoreError | undefined;
}

/** @param recordFailure node's error where the record of what was told, beside the database, cannot be written */
export function createWriting(path: string, place: FilePlace, recordFailure: () => unknown): Writing {
  let failure: StoreError | undefined;
  const noting = <T>(work: () => T): T => {
    try {
      return guarded(path, work);
    } catch (error) {
      if (error instanceof StoreError) failure = error;
      throw error;
    }
  };
  return {
    through:
      (work) =>
      (...values) =>
        noting(() => {
          place.check();
          const result = work(...values);
          if (result !== false) failure = undefined;
          return result;
        }),
    look() {
      try {
        noting(place.check);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
    },
    failure() {
      if (failure) return failure;
      const error = recordFailure();
      return error === undefined ? undefined : asStoreError(`${path}.told`, error);
    },
  };
}

function asStoreError(path: string, error: unknown): StoreError {
  const known = storeError(path, error);
  return known instanceof StoreError ? known : new StoreError(`${path}: cannot be written`, error);
}

/**
 * The place of the open files: still the one that a restart would find? What is written to a file that was deleted,
 * or whose folder was replaced, goes well and is gone with the process.
 */
export interface FilePlace {
  /** Throws a StoreError where a restart would not find what is written now. */
  check(): void;
}

/** @param path the database, which is open */
export function createPlace(path: string): FilePlace {
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
    // A file that cannot be seen is not there for a restart either.
    return undefined;
  }
}

function displaced(path: string, file: string, found: string | undefined): StoreError {
  // Files that belong to the database can be made again of those that are open; the database itself cannot.
  if (file === path && found === undefined) {
    const todo = "put it back, or restart Yagura, which then starts again";
    return new StoreError(`${path}: gone while it is open; ${todo}`, undefined, "missing");
  }
  return new StoreError(`${file}: another file than the one that is open`, undefined, "replaced");
}

const proofKey = "proof";
/** Size of a test write, about that of a large poll: a disk with room for a single row is full all the same. */
const proofBytes = 65_536;

/** Throws a StoreError. */
export function prove(writing: Writing, meta: MetaTable): void {
  const write = writing.through(meta.set);
  write(proofKey, "".padEnd(proofBytes, "proof "));
  write(proofKey, "");
}
