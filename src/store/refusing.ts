/** A file of the store that is wrong ends a call as any wrong file does. */
import { Refused } from "../lib/refused.ts";
import { StoreError } from "../model/store-faults.ts";

/** Turns a refusal of the store, whose file is wrong, into one that ends the call with its one line. */
export function refusing<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof StoreError ? new Refused(error.message) : error;
  }
}
