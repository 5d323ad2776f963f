/**
 * Outcomes of mails, for people: counts, mails that were given up, and the mails of one alert with each attempt.
 */
import type { DeliveryAttempt } from "../../model/mail.ts";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import { sumOf } from "./sealed-tables.ts";

interface MailCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
}

/** A mail that was given up. */
interface DeadLetter {
  readonly id: number;
  readonly alertSeq: number;
  readonly address: string;
  readonly subject: string;
  readonly reason: "refused" | "expired";
  /** The mail server's last answer. */
  readonly error: string;
  readonly attempts: number;
  /** ms since 1970. */
  readonly failedAt: number;
}

/** A mail of an alert. */
interface Delivery {
  readonly address: string;
  readonly subject: string;
  readonly state: "waiting" | "sent" | "failed";
  /** Number of attempts; those of versions that did not keep them one by one have no record. */
  readonly attempts: number;
  /** ms since 1970, as the others. */
  readonly queuedAt: number;
  /** Time of the next attempt, if the mail waits. */
  readonly nextAt?: number;
  readonly tries: readonly DeliveryAttempt[];
}

export interface Deliveries {
  /** Counts the mails that are still kept, of all outputs or of one. */
  counts(output?: string): MailCounts;
  /** The latest first. */
  deadLetters(limit: number): DeadLetter[];
  /** Reads the mails of an alert in the order in which they were queued. */
  ofAlert(alertSeq: number): Delivery[];
}

export function createDeliveries(db: Database): Deliveries {
  const counts = db.prepare<[], { output: string; state: keyof MailCounts; mails: number }>(
    "SELECT output, state, count(*) AS mails FROM outbox GROUP BY output, state",
  );
  const dead = db.prepare<[number], DeadLetter>(
    `SELECT id, alert_seq AS alertSeq, address, subject, reason, last_error AS error, attempts,
       ended_at AS failedAt
     FROM outbox WHERE state = 'failed' ORDER BY ended_at DESC, id DESC LIMIT ?`,
  );
  const ofAlert = db.prepare<[number], Omit<Delivery, "tries" | "nextAt"> & { id: number; nextAt: number }>(
    `SELECT id, address, subject, state, attempts, queued_at AS queuedAt, next_at AS nextAt
     FROM outbox WHERE alert_seq = ? ORDER BY id`,
  );
  const attempts = createDeliveryAttempts(db);
  return {
    counts(output) {
      const totals = { waiting: 0, sent: 0, failed: 0 };
      for (const row of readable(() => counts.all()) ?? [])
        if (row.output === (output ?? row.output)) totals[row.state] += row.mails;
      return totals;
    },
    deadLetters: (limit) => dead.all(limit),
    ofAlert: (alertSeq) =>
      ofAlert.all(alertSeq).map(({ id, nextAt, ...mail }) => ({
        ...mail,
        ...(mail.state === "waiting" ? { nextAt } : {}),
        tries: attempts.of(id),
      })),
  };
}

/** Table delivery_attempts: each attempt at each mail, with what the mail server answered. Goes with its mail. */
export interface DeliveryAttemptsTable {
  put(mailId: number, attempt: DeliveryAttempt): void;
  /** Reads the attempts at a mail in the order in which they were made. */
  of(mailId: number): DeliveryAttempt[];
}

const longestAnswer = 500;

export function createDeliveryAttempts(db: Database): DeliveryAttemptsTable {
  // A damaged row says nothing.
  const whole = `sum = ${sumOf("delivery_attempts")}`;
  const put = db.prepare<[number, number, string, string]>(
    "INSERT INTO delivery_attempts (mail_id, at, outcome, answer) VALUES (?, ?, ?, ?)",
  );
  const of = db.prepare<[number], DeliveryAttempt>(
    `SELECT at, outcome, answer FROM delivery_attempts WHERE ${whole} AND mail_id = ? ORDER BY id`,
  );
  return {
    put: (mailId, { at, outcome, answer }) => void put.run(mailId, at, outcome, cut(answer)),
    of: (mailId) => of.all(mailId),
  };
}

function cut(answer: string): string {
  return answer.length <= longestAnswer ? answer : `${answer.slice(0, longestAnswer)}…`;
}
