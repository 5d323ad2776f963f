/** The mails of a life, each with the alert that it is about. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { messageIdOf } from "../../../src/outputs/email/headers.ts";
import { from, recipient } from "./plan.ts";

export interface SentMail extends Pick<Alert, "rule" | "severity"> {
  /** When its alert was given, ms since 1970. */
  readonly at: number;
  readonly address: string;
  /** seq of the event that it tells. */
  readonly cause: number;
  readonly subject: string;
  readonly title: string;
}

/** @param outbox folder of .eml files */
export async function readMails(outbox: string, log: readonly LogEntry[]): Promise<SentMail[]> {
  const alerts = new Map(
    log.flatMap(({ event }) =>
      event.type === "alert.fired" ? [[messageIdOf(event.id, recipient, from), event] as const] : [],
    ),
  );
  const names = readdirSync(outbox).filter((name) => name.endsWith(".eml"));
  return Promise.all(
    names.map(async (name) => {
      const {
        messageId = "",
        to,
        subject: title = "",
      } = await PostalMime.parse(readFileSync(join(outbox, name)));
      const event = alerts.get(messageId);
      if (event === undefined) throw new Error(`no alert has the mail ${messageId}`);
      const { rule, severity, cause } = event.data.now as unknown as Alert;
      const address = to?.[0]?.address ?? "";
      const at = Date.parse(event.time);
      return { rule, severity, address, at, cause: cause.seq, subject: event.subject, title };
    }),
  );
}
