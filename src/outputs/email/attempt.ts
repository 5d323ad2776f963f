/** One attempt at one mail, its outcome, and the time of the next attempt. */
import type { Clock } from "../../lib/clock.ts";
import type { MailOutcome, OutboxMail } from "../../model/mail.ts";
import { SendError, type Transport } from "./transport.ts";
import type { ReadyMail } from "./turns.ts";

export interface EmailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A mail after an attempt: it was sent, waits for the next one, or is given up. */
export interface Tried {
  readonly mail: OutboxMail;
  readonly outcome:
    | MailOutcome
    | { readonly outcome: "refused" | "expired"; readonly answer: string; readonly at: number };
}

export interface AttemptOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: EmailLog;
  /** The longest time of one attempt in all, however alive the server seems. */
  readonly attemptMaxMs: number;
}

/** Gives the server's answer. Throws a SendError, or whatever else went wrong. */
export async function attempt(
  mail: ReadyMail,
  { transport, clock, attemptMaxMs }: AttemptOptions,
  ending: AbortSignal,
): Promise<string> {
  ending.throwIfAborted();
  const { bytes } = mail;
  if (bytes === undefined) throw mail.flaw;
  const tooLong = new AbortController();
  const cancel = clock.after(attemptMaxMs, () => tooLong.abort());
  try {
    return await transport.send({ ...mail, bytes }, AbortSignal.any([ending, tooLong.signal]));
  } catch (error) {
    if (!tooLong.signal.aborted) throw error;
    throw new SendError("no end after the longest time allowed", "failed", error);
  } finally {
    cancel();
  }
}

export function sent(mail: OutboxMail, answer: string, { clock, log }: AttemptOptions): Tried {
  log.info({ mail: mail.id, alert: mail.alertSeq, answer }, "mail sent");
  return { mail, outcome: { id: mail.id, at: clock.now(), outcome: "sent", answer } };
}

/** Decides whether a mail is tried again, and when. */
export function notSent(mail: OutboxMail, error: unknown, { clock, log }: AttemptOptions): Tried {
  const answer = messageOf(error);
  const at = clock.now();
  const isRefused = error instanceof SendError && error.reason === "refused";
  const again = isRefused ? undefined : retryAt(mail, at);
  if (again !== undefined) {
    log.warn({ mail: mail.id, error: answer, retryAt: new Date(again).toISOString() }, "mail postponed");
    return { mail, outcome: { id: mail.id, at, outcome: "postponed", answer, retryAt: again } };
  }
  const outcome = isRefused ? "refused" : "expired";
  log.error({ mail: mail.id, error: answer, reason: outcome }, "mail given up");
  return { mail, outcome: { outcome, answer, at } };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const stepsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

/**
 * Time of the next attempt: after 1, 2, 5, 15, 30, 60 minutes, then hourly; undefined where that is more than a day
 * after queuing.
 * @param mail with the number of attempts before the one that just failed
 */
function retryAt(mail: Pick<OutboxMail, "attempts" | "queuedAt">, now: number): number | undefined {
  const at = now + (stepsMs[mail.attempts] ?? HOUR_MS);
  return at > mail.queuedAt + DAY_MS ? undefined : at;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
