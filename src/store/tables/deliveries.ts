/**
 * Outcomes of mails, for people: counts, mails that were given up, and the mails of one alert with each attempt.
 */
import type { DeliveryAttempt } from "../../model/mail.ts";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import type { NoticesTable } from "./notices.ts";
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
  readonly reason: "refused" | "expired" | "gone";
  /** The mail server's last answer. */
  readonly error: string;
  readonly attempts: number;
  /** ms since 1970. */
  readonly failedAt: number;
}

/** A mail of an alert. */
interface Delivery {
  readonly address: string;
  /** Name of the notification that it is a mail of; absent: of none. */
  readonly message?: string;
  /** Names of other notifications, of receivers with this address, that it tells as well; absent: of none. */
  readonly also?: readonly string[];
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

interface DeliveryRow extends Omit<Delivery, "tries" | "nextAt" | "message" | "also"> {
  readonly id: number;
  readonly nextAt: number;
  readonly message: string | null;
  /** JSON. */
  readonly also: string | null;
}

/** No entry has this number. */
const noAlert = 0;

export interface Deliveries {
  /** Counts the mails of all outputs that are still kept, one by one. */
  counts(): MailCounts;
  /** Counts those of an output that wait and that were given up, by an index: most that are kept were sent. */
  unsent(output: string): Omit<MailCounts, "sent">;
  /**
   * Why messages do not get through: one waits since a moment (ms since 1970) or longer, or after two attempts at least,
   * since a first one is often put off for minutes, or the one that ended last was given up. Undefined where all got through.
   */
  trouble(waitingSince: number): "postponed" | "given-up" | undefined;
  /** The latest first. */
  deadLetters(limit: number): DeadLetter[];
  /** Reads the mails of an alert, and those that told it together with others, in the order in which they were queued. */
  ofAlert(alertSeq: number): Delivery[];
  /** Reads the mails of a notification in the order in which they were queued. */
  ofMessage(name: string): Delivery[];
}

export function createDeliveries(db: Database, notices: Pick<NoticesTable, "ofAlert">): Deliveries {
  const counts = db.prepare<[], { state: keyof MailCounts; mails: number }>(
    "SELECT state, count(*) AS mails FROM outbox GROUP BY state",
  );
  const inState = db
    .prepare<[string, keyof MailCounts], number>("SELECT count(*) FROM outbox WHERE output = ? AND state = ?")
    .pluck();
  const dead = db.prepare<[number], DeadLetter>(
    `SELECT id, alert_seq AS alertSeq, address, subject, reason, last_error AS error, attempts,
       ended_at AS failedAt
     FROM outbox WHERE state = 'failed' ORDER BY ended_at DESC, id DESC LIMIT ?`,
  );
  // A damaged row may have anything.
  const also = "CASE WHEN json_valid(extras) THEN json_extract(extras, '$.also') END";
  // Three indexes, one each.
  const found = db.prepare<{ alertSeq: number; names: string }, DeliveryRow>(
    `SELECT id, address, subject, state, attempts, queued_at AS queuedAt, next_at AS nextAt, message, ${also} AS also
     FROM outbox WHERE id IN (SELECT id FROM outbox WHERE alert_seq = @alertSeq UNION
       SELECT id FROM outbox WHERE message IN (SELECT value FROM json_each(@names)) UNION
       SELECT id FROM outbox WHERE instr(extras, '"also"') > 0 AND EXISTS (
         SELECT 1 FROM json_each(${also}) AS other WHERE other.value IN (SELECT value FROM json_each(@names))))
     ORDER BY id`,
  );
  const attempts = createDeliveryAttempts(db);
  const mails = (alertSeq: number, messages: readonly string[]): Delivery[] =>
    found
      .all({ alertSeq, names: JSON.stringify(messages) })
      .map(({ id, nextAt, message, also, ...mail }) => ({
        ...mail,
        ...(message === null ? {} : { message }),
        ...(also === null ? {} : { also: JSON.parse(also) }),
        ...(mail.state === "waiting" ? { nextAt } : {}),
        tries: attempts.of(id),
      }));
  return {
    counts() {
      const totals = { waiting: 0, sent: 0, failed: 0 };
      for (const { state, mails } of readable(() => counts.all()) ?? []) totals[state] = mails;
      return totals;
    },
    unsent(output) {
      const count = (state: keyof MailCounts) => readable(() => inState.get(output, state)) ?? 0;
      return { waiting: count("waiting"), failed: count("failed") };
    },
    trouble: findingTrouble(db),
    deadLetters: (limit) => dead.all(limit),
    ofAlert: (alertSeq) =>
      mails(
        alertSeq,
        notices.ofAlert(alertSeq).flatMap(({ message }) => message ?? []),
      ),
    ofMessage: (name) => mails(noAlert, [name]),
  };
}

function findingTrouble(db: Database): Deliveries["trouble"] {
  const postponed = db
    .prepare<[number], number>(
      "SELECT EXISTS (SELECT 1 FROM outbox WHERE state = 'waiting' AND (attempts > 1 OR queued_at <= ?))",
    )
    .pluck();
  const lastEnded = db
    .prepare<[], string>(
      "SELECT state FROM outbox WHERE state <> 'waiting' AND reason IS NOT 'gone' ORDER BY ended_at DESC, id DESC LIMIT 1",
    )
    .pluck();
  return (waitingSince) => {
    if (readable(() => postponed.get(waitingSince)) === 1) return "postponed";
    return readable(() => lastEnded.get()) === "failed" ? "given-up" : undefined;
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
