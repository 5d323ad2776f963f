/** A database with a log of events, written through the store's own commit. */
import { type LogEntry, numbered } from "../../../src/model/event.ts";
import { openStore } from "../../../src/store/store.ts";
import { createDice, createDrafts } from "./events.ts";

const batch = 1_000;

/** Polls of some events each, evenly over the span. Both ends ms since 1970. */
export function fillLog(path: string, count: number, { from, to }: { from: number; to: number }): void {
  const dice = createDice(7);
  const draft = createDrafts(dice);
  const store = openStore(path, { now: () => to, epoch: () => "bench" });
  let left = 0;
  let at = from;
  for (let seq = 1; seq <= count; ) {
    const entries: LogEntry[] = [];
    for (; entries.length < batch && seq <= count; seq += 1, left -= 1) {
      if (left <= 0) {
        left = 1 + Math.floor(dice() * 7);
        at = Math.round(from + ((to - from) * seq) / count);
      }
      entries.push(numbered(draft(at), { epoch: "bench", seq, time: new Date(at).toISOString() }));
    }
    store.commit({ entries, cooldowns: [], mails: [] });
  }
  store.close();
}
