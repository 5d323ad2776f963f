/** Finds out by a write whether the database can be written. */
import type { MetaTable } from "./meta.ts";
import type { Writing } from "./writing.ts";

const proofKey = "proof";
/** Size of a test write, about that of a large poll: a disk with room for a single row is full all the same. */
const proofBytes = 65_536;

/** Throws a StoreError. */
export function prove(writing: Writing, meta: MetaTable): void {
  const write = writing.through(meta.set);
  write(proofKey, "".padEnd(proofBytes, "proof "));
  write(proofKey, "");
}
