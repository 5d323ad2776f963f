/**
 * Writes down what became of the mails, many in one transaction. What was answered and is not yet written is sent
 * again after a crash, so it never waits for long, nor are there ever many.
 */
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { MailOutcome, Outbox, OutboxMail } from "../../model/mail.ts";
import { type Carrier, CarryError } from "./transport.ts";
import type { ReadyMail } from "./turns.ts";

/** One attempt at one mail, and what is to be written down about it. */

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

/** When a mail that could not be delivered is tried again. */

const MINUTE_MS = 60_000;
const stepsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * After 1, 2, 5, 15, 30, 60 minutes, then hourly; undefined when that is more than a day after queuing.
 * @param attempts how many came before the one that just failed
 */
function retryAt(mail: { attempts: number; queuedAt: number }, now: number): number | undefined {
  const at = now + (stepsMs[mail.attempts] ?? HOUR_MS);
  return at > mail.queuedAt + DAY_MS ? undefined : at;
}

/** Commits that a mail is given up, with the news of it. */
export type OnFailed = (mail: OutboxMail, reason: "refused" | "expired", error: string) => void;

export interface OutcomesOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly onFailed: OnFailed;
  readonly log: EmailLog;
}

export interface Outcomes {
  add(tried: Tried): void;
  /** Writes what has gathered. */
  flush(): void;
  /** Resolves once all that was added so far is on record. */
  written(): Promise<void>;
  /** Writes what has gathered, and nothing any more. */
  close(): void;
}

const GATHER_MS = 100;
const GATHER_MOST = 50;
/** How soon outcomes that could not be written are written again. */
export const REWRITE_MS = 5_000;

export function createOutcomes({ outbox, clock, onFailed, log }: OutcomesOptions): Outcomes {
  let gathered: Tried[] = [];
  let waiting: (() => void)[] = [];
  let isFailing = false;
  let isClosed = false;
  let cancelTimer = () => {};

  function add(tried: Tried): void {
    if (isClosed) return;
    gathered.push(tried);
    if (isFailing) return;
    if (gathered.length >= GATHER_MOST) flush();
    // Real time: this is about what a crash may repeat, whatever clock the mails live by.
    else if (gathered.length === 1) cancelTimer = systemClock.after(GATHER_MS, flush);
  }

  function flush(): void {
    cancelTimer();
    try {
      write();
      isFailing = false;
    } catch (error) {
      isFailing = true;
      const mails = gathered.map(({ mail }) => mail.id);
      log.error({ mails, error: messageOf(error) }, "the outcome of mails cannot be written");
      cancelTimer = clock.after(REWRITE_MS, flush);
      return;
    }
    const calls = waiting;
    waiting = [];
    for (const call of calls) call();
  }

  function write(): void {
    const outcomes = gathered.map(({ outcome }) => outcome).filter(isForOutbox);
    if (outcomes.length > 0) outbox.record(outcomes);
    gathered = gathered.filter(({ outcome }) => !isForOutbox(outcome));
    for (let next = gathered[0]; next; next = gathered[0]) {
      const { mail, outcome } = next;
      if (!isForOutbox(outcome)) onFailed(mail, outcome.outcome, outcome.answer);
      gathered.shift();
    }
  }

  return {
    add,
    flush() {
      if (!isFailing) flush();
    },
    written: () =>
      new Promise((resolve) => {
        if (gathered.length === 0) resolve();
        else waiting.push(resolve);
      }),
    close() {
      flush();
      cancelTimer();
      isClosed = true;
    },
  };
}

function isForOutbox(outcome: Tried["outcome"]): outcome is MailOutcome {
  return outcome.outcome === "sent" || outcome.outcome === "postponed";
}
