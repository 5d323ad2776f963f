/** What became of the mails, for people: counts, and the dead letters. Reads table outbox. */
import type { Database } from "./database.ts";

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

export interface Deliveries {
  /** Of the mails that are still kept. */
  counts(): MailCounts;
  /** The latest first. */
  deadLetters(limit: number): DeadLetter[];
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
  return {
    counts() {
      const known = new Map(counts.all().map(({ state, mails }) => [state, mails]));
      return {
        waiting: known.get("waiting") ?? 0,
        sent: known.get("sent") ?? 0,
        failed: known.get("failed") ?? 0,
      };
    },
    deadLetters: (limit) => dead.all(limit),
  };
}
