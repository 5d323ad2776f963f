/** Reads a log as rules saw it: commit by commit, without what its replay gives anew. */
import { type Event, type LogEntry, type LogReader, ownText } from "../model/event.ts";

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

/** Types of the answers of people to alerts: no replay gives them anew, and what they change is part of its alerts. */
const answerTypes = new Set(["alert.acknowledged", "alert.resolved", "silence.added", "silence.ended"]);
/** Types of these answers that rules and time bring about as well. */
const againTypes = new Set(["alert.resolved", "silence.ended"]);

/** The answer of a person; undefined where rules or time brought the entry about. */
function answerIn(json: string): Event | undefined {
  const event = JSON.parse(json) as Event;
  return againTypes.has(event.type) && event.data.now.why !== "hand" ? undefined : event;
}

/**
 * Reads the log as the rules saw it: the entries of each commit that stands there now, in order, without the alerts
 * and ends that the same rules and time give anew. What people answered to alerts is always read. What a monitor commits meanwhile is left for another time.
 * @param types of the events that are read; others are counted only, since to parse them takes longest
 */
export function* readCommits(log: LogReader, types: ReadonlySet<string>): Generator<ReadCommit, void, void> {
  const last = log.head();
  let commit: ReadCommit | undefined;
  for (let after = log.oldest() - 1; after < last; ) {
    const page = log.read(after, Math.min(pageSize, last - after));
    for (const { seq, type, json } of page) {
      if (seq > last) break;
      if (type === "alert.fired") continue;
      const answer = answerTypes.has(type) ? answerIn(json) : undefined;
      if (answer === undefined && againTypes.has(type)) continue;
      const event = answer ?? (types.has(type) ? (JSON.parse(json) as Event) : undefined);
      const entry: LogEntry | undefined = event && { seq, event };
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
