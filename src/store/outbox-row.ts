/** A row of table outbox and what it means. */
import type { OutboxMail } from "../model/mail.ts";
import { sumOf } from "./sealed-tables.ts";

/** Columns of a mail, and whether its row is whole. */
export const mailColumns = `${sumOf("outbox")} IS sum AS whole, id, alert_seq AS alertSeq, address, sender, message_id AS messageId, date, subject,
  text, html, bytes, attempts, queued_at AS queuedAt`;

export interface MailRow {
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
}

export function mailOf({ whole: _, sender, bytes, ...row }: MailRow): OutboxMail {
  return { ...row, from: sender, ...(bytes === null ? {} : { bytes }) };
}
