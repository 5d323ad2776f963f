/** Reasons why a database cannot be opened or written, in a word; closed, and explained in docs/operating.md. */
export type StoreFault =
  | "full"
  | "read-only"
  | "failing"
  | "closed"
  | "handles"
  | "locked"
  | "missing"
  | "replaced"
  | "damaged";

/** The database cannot be opened or written. The message is one line for a person; nothing was half written. */
export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(message: string, cause?: unknown, fault: StoreFault = "failing") {
    super(message, cause === undefined ? {} : { cause });
    this.name = "StoreError";
    this.fault = fault;
  }
}
