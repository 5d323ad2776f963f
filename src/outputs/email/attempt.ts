/** One attempt at one mail, and what is to be written down about it. */
import type { Clock } from "../../lib/clock.ts";
import type { MailDraft, Outbox, OutboxMail } from "../../model/mail.ts";
import { type Carrier, CarryError } from "./carrier.ts";
import { retryAt } from "./schedule.ts";

export interface EmailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Commits that a mail is given up, with the news of it. */
export type OnFailed = (mail: OutboxMail, reason: "refused" | "expired", error: string) => void;

export interface AttemptOptions {
  readonly outbox: Outbox;
  readonly carrier: Carrier;
  readonly compose: (draft: MailDraft) => Promise<Buffer>;
  readonly clock: Clock;
  readonly onFailed: OnFailed;
  readonly log: EmailLog;
  /** How long one attempt may take in all, however alive the server seems. */
  readonly attemptMaxMs: number;
}

/** Tries once; the answer writes the outcome down. Never rejects. */
export async function attempt(
  mail: OutboxMail,
  options: AttemptOptions,
  ending: AbortSignal,
): Promise<() => void> {
  const { outbox, clock, log, onFailed } = options;
  try {
    const answer = await carried(mail, options, ending);
    log.info({ mail: mail.id, alert: mail.alertSeq, answer }, "mail sent");
    return () => outbox.sent(mail.id, clock.now(), answer);
  } catch (error) {
    const message = messageOf(error);
    const refused = error instanceof CarryError && error.permanent;
    const again = refused ? undefined : retryAt(mail, clock.now());
    if (again !== undefined) {
      log.warn({ mail: mail.id, error: message, retryAt: new Date(again).toISOString() }, "mail postponed");
      return () => outbox.postponed(mail.id, again, message, clock.now());
    }
    const reason = refused ? "refused" : "expired";
    log.error({ mail: mail.id, error: message, reason }, "mail given up");
    return () => onFailed(mail, reason, message);
  }
}

async function carried(mail: OutboxMail, options: AttemptOptions, ending: AbortSignal): Promise<string> {
  const { outbox, carrier, clock, compose, attemptMaxMs } = options;
  const bytes = mail.bytes ?? (await compose(mail));
  ending.throwIfAborted();
  // Kept before the first attempt: whatever happens from here, every copy is this one.
  if (!mail.bytes) outbox.keepBytes(mail.id, bytes);
  const tooLong = new AbortController();
  const cancel = clock.after(attemptMaxMs, () => tooLong.abort());
  try {
    return await carrier.carry({ ...mail, bytes }, AbortSignal.any([ending, tooLong.signal]));
  } catch (error) {
    if (tooLong.signal.aborted) throw new CarryError("no end after the longest time allowed", false, error);
    throw error;
  } finally {
    cancel();
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
