/** The alerts that a rule gave, by the events that brought them about. */
import type { LogEntry } from "../../model/event.ts";
import type { StoredEntry } from "../../model/log.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import type { Alert } from "../../model/news-items.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { isTimed } from "../../rules/memory/index.ts";
import { entryOf, type Inquiry } from "./inquiry.ts";
import { ruleLoads } from "./rule-loads.ts";

export interface CausedAlert {
  readonly seq: number;
  readonly type: string;
  readonly title: string;
  readonly time: string;
  /** Reason why its recipients got no mail. */
  readonly unmailed?: UnmailedReason;
  /** seq of the event that brought it about. */
  readonly cause: number;
}

const types = ["alert.fired", "alert.resolved"];
const mostAlerts = 5_000;

/**
 * Finds alerts by their causes, in the order of the log.
 * @param waited seqs of earlier events of which time may make something
 */
export function causedAlerts(
  rule: CompiledRule,
  causes: readonly LogEntry[],
  waited: readonly number[],
  inquiry: Inquiry,
): CausedAlert[] {
  const seqs = new Set([...causes.map(({ seq }) => seq), ...waited]);
  const first = Math.min(...seqs);
  // Of what is timed the alert comes long after its cause; a rule that was edited since may have been another one.
  const isLater = isTimed(rule.over) || ruleLoads(rule.name, first, inquiry).later !== undefined;
  const all = isLater ? alertsAfter(rule, first, inquiry) : alertsWith(rule, causes, inquiry);
  return all.filter(({ cause }) => seqs.has(cause));
}

function alertsAfter({ name }: CompiledRule, after: number, { reader }: Inquiry): CausedAlert[] {
  return reader.search.oldest({ types, source: `/rules/${name}`, after, limit: mostAlerts }).map(alertOf);
}

/** Finds the alerts that were committed with their cause: those that did not wait. */
function alertsWith({ name }: CompiledRule, causes: readonly LogEntry[], { reader }: Inquiry): CausedAlert[] {
  return causes.flatMap(({ seq, event }) => {
    const { last } = reader.search.commitOf(seq, event.time);
    const question = { types, source: `/rules/${name}`, after: seq, upTo: last, limit: mostAlerts };
    return reader.search.oldest(question).map(alertOf);
  });
}

function alertOf(stored: StoredEntry): CausedAlert {
  const { seq, event } = entryOf(stored);
  const { title, cause, unmailed } = event.data.now as unknown as Alert;
  const alert = { seq, type: event.type, title, time: event.time, cause: cause.seq };
  return unmailed === undefined ? alert : { ...alert, unmailed };
}
