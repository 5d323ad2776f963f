/** Table delivery_attempts: each attempt at each mail, with what the mail server answered. Goes with its mail. */
import type { DeliveryAttempt } from "../model/mail.ts";
import type { Database } from "./database.ts";
import { sumOf } from "./sealed-tables.ts";

export interface DeliveryAttemptsTable {
  put(mailId: number, attempt: DeliveryAttempt): void;
  /** Reads the attempts at a mail in the order in which they were made. */
  of(mailId: number): DeliveryAttempt[];
}

const longestAnswer = 500;

export function createDeliveryAttempts(db: Database): DeliveryAttemptsTable {
  // What is damaged says nothing.
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
