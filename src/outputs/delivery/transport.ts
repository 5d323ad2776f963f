/** The interface of a transport, by which composed mails leave the house: to a mail server, a folder, a web service. */

export interface Transport {
  /** Rejects with a one-line error when it cannot ever work. */
  open(): Promise<void>;
  /** Gives the server's answer once the letter is in its hands. Throws a SendError. */
  send(letter: OutgoingLetter, signal: AbortSignal): Promise<string>;
  /** Ends what is still in flight. */
  close(): void;
}

export interface OutgoingLetter {
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
  /** Time for which the server asks not to be asked again, for any letter to this address. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, reason: SendFailure, cause?: unknown, retryAfterMs?: number) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "SendError";
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
