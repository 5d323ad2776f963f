/** Outcomes of mails, for people: counts, the mails that were given up, the mails of one alert with their attempts. */
import type { DeliveryAttempt } from "../model/mail.ts";
import type { Database } from "./database.ts";
import { createDeliveryAttempts } from "./delivery-attempts.ts";
import { readable } from "./sqlite-error.ts";

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
  /** Counts the mails that are still kept. */
  counts(): MailCounts;
  /** The latest first. */
  deadLetters(limit: number): DeadLetter[];
  /** Reads the mails of an alert in the order in which they were queued. */
  ofAlert(alertSeq: number): Delivery[];
}

export function createDeliveries(db: Database): Deliveries {
  const counts = db.prepare<[], { state: keyof MailCounts; mails: number }>(
    "SELECT state, count(*) AS mails FROM outbox GROUP BY state",
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
    counts() {
      const known = new Map((readable(() => counts.all()) ?? []).map(({ state, mails }) => [state, mails]));
      return {
        waiting: known.get("waiting") ?? 0,
        sent: known.get("sent") ?? 0,
        failed: known.get("failed") ?? 0,
      };
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
