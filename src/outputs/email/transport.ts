/** What takes a composed mail out of the house: a mail server or a folder. */

export interface Letter {
  /** The From header; its address is the envelope's sender. */
  readonly from: string;
  readonly address: string;
  readonly messageId: string;
  /** ISO. */
  readonly date: string;
  readonly bytes: Buffer;
}

export interface Carrier {
  /** Rejects with a one-line error when it cannot ever work. */
  open(): Promise<void>;
  /** Gives the server's answer once the letter is in its hands. Throws a CarryError. */
  carry(letter: Letter, signal: AbortSignal): Promise<string>;
  /** Ends what is still in flight. */
  close(): void;
}

/**
 * Why a letter was not taken: `refused`, the same letter would be refused again; `failed`, it may be taken later;
 * `no-way`, the server was not reached or let nobody in, so that it would not have taken any other either.
 */
export type CarryReason = "refused" | "failed" | "no-way";

/** A letter that was not taken. The message is one line, without secrets. */
export class CarryError extends Error {
  readonly reason: CarryReason;

  constructor(message: string, reason: CarryReason, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "CarryError";
    this.reason = reason;
  }
}
