/** Wrapper of every write: its failures are StoreErrors, and the last one is known until a write went well. */
import { StoreError } from "../model/store-error.ts";
import type { Place } from "./place.ts";
import { guarded, storeError } from "./sqlite-error.ts";

export interface Writing {
  /** Wraps what writes; where it answers false it had nothing to write. */
  through<A extends unknown[], T>(work: (...values: A) => T): (...values: A) => T;
  /** Looks at the place; what is wrong with it is the failure then. Never throws. */
  look(): void;
  /** Failure of the last write; undefined since one went well. */
  failure(): StoreError | undefined;
}

/** @param recordFailure node's error where the record of what was told, beside the database, cannot be written */
export function createWriting(path: string, place: Place, recordFailure: () => unknown): Writing {
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
