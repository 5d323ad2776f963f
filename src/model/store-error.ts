/** Why a database cannot be opened or written, in a word; closed. */
export const storeFaults = {
  full: "the disk is full",
  "read-only": "the disk or the file is read-only",
  failing: "the disk failed to read or write",
  closed: "the file or its folder cannot be opened",
  handles: "the process has too many files open",
  locked: "another program keeps it locked",
  missing: "the file is gone from its folder",
  replaced: "another file is in its place",
  damaged: "the file is damaged, or no database",
} as const;

export type StoreFault = keyof typeof storeFaults;

/** The database cannot be opened or written. The message is one line for a person; nothing was half written. */
export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(message: string, cause?: unknown, fault: StoreFault = "failing") {
    super(message, cause === undefined ? {} : { cause });
    this.name = "StoreError";
    this.fault = fault;
  }
}
