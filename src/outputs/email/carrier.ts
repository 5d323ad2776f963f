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

/** A letter that was not taken. The message is one line, without secrets. */
export class CarryError extends Error {
  /** The same letter would be refused again. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "CarryError";
    this.permanent = permanent;
  }
}
