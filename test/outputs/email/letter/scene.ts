/** An alert with its cause, as they stand on the log. */
import { builtInTypes } from "../../../../src/app/files/event-types.ts";
import { type Event, type EventDraft, type LogEntry, numbered } from "../../../../src/model/event.ts";
import type { Alert } from "../../../../src/model/news-items.ts";

const time = "2026-11-20T08:31:02.123Z";

export const position = {
  code: "9901",
  name: "架空電機",
  seller: "Lantern Capital",
  ratio: 1.12,
  shares: 3_640_000,
  calculatedOn: "2026-11-18",
  disclosedOn: "2026-11-19",
};

export const settings = { from: "Yagura <yagura@example.com>", simulated: false, types: builtInTypes };

export function causeOf(more: Partial<EventDraft> = {}): Event {
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
  return numbered(draft, { epoch: "0a1b", seq: 7, time }).event;
}

export function alertOf(more: Partial<Alert> = {}, cause = causeOf()): LogEntry {
  const { id, type, source, subject } = cause;
  const now: Alert = {
    rule: "grown-short",
    key: "9901",
    severity: "info",
    title: "Lantern Capital is short 1.12 % of 架空電機 (9901)",
    body: "Calculated 2026-11-18.",
    labels: {},
    recipients: ["email:desk"],
    cause: { seq: 7, id, type, source, subject },
    ...more,
  };
  const draft: EventDraft = { type: "alert.fired", source: "/rules/grown-short", subject, data: { now } };
  return numbered(draft, { epoch: "0a1b", seq: 8, time });
}
