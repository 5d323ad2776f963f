/** Batches, entries and mails to write into a store. */
import type { CommitBatch, SourceWrite } from "../../src/model/commit.ts";
import { type EventDraft, type LogEntry, numbered } from "../../src/model/event.ts";
import type { QueuedMail } from "../../src/model/mail.ts";

export const noon = Date.parse("2026-11-20T03:00:00.000Z");

export function batch(more: Partial<CommitBatch>): CommitBatch {
  return { entries: [], cooldowns: [], mails: [], ...more };
}

export function sourceWrite(more: Partial<SourceWrite> = {}): SourceWrite {
  return { name: "margin-alerts", put: [], drop: [], outage: null, attemptAt: noon, ...more };
}

export function entry(seq: number, more: Partial<EventDraft> = {}, time = noon): LogEntry {
  const draft: EventDraft = {
    type: "margin.alert.added",
    source: "/sources/margin-alerts",
    subject: "9901",
    data: { now: { code: "9901", publishedOn: "2026-11-20" } },
    ...more,
  };
  return numbered(draft, { epoch: "e", seq, time: new Date(time).toISOString() });
}

export function mail(
  alertSeq: number,
  address = "desk@example.com",
  more: Partial<QueuedMail> = {},
): QueuedMail {
  return {
    output: "email",
    alertSeq,
    address,
    from: "Yagura <yagura@example.com>",
    messageId: `<${alertSeq}.${address}>`,
    date: "2026-11-20T03:00:00.000Z",
    subject: "[Yagura] 信用取引",
    text: "text",
    html: "<p>html</p>",
    ...more,
  };
}
