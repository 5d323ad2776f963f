/** Reads the log as the rules saw it: the entries of each commit, without the alerts that followed. */
import type { LogEntry } from "../../model/event.ts";
import type { LogReader } from "../../model/log.ts";

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
 * The entries that stand on the log now, in order; what a monitor commits meanwhile is left for another time. No rule
 * is about an alert.
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
      const time = entry?.event.time ?? timeIn(json);
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

const mark = '"time":"';

/** An event's own time stands before its data, and in a text the quotes would be escaped. */
function timeIn(json: string): string {
  const from = json.indexOf(mark) + mark.length;
  return json.slice(from, json.indexOf('"', from));
}
