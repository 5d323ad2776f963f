/** Alerts with their causes, as they stand on the log, and mails about them. */
import { builtInTypes } from "../../../src/files/event-types.ts";
import { type Event, type EventDraft, type LogEntry, numbered } from "../../../src/model/event.ts";
import type { MailDraft } from "../../../src/model/mail.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import type { Notification, ToldAlert } from "../../../src/model/notification.ts";
import { mailOf } from "../../../src/outputs/email/member.ts";
import { voiceIn } from "../../../src/outputs/letter/voice.ts";
import type { AskedMessage } from "../../../src/outputs/member.ts";

const time = "2026-11-20T08:31:02.123Z";
export const now = Date.parse(time);
export const from = "Yagura <yagura@example.com>";
export const address = "desk@example.com";
export const voice = voiceIn("en", builtInTypes, now);

export const position = {
  code: "9901",
  name: "架空電機",
  seller: "Lantern Capital",
  ratio: 1.12,
  shares: 3_640_000,
  calculatedOn: "2026-11-18",
  disclosedOn: "2026-11-19",
};

export function causeOf(more: Partial<EventDraft> = {}, seq = 7): Event {
  const draft: EventDraft = {
    type: "short.report.increased",
    source: "/sources/short-sale-reports",
    subject: "9901",
    published: "2026-11-19",
    occurred: "2026-11-18",
    data: {
      now: position,
      was: { ...position, ratio: 0.93, shares: 3_020_000 },
      changed: ["ratio", "shares"],
    },
    ...more,
  };
  return numbered(draft, { epoch: "0a1b", seq, time }).event;
}

interface Place {
  readonly seq?: number;
  readonly at?: string;
  readonly type?: "alert.fired" | "alert.resolved";
  readonly causeSeq?: number;
}

export function alertOf(
  more: Partial<Alert> = {},
  cause = causeOf(),
  { seq = 8, at = time, type = "alert.fired", causeSeq = 7 }: Place = {},
): LogEntry {
  const { id, source, subject, published, occurred } = cause;
  const item: Alert = {
    rule: "grown-short",
    key: subject,
    severity: "info",
    title: "Lantern Capital is short 1.12 % of 架空電機 (9901)",
    body: "Calculated 2026-11-18.",
    labels: {},
    recipients: ["email:desk"],
    cause: { seq: causeSeq, id, type: cause.type, source, subject },
    ...more,
  };
  const times = { ...(published && { published }), ...(occurred && { occurred }) };
  const draft: EventDraft = { type, source: `/rules/${item.rule}`, subject, ...times, data: { now: item } };
  return numbered(draft, { epoch: "0a1b", seq, time: at });
}

/** An alert as a message tells it; the first of its episode. */
export function toldOf(
  entry = alertOf(),
  cause: Event | undefined = causeOf(),
  more: Partial<ToldAlert> = {},
): ToldAlert {
  const { seq } = (entry.event.data.now as unknown as Alert).cause;
  const since = Date.parse(entry.event.time);
  return { entry, cause: cause && { seq, event: cause }, reason: "first", times: 1, since, ...more };
}

export function notificationOf(told: readonly ToldAlert[], more: Partial<Notification> = {}): Notification {
  const name = told[0]?.entry.event.id ?? "none";
  return {
    ...{ kind: "alert", name, receiver: "email:desk", route: "", language: "en", at: now },
    ...{ told, all: told.length },
    ...more,
  };
}

export function askedOf(notification: Notification, more: Partial<AskedMessage> = {}): AskedMessage {
  return {
    ...{ notification, isSimulated: () => false, watchlists: {}, types: builtInTypes },
    monitorUrl: "http://127.0.0.1:8080/",
    ...more,
  };
}

/** The mail about an alert and what caused it. */
export function mailAbout(
  alert: Partial<Alert> = {},
  cause: Partial<EventDraft> = {},
  more: Partial<AskedMessage> = {},
): MailDraft {
  const event = causeOf(cause);
  return mailTo(askedOf(notificationOf([toldOf(alertOf(alert, event), event)]), more));
}

export function mailTo(asked: AskedMessage): MailDraft {
  return mailOf(asked, from, address);
}
