/** Notes in the program's own log what became of each change: what was committed, the alerts, and failures. */
import type { Clock } from "../../lib/clock.ts";
import { createRepeats, type Log } from "../../lib/log.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { LogEntry } from "../../model/event.ts";
import type { Committed } from "../../pipeline/change.ts";

/** An alert as one line shows it. */
export interface AlertLine {
  readonly seq: number;
  readonly severity: string;
  readonly title: string;
  /** ISO. */
  readonly time: string;
}

export interface OutcomeLog {
  report(committed: Committed): void;
  /** The last few alerts, the newest first. */
  latestAlerts(): readonly AlertLine[];
}

/** A flood of alerts has lines for so many; the others are counted in one. */
const mostLines = 20;
const mostLatest = 3;
const longestTitle = 300;
/** What a change is called that no poll made. */
const itself = "the monitor itself";

export function createOutcomeLog(log: Log, clock?: Pick<Clock, "elapsed">): OutcomeLog {
  const polls = createRepeats(
    log,
    { level: "warn", begins: "the poll failed", ends: "polls succeed again" },
    clock,
  );
  const writes = createRepeats(
    log,
    { level: "error", begins: "the change could not be written", ends: "changes are written again" },
    clock,
  );
  let latest: readonly AlertLine[] = [];
  const reportPoll = ({ change: { poll, failure } }: Committed): void => {
    if (poll === undefined) return;
    const source = poll.watched.source.name;
    if (failure === undefined) polls.ended(source, { source });
    else {
      const { reason, message, status } = failure;
      polls.failed(source, reason, { source, reason, status, message });
    }
  };
  return {
    report(committed) {
      const { change, written, error } = committed;
      const source = change.poll?.watched.source.name;
      if (error) {
        writes.failed(source ?? itself, error.message, { source, error: error.message });
        return;
      }
      writes.ended(source ?? itself, { source });
      reportPoll(committed);
      if (change.drafts.length > 0) log.info({ source, events: countedTypes(change.drafts) }, "committed");
      const told = (written?.entries ?? []).flatMap(alertOf);
      for (const { line, fields } of told.slice(0, mostLines)) log.info(fields, line.title);
      if (told.length > mostLines) log.info({ alerts: told.length - mostLines }, "and further alerts");
      if (told.length > 0)
        latest = [...told.map(({ line }) => line).reverse(), ...latest].slice(0, mostLatest);
    },
    latestAlerts: () => latest,
  };
}

function countedTypes(drafts: Committed["change"]["drafts"]): Record<string, number> {
  const events: Record<string, number> = {};
  for (const { type } of drafts) events[type] = (events[type] ?? 0) + 1;
  return events;
}

function alertOf({ seq, event }: LogEntry): { line: AlertLine; fields: object }[] {
  if (event.type !== "alert.fired") return [];
  const { title, rule, severity } = event.data.now as Record<"title" | "rule" | "severity", string>;
  const line = { seq, severity, title: tameLine(title, longestTitle), time: event.time };
  return [{ line, fields: { alert: seq, severity, rule, subject: event.subject } }];
}
