/** The news of a mail that is given up: committed together with the end of the mail. */
import type { LogEntry } from "../model/event.ts";
import type { Alert, MailFailure } from "../model/items.ts";
import type { LogReader } from "../model/log.ts";
import type { OutboxMail } from "../model/mail.ts";
import type { Change } from "../pipeline/diff.ts";

export interface GivenUp {
  readonly mail: OutboxMail;
  readonly reason: MailFailure["reason"];
  /** The mail server's last answer. */
  readonly error: string;
  /** ms since 1970. */
  readonly at: number;
}

export function givenUpChange({ mail, reason, error, at }: GivenUp, log: LogReader): Change {
  const alert = alertOf(mail, log);
  const now: MailFailure = {
    alert: alert?.event.id ?? "",
    rule: (alert?.event.data.now as Alert | undefined)?.rule ?? "",
    title: (alert?.event.data.now as Alert | undefined)?.title ?? mail.subject,
    address: mail.address,
    reason,
    message: error,
    attempts: mail.attempts + 1,
  };
  const subject = alert?.event.subject ?? mail.address;
  return {
    drafts: [{ type: "mail.failed", source: "/outputs/email", subject, data: { now } }],
    batch: { failedMails: [{ id: mail.id, reason, error, at }] },
  };
}

/** Undefined once the alert is older than what is kept. */
function alertOf({ alertSeq }: OutboxMail, log: LogReader): LogEntry | undefined {
  const [entry] = log.read(alertSeq - 1, 1);
  return entry?.seq === alertSeq ? { seq: entry.seq, event: JSON.parse(entry.json) } : undefined;
}
