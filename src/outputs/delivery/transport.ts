/** The interface of a transport, by which composed mails leave the house: a mail server or a folder. */

export interface Transport {
  /** Rejects with a one-line error when it cannot ever work. */
  open(): Promise<void>;
  /** Gives the server's answer once the letter is in its hands. Throws a SendError. */
  send(letter: Letter, signal: AbortSignal): Promise<string>;
  /** Ends what is still in flight. */
  close(): void;
}

export interface Letter {
  /** The From header; its address is the envelope's sender. */
  readonly from: string;
  readonly address: string;
  readonly messageId: string;
  /** ISO. */
  readonly date: string;
  readonly bytes: Buffer;
}

/**
 * Reason why a letter was not taken: `refused`, the same letter would be refused again; `failed`, it may be taken
 * later; `no-way`, the server was not reached or let nobody in, so that it would have taken no other either.
 */
export type SendFailure = "refused" | "failed" | "no-way";

/** A letter that was not taken. The message is one line, without secrets. */
export class SendError extends Error {
  readonly reason: SendFailure;

  constructor(message: string, reason: SendFailure, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "SendError";
    this.reason = reason;
  }
}
