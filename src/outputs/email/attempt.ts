/** One attempt at one mail, and what is to be written down about it. */
import type { Clock } from "../../lib/clock.ts";
import type { MailOutcome, OutboxMail } from "../../model/mail.ts";
import { type Carrier, CarryError } from "./carrier.ts";
import type { ReadyMail } from "./places.ts";
import { retryAt } from "./schedule.ts";

export interface EmailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What became of a mail that was tried: it was sent, waits for its next attempt, or is given up. */
export interface Tried {
  readonly mail: OutboxMail;
  readonly outcome:
    | MailOutcome
    | { readonly outcome: "refused" | "expired"; readonly answer: string; readonly at: number };
}

export interface AttemptOptions {
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly log: EmailLog;
  /** How long one attempt may take in all, however alive the server seems. */
  readonly attemptMaxMs: number;
}

/** Gives the server's answer. Throws a CarryError, or whatever else went wrong. */
export async function attempt(
  mail: ReadyMail,
  { carrier, clock, attemptMaxMs }: AttemptOptions,
  ending: AbortSignal,
): Promise<string> {
  ending.throwIfAborted();
  const { bytes } = mail;
  if (bytes === undefined) throw mail.flaw;
  const tooLong = new AbortController();
  const cancel = clock.after(attemptMaxMs, () => tooLong.abort());
  try {
    return await carrier.carry({ ...mail, bytes }, AbortSignal.any([ending, tooLong.signal]));
  } catch (error) {
    if (!tooLong.signal.aborted) throw error;
    throw new CarryError("no end after the longest time allowed", "failed", error);
  } finally {
    cancel();
  }
}

export function sent(mail: OutboxMail, answer: string, { clock, log }: AttemptOptions): Tried {
  log.info({ mail: mail.id, alert: mail.alertSeq, answer }, "mail sent");
  return { mail, outcome: { id: mail.id, at: clock.now(), outcome: "sent", answer } };
}

/** Whether it is tried again, and when. */
export function notSent(mail: OutboxMail, error: unknown, { clock, log }: AttemptOptions): Tried {
  const answer = messageOf(error);
  const at = clock.now();
  const isRefused = error instanceof CarryError && error.reason === "refused";
  const again = isRefused ? undefined : retryAt(mail, at);
  if (again !== undefined) {
    log.warn({ mail: mail.id, error: answer, retryAt: new Date(again).toISOString() }, "mail postponed");
    return { mail, outcome: { id: mail.id, at, outcome: "postponed", answer, retryAt: again } };
  }
  const outcome = isRefused ? "refused" : "expired";
  log.error({ mail: mail.id, error: answer, reason: outcome }, "mail given up");
  return { mail, outcome: { outcome, answer, at } };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
