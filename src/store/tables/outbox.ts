/** Table outbox: the mails to send, and what became of them, each attempt in table delivery_attempts. */
import type { DeliveryAgain, FailedMail } from "../../model/commit.ts";
import type { MailOutcome, MailRemains, Outbox, OutboxMail, QueuedMail } from "../../model/mail.ts";
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { corruptAs, readable } from "../sqlite-error.ts";
import { createDeliveryAttempts } from "./deliveries.ts";
import { rowSum, sumOf } from "./sealed-tables.ts";

export interface OutboxTable {
  /** The rows of an output. */
  of(output: string): Outbox;
  queue(mail: QueuedMail, at: number): void;
  failed(mail: FailedMail): void;
  /** Lets one that ended wait to be sent once more. */
  again(delivery: DeliveryAgain): void;
  /** Whether a mail is there, waits to be sent, and never was. */
  waits(id: number): boolean;
  /** Reads what can be read of a damaged mail that waits; empty if nothing can. */
  remains(id: number): MailRemains[];
  /**
   * Deletes those that ended before `time`, with their attempts: as many as have `limit` rows and pages, and one at
   * least where the limit is not 0.
   */
  dropBefore(time: number, limit: number): { readonly mails: number; readonly rows: number };
}

/** @param damaged called with what is found damaged; such mails are not given to be sent */
export function createOutbox(db: Database, damaged: (damage: Damage) => void): OutboxTable {
  const waiting = createWaiting(db, damaged);
  const { record, failed } = createEnding(db);
  const remains = db.prepare<[number], MailRemains>(
    `SELECT output, alert_seq AS alertSeq, address, sender AS "from", message_id AS messageId, subject, attempts,
       message FROM outbox WHERE id = ? AND state = 'waiting'`,
  );
  // One that is sent again waits, too.
  const waits = db
    .prepare<[number], number>(
      `SELECT count(*) FROM outbox WHERE id = ? AND state = 'waiting' AND NOT EXISTS (
         SELECT 1 FROM delivery_attempts WHERE mail_id = outbox.id AND outcome = 'sent')`,
    )
    .pluck();
  const again = db.prepare<{ id: number; at: number }>(
    `UPDATE outbox SET state = 'waiting', attempts = 0, next_at = @at, queued_at = @at, ended_at = NULL,
       reason = NULL, last_error = NULL WHERE id = @id AND state <> 'waiting'`,
  );
  return {
    of: (output) => ({ ...waiting(output), record }),
    queue: createQueue(db),
    failed,
    again: ({ id, at }) => void again.run({ id, at }),
    waits: (id) => waits.get(id) === 1,
    remains: (id) => readable(() => remains.all(id)) ?? [],
    dropBefore: aging(db),
  };
}

function aging(db: Database): OutboxTable["dropBefore"] {
  const ended = db.prepare<[number, number], { id: number; rows: number }>(
    `SELECT id, 1 + attempts
       + (octet_length(text) + octet_length(html) + ifnull(octet_length(bytes), 0)) / ${pageBytes} AS rows
     FROM outbox WHERE state <> 'waiting' AND ended_at < ? ORDER BY ended_at LIMIT ?`,
  );
  const drop = db.prepare<[number]>("DELETE FROM outbox WHERE id = ?");
  return (time, limit) => {
    const gone: number[] = [];
    let all = 0;
    for (const { id, rows } of ended.iterate(time, limit)) {
      if (gone.length > 0 && all + rows > limit) break;
      gone.push(id);
      all += rows;
    }
    for (const id of gone) drop.run(id);
    return { mails: gone.length, rows: all };
  };
}

const pageBytes = 4_096;

function createQueue(db: Database): OutboxTable["queue"] {
  const put = db.prepare<
    [
      ...[alertSeq: number, address: string, from: string, messageId: string, date: string, subject: string],
      ...[text: string, html: string, nextAt: number, queuedAt: number, output: string],
      ...[message: string | null, extras: string | null, sum: number],
    ]
  >(
    `INSERT INTO outbox (alert_seq, address, sender, message_id, date, subject, text, html, next_at, queued_at, output,
       message, extras, sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING`,
  );
  return ({ output, alertSeq, address, from, messageId, date, subject, text, html, ...mail }, at) => {
    const letter = [alertSeq, address, from, messageId, date, subject, text, html] as const;
    const extras = mail.extras === undefined ? null : JSON.stringify(mail.extras);
    const about = [output, mail.message ?? null, extras] as const;
    // With what a mail begins with: no bytes, waiting, never tried.
    const sum = rowSum("outbox", ...letter, null, "waiting", 0, at, at, null, null, null, ...about);
    put.run(...letter, at, at, ...about, sum);
  };
}

type Waiting = (output: string) => Omit<Outbox, "record">;

const allMails = { part: "mails", ids: [] } as const;

