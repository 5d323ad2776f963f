/** Mails to send: written with the alert in one transaction, sent from the outbox until done or given up. */

/** One mail to one address, everything it says decided. */
export interface MailDraft {
  /** seq of the alert's entry. */
  readonly alertSeq: number;
  readonly address: string;
  readonly from: string;
  readonly messageId: string;
  /** Becomes the Date header (ISO). */
  readonly date: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface OutboxMail extends MailDraft {
  readonly id: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** When it was queued, ms since 1970. */
  readonly queuedAt: number;
  /** The composed message, once composed; every attempt sends these bytes. */
  readonly bytes?: Buffer;
}

export interface Outbox {
  /** Mails whose time has come, oldest first. */
  due(now: number, limit: number): OutboxMail[];
  /** When the next waiting mail is due, ms since 1970. */
  nextDue(): number | undefined;
  keepBytes(id: number, bytes: Buffer): void;
  sent(id: number, now: number): void;
  /** A temporary failure: try again at `retryAt`. */
  postponed(id: number, retryAt: number, error: string): void;
  /** Given up. Commits `mail.failed` in the same transaction. */
  failed(id: number, now: number, reason: "refused" | "expired", error: string): void;
}
