/** Batches, entries and mails to write into a store. */
import type { CommitBatch, HoldEnd, SourceWrite } from "../../src/model/commit.ts";
import { type EventDraft, type LogEntry, numbered } from "../../src/model/event.ts";
import type { QueuedMail } from "../../src/model/mail.ts";
import type { Store } from "../../src/store/store.ts";

export const noon = Date.parse("2026-11-20T03:00:00.000Z");

export function batch(more: Partial<CommitBatch>): CommitBatch {
  return { entries: [], cooldowns: [], mails: [], ...more };
}

export function sourceWrite(more: Partial<SourceWrite> = {}): SourceWrite {
  return { name: "margin-alerts", put: [], drop: [], outage: null, attemptAt: noon, ...more };
}

/** Lets all that is kept apart of a source leave, part by part. Answers how many parts it were. */
export function leave(store: Store, end: HoldEnd, more: Partial<SourceWrite> = {}): number {
  const { name } = sourceWrite(more);
  for (let parts = 1; ; parts++) {
    const { drafts: _, put, drop, cursor, ...step } = store.heldPart(name);
    const state = end === "taken-back" ? { put: [], drop: [] } : { put, drop, cursor };
    store.commit(batch({ source: sourceWrite({ ...more, ...state, hold: { end, ...step } }) }));
    if (step.isLast) return parts;
  }
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
    receiver: "email:desk",
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
