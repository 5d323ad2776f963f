/** Mails to send: written with the alert in one transaction, sent from the outbox until done or given up. */

/** What a mail has beside its words: its place in a thread, headers, a chart. */
export interface MailExtras {
  /** Message-IDs of the message that it follows, and of all of its thread before it, the oldest first. */
  readonly inReplyTo?: string | undefined;
  readonly references?: readonly string[] | undefined;
  /** Further headers by name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether mail programs are asked to mark it. */
  readonly important?: boolean | undefined;
  /** Names of other notifications to the same address that it tells as well; absent: of none. */
  readonly also?: readonly string[] | undefined;
  /** Values of an item's past, the oldest first, each under a label such as its day. */
  readonly chart?:
    | { readonly title: string; readonly points: readonly (readonly [string, number])[] }
    | undefined;
}

/** One mail to one address, everything it says decided. */
export interface MailDraft {
  /** Name of the notification that it is a mail of; absent: of none. */
  readonly message?: string | undefined;
  readonly extras?: MailExtras | undefined;
  /** seq of the alert's entry; of several alerts, of the first. */
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

/** A mail on its way into the outbox, with the output that sends it. Its messageId is unique over all outputs. */
export interface QueuedMail extends MailDraft {
  readonly output: string;
  /** Such as email:desk; where several share its address, the one whose alert leads. Not kept. */
  readonly receiver: string;
}

/** Why an alert is not mailed although its rule asks for it; closed. The output has the words. */
export type UnmailedReason = "simulated" | "same-cause";

export interface OutboxMail extends MailDraft {
  readonly id: number;
  /** Number of attempts. */
  readonly attempts: number;
  /** Time at which it was queued, ms since 1970. */
  readonly queuedAt: number;
  /** The composed message, once composed; every attempt sends these bytes. */
  readonly bytes?: Buffer;
}

/** Content of a damaged row of the outbox; none of it may be true. */
export type MailRemains = Pick<QueuedMail, "output"> &
  Pick<OutboxMail, "alertSeq" | "address" | "from" | "messageId" | "subject" | "attempts"> & {
    readonly message: string | null;
  };

/** Outcome of one attempt; the last three end the mail. */
export type AttemptOutcome = "postponed" | "sent" | "refused" | "expired";

/** Answer to a delivery, or the reason why there was none: one line, without secrets. */
export interface DeliveryAttempt {
  /** ms since 1970. */
  readonly at: number;
  readonly outcome: AttemptOutcome;
  readonly answer: string;
}

/** Outcome of an attempt at a mail that is not given up. */
export type MailOutcome = DeliveryAttempt & { readonly id: number } & (
    | { readonly outcome: "sent" }
    | { readonly outcome: "postponed"; readonly retryAt: number }
  );

/** The waiting mails of one output. A mail is given up through the commit of its `mail.failed`, not here. */
export interface Outbox {
  /**
   * Mails whose time has come: of each address that is not `busy` the oldest, first the ones never tried,
   * then oldest first. So one address with many mails, or with failing ones, cannot hold up the others.
   */
  due(now: number, limit: number, busy: readonly string[]): OutboxMail[];
  /** Mails to one address whose time has come, the oldest first. */
  dueTo(address: string, now: number, limit: number): OutboxMail[];
  /** Time at which the next mail becomes due that is not due at `now`, ms since 1970. */
  nextDue(now: number): number | undefined;
  /** Throws a StoreError where nothing may be sent now, since another machine may be sending it; left out: it may. */
  confirm?(): void;
  /** Keeps composed messages, all of them or none. */
  keepBytes(composed: readonly { readonly id: number; readonly bytes: Buffer }[]): void;
  /** Keeps the attempts, all of them or none: a mail that was sent ends, one that was postponed waits. */
  record(outcomes: readonly MailOutcome[]): void;
}
