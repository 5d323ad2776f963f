/**
 * What the simulator plays, told apart from what is real: events carry a mark, and where a service has real data in the
 * database as well, rules keep what they remember of played events, and their alerts, under keys of their own.
 */
import type { EventDraft, LogEntry } from "../../model/event.ts";
import type { Alert } from "../../model/news-items.ts";
import type { Evaluation, Firing, RuleMemory, RuleSet } from "../../model/rule.ts";

/** How a house knows what is played; left out: nothing is. */
export interface Played {
  /** Whether the service of a source's event is simulated. */
  isSimulated(draft: Pick<EventDraft, "source" | "type" | "data">): boolean;
  /** Whether the service that an event, or an alert's cause, is about has real data in the database as well. */
  isBesideReal(event: Pick<EventDraft, "source" | "type" | "data">): boolean;
}

/** Marks a draft that tells of a simulated service; an alert has the mark of its cause. */
export function marked(
  draft: EventDraft,
  played: Played | undefined,
  entryAt: (seq: number) => LogEntry | undefined,
): EventDraft {
  if (played === undefined || draft.simulated) return draft;
  const { cause } = (draft.type.startsWith("alert.") ? draft.data.now : {}) as Partial<Alert>;
  const isMade = cause ? entryAt(cause.seq)?.event.simulated : played.isSimulated(draft);
  return isMade ? { ...draft, simulated: true } : draft;
}

/** Stands behind the keys of what is remembered, and alerted, of played events beside real ones. */
const ending = " (simulated)";

/** Rules whose states and alerts about played events are kept apart from those about real ones. */
export function rulesApart(rules: RuleSet, played: Played | undefined): Pick<RuleSet, "match" | "pass"> {
  if (played === undefined) return rules;
  const named = (firing: Firing): Firing => ({ ...firing, key: firing.key + ending });
  return {
    match(entry, evaluation) {
      const isApart = entry.event.simulated === true && played.isBesideReal(entry.event);
      if (!isApart) return rules.match(entry, evaluation);
      return rules.match(entry, evaluation && apart(evaluation)).map(named);
    },
    pass(memory, evaluation) {
      if (!memory.key.endsWith(ending)) return rules.pass(memory, evaluation);
      const own = { ...memory, key: memory.key.slice(0, -ending.length) };
      const said = rules.pass(own, apart(evaluation));
      return said && { ...said, firing: named(said.firing) };
    },
  };
}

function apart(evaluation: Evaluation): Evaluation {
  const keyed = <Memory extends Pick<RuleMemory, "key">>(memory: Memory): Memory => ({
    ...memory,
    key: memory.key + ending,
  });
  return {
    ...evaluation,
    recall: (memory) => evaluation.recall(keyed(memory)),
    remember: (memory, body, notes) => evaluation.remember(keyed(memory), body, notes),
    firedAt: (rule, key) => evaluation.firedAt(rule, key + ending),
    fired: (rule, key) => evaluation.fired(rule, key + ending),
    suppress: (suppressed) => evaluation.suppress(keyed(suppressed)),
  };
}
