/** The log as the rules saw it: what each commit brought, without the alerts that came of it. */
import type { LogEntry } from "../../model/event.ts";
import type { LogReader } from "../../model/log.ts";

const pageSize = 2_000;

/**
 * What was committed together has one time. The entries that stand on the log now, in order; what a monitor commits
 * meanwhile is left for another time. No rule is about an alert.
 */
export function* readCommits(log: LogReader): Generator<LogEntry[], void, void> {
  const last = log.head();
  let commit: LogEntry[] = [];
  for (let after = log.oldest() - 1; after < last; ) {
    const page = log.read(after, Math.min(pageSize, last - after));
    for (const { seq, type, json } of page) {
      if (seq > last) break;
      if (type === "alert.fired" || type === "alert.resolved") continue;
      const entry: LogEntry = { seq, event: JSON.parse(json) };
      if (commit[0] !== undefined && commit[0].event.time !== entry.event.time) {
        yield commit;
        commit = [];
      }
      commit.push(entry);
    }
    after = page.at(-1)?.seq ?? last;
  }
  if (commit.length > 0) yield commit;
}