function createWaiting(db: Database, damaged: (damage: Damage) => void): Waiting {
  // One index, in its own order, finds each address's oldest mail; the rows are read only of those.
  const due = db.prepare<[string, number, string, number], MailRow>(
    `SELECT ${mailColumns} FROM outbox WHERE id IN (
       SELECT min(id) FROM outbox INDEXED BY outbox_waiting
       WHERE state = 'waiting' AND output = ? AND next_at <= ? AND address NOT IN (SELECT value FROM json_each(?))
       GROUP BY address)
     ORDER BY attempts > 0, id LIMIT ?`,
  );
  const dueTo = db.prepare<[string, string, number, number], MailRow>(
    `SELECT ${mailColumns} FROM outbox INDEXED BY outbox_waiting
     WHERE state = 'waiting' AND output = ? AND address = ? AND next_at <= ? ORDER BY id LIMIT ?`,
  );
  const nextDue = db
    .prepare<[string, number], number | null>(
      "SELECT min(next_at) FROM outbox WHERE state = 'waiting' AND output = ? AND next_at > ?",
    )
    .pluck();
  const keep = db.prepare<[Buffer, number]>("UPDATE outbox SET bytes = ? WHERE id = ?");
  const keepBytes = db.transaction((composed: readonly { id: number; bytes: Buffer }[]) => {
    for (const { id, bytes } of composed) keep.run(bytes, id);
  });
  const wholeOnes = (read: () => MailRow[]): OutboxMail[] => {
    const rows = corruptAs(damaged, allMails, read) ?? [];
    const ids = rows.filter(({ whole }) => whole !== 1).map(({ id }) => id);
    if (ids.length > 0) damaged({ part: "mails", ids });
    return rows.filter(({ whole }) => whole === 1).map(mailOf);
  };
  return (output) => ({
    due: (now, limit, busy) => wholeOnes(() => due.all(output, now, JSON.stringify(busy), limit)),
    dueTo: (address, now, limit) => wholeOnes(() => dueTo.all(output, address, now, limit)),
    nextDue: (now) => corruptAs(damaged, allMails, () => nextDue.get(output, now)) ?? undefined,
    keepBytes: keepBytes.immediate,
  });
}

function createEnding(db: Database): Pick<OutboxTable, "failed"> & Pick<Outbox, "record"> {
  // A mail that was sent keeps its words, not its bytes; one that failed keeps both, for whoever looks into it.
  const sent = db.prepare<[number, number]>(
    `UPDATE outbox SET state = 'sent', attempts = attempts + 1, ended_at = ?, bytes = NULL, last_error = NULL
     WHERE id = ? AND state = 'waiting'`,
  );
  const postponed = db.prepare<[number, string, number]>(
    `UPDATE outbox SET attempts = attempts + 1, next_at = ?, last_error = ? WHERE id = ? AND state = 'waiting'`,
  );
  const failed = db.prepare<[number, string, string, number]>(
    `UPDATE outbox SET state = 'failed', attempts = attempts + 1, ended_at = ?, reason = ?, last_error = ?
     WHERE id = ? AND state = 'waiting'`,
  );
  const attempts = createDeliveryAttempts(db);
  // Each outcome with its attempt, or neither.
  const end = (mail: MailOutcome): number =>
    mail.outcome === "sent"
      ? sent.run(mail.at, mail.id).changes
      : postponed.run(mail.retryAt, mail.answer, mail.id).changes;
  const record = db.transaction((outcomes: readonly MailOutcome[]) => {
    for (const mail of outcomes) if (end(mail) > 0) attempts.put(mail.id, mail);
  });
  return {
    record: record.immediate,
    failed({ id, reason, error, at }) {
      if (failed.run(at, reason, error, id).changes === 0) throw new Error(`mail ${id} is not waiting`);
      attempts.put(id, { at, outcome: reason === "gone" ? "refused" : reason, answer: error });
    },
  };
}

/** Columns of a mail, and whether its row is whole. */
const mailColumns = `${sumOf("outbox")} IS sum AS whole, id, alert_seq AS alertSeq, address, sender, message_id AS messageId, date, subject,
  text, html, bytes, attempts, queued_at AS queuedAt, message, extras`;

interface MailRow {
  /** 1: it is. */
  whole: number;
  id: number;
  alertSeq: number;
  address: string;
  sender: string;
  messageId: string;
  date: string;
  subject: string;
  text: string;
  html: string;
  bytes: Buffer | null;
  attempts: number;
  queuedAt: number;
  message: string | null;
  /** JSON. */
  extras: string | null;
}

function mailOf({ whole: _, sender, bytes, message, extras, ...row }: MailRow): OutboxMail {
  return {
    ...row,
    from: sender,
    ...(message === null ? {} : { message }),
    ...(extras === null ? {} : { extras: JSON.parse(extras) }),
    ...(bytes === null ? {} : { bytes }),
  };
}
