/**
 * Writes the outcomes of mails, many in one transaction. A mail that was answered and is not yet on record is sent again
 * after a crash, so none waits for long, nor are there ever many.
 */
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { MailOutcome, Outbox, OutboxMail } from "../../model/mail.ts";
import { type EmailLog, messageOf, type Tried } from "./attempt.ts";

/** Commits the end of a mail that is given up, with the news of it. */
export type OnFailed = (mail: OutboxMail, reason: "refused" | "expired", error: string) => void;

export interface OutcomesOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly onFailed: OnFailed;
  readonly log: EmailLog;
}

const GATHER_MS = 100;
const GATHER_MOST = 50;
/** Time until outcomes that could not be written are written again. */
export const REWRITE_MS = 5_000;

export class Outcomes {
  readonly #options: OutcomesOptions;
  #gathered: Tried[] = [];
  #waiting: (() => void)[] = [];
  #isFailing = false;
  #isClosed = false;
  #cancelTimer = () => {};

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  add(tried: Tried): void {
    if (this.#isClosed) return;
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
    const { clock, log } = this.#options;
    this.#cancelTimer();
    try {
      this.#writeGathered();
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      const mails = this.#gathered.map(({ mail }) => mail.id);
      log.error({ mails, error: messageOf(error) }, "the outcome of mails cannot be written");
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
