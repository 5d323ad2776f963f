/** The news of a delivery that is given up, or damaged: committed together with the end of the delivery. */
import type { FailedMail } from "../../model/commit.ts";
import type { EventDraft, LogEntry, LogReader } from "../../model/event.ts";
import type { LostType } from "../../model/event-types.ts";
import type { MailRemains, OutboxMail } from "../../model/mail.ts";
import type { Alert, MailFailure } from "../../model/news-items.ts";
import type { OutputNews } from "../output.ts";

/** The output whose deliveries they are, as its news says it. */
export interface LosingOutput {
  readonly name: string;
  readonly failure: LostType;
  /** The messageId that the output makes of the name of a message. */
  messageIdOf(name: string, address: string, from: string): string;
}

export interface GivenUp {
  readonly mail: OutboxMail;
  readonly reason: Exclude<FailedMail["reason"], "gone">;
  /** The server's last answer. */
  readonly error: string;
  /** ms since 1970. */
  readonly at: number;
}

export function givenUpNews(
  output: LosingOutput,
  { mail, reason, error, at }: GivenUp,
  log: LogReader,
): OutputNews {
  const attempts = mail.attempts + 1;
  return {
    drafts: [failureNews(output, mail, { reason, message: error, attempts }, alertOf(mail, log))],
    batch: { failedMails: [{ id: mail.id, reason, error, at }] },
  };
}

/** The news of damaged deliveries whose alert and address are known by their messageId. */
export function damagedNews(
  output: LosingOutput,
  mails: readonly MailRemains[],
  log: LogReader,
): EventDraft[] {
  return mails.flatMap((mail) => {
    const alert = alertOf(mail, log);
    if (alert === undefined) return [];
    const name = mail.message ?? alert.event.id;
    if (output.messageIdOf(name, mail.address, mail.from) !== mail.messageId) return [];
    const message = "It was damaged in the database and is not sent.";
    return [failureNews(output, mail, { reason: "damaged", message, attempts: mail.attempts }, alert)];
  });
}

function failureNews(
  { name, failure }: LosingOutput,
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
  return { type: failure, source: `/outputs/${name}`, subject, data: { now } };
}

/** The alert of a mail; undefined once it is older than what is kept. */
function alertOf({ alertSeq }: Pick<OutboxMail, "alertSeq">, log: LogReader): LogEntry | undefined {
  const [entry] = log.read(alertSeq - 1, 1);
  return entry?.seq === alertSeq ? { seq: entry.seq, event: JSON.parse(entry.json) } : undefined;
}
