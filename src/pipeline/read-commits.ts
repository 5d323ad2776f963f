/** Reads a log as rules saw it: commit by commit, without the alerts, which its replay gives anew. */
import { type LogEntry, type LogReader, ownText } from "../model/event.ts";

export interface ReadCommit {
  /** The one time of what was committed together, ISO. */
  readonly time: string;
  /** Number of its events. */
  events: number;
  /** The last of them. */
  lastSeq: number;
  /** Entries of the types that were asked for. */
  readonly entries: LogEntry[];
}

const pageSize = 2_000;

/**
 * Reads the log as the rules saw it: the entries of each commit that stands there now, in order, without the alerts,
 * which the same rules give anew. What a monitor commits meanwhile is left for another time.
 * @param types of the events that are read; others are counted only, since to parse them takes longest
 */
export function* readCommits(log: LogReader, types: ReadonlySet<string>): Generator<ReadCommit, void, void> {
  const last = log.head();
  let commit: ReadCommit | undefined;
  for (let after = log.oldest() - 1; after < last; ) {
    const page = log.read(after, Math.min(pageSize, last - after));
    for (const { seq, type, json } of page) {
      if (seq > last) break;
      if (type === "alert.fired" || type === "alert.resolved") continue;
      const entry: LogEntry | undefined = types.has(type) ? { seq, event: JSON.parse(json) } : undefined;
      const time = entry?.event.time ?? ownText(json, "time");
      if (commit?.time !== time) {
        if (commit !== undefined) yield commit;
        commit = { time, events: 0, lastSeq: seq, entries: [] };
      }
      commit.events += 1;
      commit.lastSeq = seq;
      if (entry !== undefined) commit.entries.push(entry);
    }
    after = page.at(-1)?.seq ?? last;
  }
  if (commit !== undefined) yield commit;
}
