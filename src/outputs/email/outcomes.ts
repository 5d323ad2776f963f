/**
 * Writes down what became of the mails, many in one transaction. What was answered and is not yet written is sent
 * again after a crash, so it never waits for long, nor are there ever many.
 */
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { MailOutcome, Outbox, OutboxMail } from "../../model/mail.ts";
import { type EmailLog, messageOf, type Tried } from "./attempt.ts";

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
