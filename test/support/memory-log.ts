/** A log in memory, for tests of what reads one. */
import { type EventDraft, type LogReader, numbered, type StoredEntry } from "../../src/model/event.ts";

export class MemoryLog implements LogReader {
  readonly epoch: string;
  /** How often `read` was called. */
  reads = 0;
  #entries: StoredEntry[] = [];
  #head = 0;

  constructor(epoch = "epoch-1") {
    this.epoch = epoch;
  }

  head(): number {
    return this.#head;
  }

  oldest(): number {
    return this.#entries[0]?.seq ?? this.#head + 1;
  }

  read(after: number, limit: number): StoredEntry[] {
    this.reads += 1;
    const start = Math.max(0, after - this.oldest() + 1);
    return this.#entries.slice(start, start + limit);
  }

  append(...drafts: EventDraft[]): void {
    for (const draft of drafts) {
      this.#head += 1;
      const place = { epoch: this.epoch, seq: this.#head, time: "2026-11-20T08:31:02.123Z" };
      const { type, subject } = draft;
      const json = JSON.stringify(numbered(draft, place).event);
      this.#entries.push({ seq: this.#head, type, subject, json });
    }
  }

  /** Forgets every entry before `seq`. */
  pruneBefore(seq: number): void {
    this.#entries = this.#entries.filter((entry) => entry.seq >= seq);
  }
}

/** An alert about a stock, by default a warning; `padding` makes it larger. */
export function alertDraft(subject: string, more: { severity?: string; padding?: number } = {}): EventDraft {
  const { severity = "warning", padding = 0 } = more;
  const now = { rule: "made-up", severity, title: `櫓 ${subject}`, body: "x".repeat(padding) };
  return { type: "alert.fired", source: "/rules/made-up", subject, data: { now } };
}

/** A comment on a stock. */
export function commentDraft(subject: string, part: number): EventDraft {
  const now = { code: subject, part, body: "text", yes: 0, no: 0 };
  return { type: "forum.comment.posted", source: "/sources/forum-comments", subject, data: { now } };
}
