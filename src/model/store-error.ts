/** The database cannot be opened or written. The message is one line for a person; nothing was half written. */
export class StoreError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "StoreError";
  }
}
