/** What an export gives: a table, read as it is asked for. */
import type { Column, Row } from "../../lib/rows/row-writer.ts";

export interface Exported {
  readonly columns: readonly Column[];
  /** The rows in their order, some at a time. */
  batches(): Iterable<readonly Row[]>;
  /** Number of entries that are damaged and left out; known at the end. */
  damaged(): number;
  close(): void;
}

/** What of it: first and last moment, both included, ms since 1970. */
export interface Asked {
  readonly from: number;
  readonly to: number;
  /** Stock codes or series; left out: all. */
  readonly subjects?: readonly string[] | undefined;
}

/** Rows in a batch. */
export const batchRows = 500;
