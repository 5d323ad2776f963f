/** Asks a rule that an event is about whether it fires, and what it remembers of it. */
import { endOf } from "../model/duration.ts";
import type { LogEntry } from "../model/event.ts";
import type { DueMemory, Firing, Judging, TimedFiring } from "../model/rule.ts";
import { weekdaysOnly } from "../model/trading-calendar.ts";
import type { Variables } from "./cel/language.ts";
import { type CompiledRule, fire, keyOf } from "./compiled-rule.ts";
import { absentAt } from "./conditions/absence.ts";
import type { Seen } from "./conditions/condition.ts";
import { momentOf } from "./conditions/moment.ts";
import { type Held, type TakenEvent, takeEvent } from "./conditions/take-event.ts";

/** What a rule remembers of one key. */
interface RuleState extends Held {
  /** What is said when its moment comes, ms since 1970. */
  readonly waiting?: (TimedFiring & { readonly due: number }) | undefined;
  /** What was said and is not over. */
  readonly active?: TimedFiring | undefined;
}

export function askRule(
  rule: CompiledRule,
  { seq, event }: LogEntry,
  variables: Variables,
  judging: Judging,
): Firing | undefined {
  const key = keyOf(rule, variables, event.subject);
  const { over } = rule;
  if (!remembers(rule)) return fire(rule, variables, key);
  const memory = { rule: rule.name, meaning: over.meaning, key };
  const before = judging.recall(memory) as RuleState | undefined;
  const keep = (state: RuleState) => keepState(rule, memory, state, judging);
  const ended = before?.active !== undefined && over.until?.(variables) ? before.active : undefined;
  const end = ended && ({ ...ended.firing, resolved: "until" } as const);
  // What ends an absence is what the next one is counted from.
  if (before !== undefined && end !== undefined && over.absence === undefined) {
    keep({ ...before, active: undefined });
    return end;
  }
  if (over.when?.(variables) === false) {
    if (before !== undefined)
      keep({ ...before, held: false, waiting: over.lasting ? undefined : before.waiting });
    return undefined;
  }
  const seen = { at: momentOf(event, over.clock), type: event.type, variables, calendar: judging.calendar };
  const taken = takeEvent(over.conditions, before, seen);
  // Most events say nothing, and texts cost more than all that is asked before.
  const say = () => ({ firing: fire(rule, over.bindFound(variables, taken.found), key), causeSeq: seq });
  const waiting = nextWaiting(rule, before, taken, { seen, say });
  const asked = begins(rule, taken) && waiting === undefined;
  const said = asked && before?.active === undefined ? say() : undefined;
  if (asked && !said) judging.holdBack({ rule: rule.name, key, reason: "unresolved", causeSeq: seq });
  const active = said && over.until !== undefined ? said : ended ? undefined : before?.active;
  keep({ parts: taken.parts, held: taken.held, waiting, active });
  return said?.firing ?? end;
}

/** What a rule says when the moment of a memory has come and nothing else did. */
export function passMoment(rule: CompiledRule, memory: DueMemory, judging: Judging): TimedFiring | undefined {
  const state = judging.recall(memory) as RuleState | undefined;
  const { waiting, active } = state ?? {};
  if (state === undefined || waiting === undefined) {
    judging.remember(memory, state);
    return undefined;
  }
  const { firing, causeSeq } = waiting;
  const { absence, until } = rule.over;
  const again = absence !== undefined && "byMs" in absence;
  const next = again ? { ...waiting, due: absentAt(absence, waiting.due, judging.calendar) } : undefined;
  const said = { firing, causeSeq };
  keepState(rule, memory, { ...state, waiting: next, active: active ?? (until && said) }, judging);
  if (active === undefined) return said;
  judging.holdBack({ rule: rule.name, key: memory.key, reason: "unresolved", causeSeq });
  return undefined;
}

/** Nothing was before, and nothing is remembered. */
export const forgetful: Judging = {
  calendar: weekdaysOnly,
  recall: () => undefined,
  remember: () => {},
  holdBack: () => {},
};

function remembers({ over }: CompiledRule): boolean {
  return (
    over.conditions.length > 0 ||
    over.lasting !== undefined ||
    over.absence !== undefined ||
    over.until !== undefined
  );
}

/** Without conditions every event is one that the rule waits for, but a state that lasts begins once. */
function begins({ over }: CompiledRule, taken: TakenEvent): boolean {
  return over.conditions.length === 0 && over.lasting === undefined ? true : taken.begins;
}

function nextWaiting(
  rule: CompiledRule,
  before: RuleState | undefined,
  taken: TakenEvent,
  { seen: { at, calendar }, say }: { seen: Seen; say: () => TimedFiring },
): RuleState["waiting"] {
  const { absence, lasting } = rule.over;
  if (absence !== undefined)
    return taken.held ? { ...say(), due: absentAt(absence, at, calendar) } : before?.waiting;
  if (lasting === undefined) return undefined;
  if (begins(rule, taken)) return { ...say(), due: endOf(at, lasting, calendar) };
  return taken.held ? before?.waiting : undefined;
}

function keepState(
  rule: CompiledRule,
  memory: { rule: string; meaning: string; key: string },
  state: RuleState,
  judging: Judging,
): void {
  // Of a rule that every event fires nothing needs to be known but what is still to be said or to end.
  const held = state.held && (rule.over.conditions.length > 0 || rule.over.lasting !== undefined);
  const isEmpty = !held && !state.waiting && !state.active && state.parts.every((part) => part === null);
  judging.remember(memory, isEmpty ? undefined : { ...state, held }, state.waiting?.due);
}
