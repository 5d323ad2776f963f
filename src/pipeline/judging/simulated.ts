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
  /**
   * Called with each real event, where a log is read again; absent: it is not. What was played before is then kept apart
   * as well, since a start with a real service has forgotten it.
   */
  heardReal?(event: Pick<EventDraft, "source" | "type" | "data">): void;
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

/** What a log says of that, where it is read again: what its source told before that was real. */
export function playedInLog(): Played {
  const real = new Set<string>();
  return {
    isSimulated: () => false,
    isBesideReal: (event) => real.has(beginningOf(event)),
    heardReal: (event) => void real.add(beginningOf(event)),
  };
}

/** The source of an event, or of the one with which an alert began. */
function beginningOf({ type, source, data }: Pick<EventDraft, "source" | "type" | "data">): string {
  const { cause } = (type.startsWith("alert.") ? data.now : {}) as Partial<Alert>;
  return cause?.origin ?? cause?.source ?? source;
}

/** Stand behind the keys of what is remembered of played events: beside real ones, where alerts have it, too, and before. */
const endings = { beside: " (simulated)", before: " (simulated before)" } as const;
type Where = keyof typeof endings;

/** Rules whose states and alerts about played events are kept apart from those about real ones. */
export function rulesApart(rules: RuleSet, played: Played | undefined): Pick<RuleSet, "match" | "pass"> {
  if (played === undefined) return rules;
  const whereOf = ({ event }: LogEntry): Where | undefined => {
    if (event.simulated !== true) played.heardReal?.(event);
    else if (played.isBesideReal(event)) return "beside";
    return event.simulated === true && played.heardReal ? "before" : undefined;
  };
  const named = (firing: Firing, where: Where): Firing =>
    where === "beside" ? { ...firing, key: firing.key + endings.beside } : firing;
  return {
    match(entry, evaluation) {
      const where = whereOf(entry);
      if (where === undefined) return rules.match(entry, evaluation);
      const firings = rules.match(entry, evaluation && apart(evaluation, endings[where]));
      return firings.map((firing) => named(firing, where));
    },
    pass(memory, evaluation) {
      const where = (["beside", "before"] as const).find((one) => memory.key.endsWith(endings[one]));
      if (where === undefined) return rules.pass(memory, evaluation);
      const own = { ...memory, key: memory.key.slice(0, -endings[where].length) };
      const said = rules.pass(own, apart(evaluation, endings[where]));
      return said && { ...said, firing: named(said.firing, where) };
    },
  };
}

function apart(evaluation: Evaluation, ending: string): Evaluation {
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
