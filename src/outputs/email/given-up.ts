/** The news of a mail that is given up, or damaged: committed together with the end of the mail. */
import type { FailedMail } from "../../model/commit.ts";
import type { EventDraft, LogEntry, LogReader } from "../../model/event.ts";
import type { MailRemains, OutboxMail } from "../../model/mail.ts";
import type { Alert, MailFailure } from "../../model/news-items.ts";
import type { OutputNews } from "../output.ts";
import { messageIdOf } from "./headers.ts";

export interface GivenUp {
  readonly mail: OutboxMail;
  readonly reason: FailedMail["reason"];
  /** The mail server's last answer. */
  readonly error: string;
  /** ms since 1970. */
  readonly at: number;
}

export function givenUpNews({ mail, reason, error, at }: GivenUp, log: LogReader): OutputNews {
  const attempts = mail.attempts + 1;
  return {
    drafts: [failureNews(mail, { reason, message: error, attempts }, alertOf(mail, log))],
    batch: { failedMails: [{ id: mail.id, reason, error, at }] },
  };
}

/** The news of damaged mails whose alert and address are known by their Message-ID. */
export function damagedMails(mails: readonly MailRemains[], log: LogReader): EventDraft[] {
  return mails.flatMap((mail) => {
    const alert = alertOf(mail, log);
    if (alert === undefined) return [];
    const name = mail.message ?? alert.event.id;
    if (messageIdOf(name, mail.address, mail.from) !== mail.messageId) return [];
    const message = "It was damaged in the database and is not sent.";
    return [failureNews(mail, { reason: "damaged", message, attempts: mail.attempts }, alert)];
  });
}

function failureNews(
  mail: Pick<OutboxMail, "address" | "subject">,
  why: Pick<MailFailure, "reason" | "message" | "attempts">,
  alert: LogEntry | undefined,
): EventDraft {
  const told = alert?.event.data.now as Alert | undefined;
  const now: MailFailure = {
    alert: alert?.event.id ?? "",
    rule: told?.rule ?? "",
    title: told?.title ?? mail.subject,
    address: mail.address,
    ...why,
  };
  const subject = alert?.event.subject ?? mail.address;
  return { type: "mail.failed", source: "/outputs/email", subject, data: { now } };
}

/** The alert of a mail; undefined once it is older than what is kept. */
function alertOf({ alertSeq }: Pick<OutboxMail, "alertSeq">, log: LogReader): LogEntry | undefined {
  const [entry] = log.read(alertSeq - 1, 1);
  return entry?.seq === alertSeq ? { seq: entry.seq, event: JSON.parse(entry.json) } : undefined;
}
