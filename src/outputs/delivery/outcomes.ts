/**
 * Outcomes of mails: one attempt at a mail, whether and when there is another, and the writing of many outcomes in one
 * transaction.
 */
import { type Clock, systemClock } from "../../lib/clock.ts";
import { createRepeats, type Repeats } from "../../lib/log.ts";
import type { MailOutcome, Outbox, OutboxMail } from "../../model/mail.ts";
import type { Attempts } from "../output.ts";
import { SendError, type Transport } from "./transport.ts";
import type { ReadyMail } from "./turns.ts";

export interface DeliveryLog {
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
  readonly log: DeliveryLog;
  /** What is logged of addresses that nothing gets through to. */
  readonly postponements: Repeats;
  /** The longest time of one attempt in all, however alive the server seems. */
  readonly attemptMaxMs: number;
}

/** Each address that fails is told by itself. */
export function createPostponements(log: DeliveryLog, clock: Clock): Repeats {
  const ends = "messages get through again";
  return createRepeats(log, { level: "warn", begins: "message postponed", ends }, clock);
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

export function sent(mail: OutboxMail, answer: string, { clock, log, postponements }: AttemptOptions): Tried {
  postponements.ended(mail.address, { mail: mail.id });
  log.info({ mail: mail.id, alert: mail.alertSeq, answer }, "message sent");
  return { mail, outcome: { id: mail.id, at: clock.now(), outcome: "sent", answer } };
}

/** Decides whether a mail is tried again, and when. */
export function notSent(mail: OutboxMail, error: unknown, options: AttemptOptions): Tried {
  const { clock, log, postponements } = options;
  const answer = messageOf(error);
  const at = clock.now();
  const isRefused = error instanceof SendError && error.reason === "refused";
  const again = isRefused ? undefined : retryAt(mail, at, askedMs(error));
  if (again !== undefined) {
    const fields = { mail: mail.id, error: answer, retryAt: new Date(again).toISOString() };
    const reason = error instanceof SendError ? error.reason : "";
    postponements.failed(mail.address, reason, fields);
    return { mail, outcome: { id: mail.id, at, outcome: "postponed", answer, retryAt: again } };
  }
  const outcome = isRefused ? "refused" : "expired";
  log.error({ mail: mail.id, error: answer, reason: outcome }, "message given up");
  return { mail, outcome: { outcome, answer, at } };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const stepsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

/** A server that asks for more would let most letters expire untold. */
const MOST_ASKED_MS = 6 * HOUR_MS;

function askedMs(error: unknown): number {
  const asked = error instanceof SendError ? error.retryAfterMs : undefined;
  return Math.min(asked ?? 0, MOST_ASKED_MS);
}

/**
 * Time of the next attempt: after 1, 2, 5, 15, 30, 60 minutes, then hourly, and not before the time that the server asks
 * for; undefined where that is more than a day after queuing. Where only the server's wish is, the end of the day is the
 * last attempt.
 * @param mail with the number of attempts before the one that just failed
 */
function retryAt(
  mail: Pick<OutboxMail, "attempts" | "queuedAt">,
  now: number,
  asked: number,
): number | undefined {
  const at = now + (stepsMs[mail.attempts] ?? HOUR_MS);
  const end = mail.queuedAt + DAY_MS;
  return at > end ? undefined : Math.min(Math.max(at, now + asked), end);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Commits the end of a mail that is given up, with the news of it. */
type OnFailed = (mail: OutboxMail, reason: "refused" | "expired", error: string) => void;

export interface OutcomesOptions {
  /** Absent: nobody wants to know. */
  readonly attempts?: Attempts | undefined;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly onFailed: OnFailed;
  readonly log: DeliveryLog;
}

const GATHER_MS = 100;
const GATHER_MOST = 50;
/** Time until outcomes that could not be written are written again. */
export const REWRITE_MS = 5_000;

/**
 * Writes outcomes together. A mail that was answered and is not yet on record is sent again after a crash, so none waits
 * for long, nor are there ever many.
 */
export class Outcomes {
  readonly #options: OutcomesOptions;
  #gathered: Tried[] = [];
  #waiting: (() => void)[] = [];
  readonly #unwritten: Repeats;
  #isFailing = false;
  #isClosed = false;
  #cancelTimer = () => {};

  constructor(options: OutcomesOptions) {
    this.#options = options;
    this.#unwritten = createRepeats(
      options.log,
      {
        level: "error",
        begins: "the outcome of messages cannot be written",
        ends: "outcomes of messages are written again",
      },
      options.clock,
    );
  }

  add(tried: Tried): void {
    if (this.#isClosed) return;
    this.#options.attempts?.tried(tried.mail, tried.outcome.outcome);
    this.#gathered.push(tried);
    if (this.#isFailing) return;
    if (this.#gathered.length >= GATHER_MOST) this.#write();
    // Real time: this is about what a crash may repeat, whatever clock the mails live by.
    else if (this.#gathered.length === 1)
      this.#cancelTimer = systemClock.after(GATHER_MS, () => this.#write());
  }

  /** Writes the outcomes that have gathered. */
  flush(): void {
    if (!this.#isFailing) this.#write();
  }

  /** Resolves once all outcomes so far are on record. */
  written(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#gathered.length === 0) resolve();
      else this.#waiting.push(resolve);
    });
  }

  /** Writes the outcomes that have gathered, and none any more. */
  close(): void {
    this.#write();
    this.#cancelTimer();
    this.#isClosed = true;
  }

  #write(): void {
    const { clock } = this.#options;
    this.#cancelTimer();
    try {
      this.#writeGathered();
      this.#isFailing = false;
      this.#unwritten.ended("", {});
    } catch (error) {
      this.#isFailing = true;
      const mails = this.#gathered.map(({ mail }) => mail.id);
      this.#unwritten.failed("", messageOf(error), { mails, error: messageOf(error) });
      this.#cancelTimer = clock.after(REWRITE_MS, () => this.#write());
      return;
    }
    const calls = this.#waiting;
    this.#waiting = [];
    for (const call of calls) call();
  }

  #writeGathered(): void {
    const { outbox, onFailed } = this.#options;
    const outcomes = this.#gathered.map(({ outcome }) => outcome).filter(isForOutbox);
    if (outcomes.length > 0) outbox.record(outcomes);
    this.#gathered = this.#gathered.filter(({ outcome }) => !isForOutbox(outcome));
    for (let next = this.#gathered[0]; next; next = this.#gathered[0]) {
      const { mail, outcome } = next;
      if (!isForOutbox(outcome)) onFailed(mail, outcome.outcome, outcome.answer);
      this.#gathered.shift();
    }
  }
}

function isForOutbox(outcome: Tried["outcome"]): outcome is MailOutcome {
  return outcome.outcome === "sent" || outcome.outcome === "postponed";
}
