/** Asks a rule that an event is about whether it fires, and what it remembers of it. */
import { endOf } from "../model/duration.ts";
import type { Event, LogEntry } from "../model/event.ts";
import type { DueMemory, Firing, Judging, TimedFiring } from "../model/rule.ts";
import { weekdaysOnly } from "../model/trading-calendar.ts";
import type { Variables } from "./cel/language.ts";
import { type CompiledRule, fire, keyOf } from "./compiled-rule.ts";
import { absentAt } from "./conditions/absence.ts";
import type { Seen } from "./conditions/condition.ts";
import { momentOf, passingFrom } from "./conditions/moment.ts";
import { type Held, type TakenEvent, takeEvent } from "./conditions/take-event.ts";
import { coolsDown, type Given, giveAlert } from "./give-alert.ts";

/** What a rule remembers of one key. */
export interface RuleState extends Held, Given {
  /** What is said when its moment comes, ms since 1970. */
  readonly waiting?: (TimedFiring & { readonly due: number }) | undefined;
}

export function askRule(
  rule: CompiledRule,
  { seq, event }: LogEntry,
  variables: Variables,
  judging: Judging,
): Firing | undefined {
  const key = keyOf(rule, variables, event.subject);
  const { over } = rule;
  if (!remembers(rule)) {
    const place = { rule: rule.name, key, causeSeq: seq };
    return coolsDown(rule, place, judging) ? undefined : fire(rule, variables, key);
  }
  const memory = { rule: rule.name, meaning: over.meaning, key };
  const before = judging.recall(memory) as RuleState | undefined;
  const keep = (state: RuleState) => keepState(rule, memory, state, judging);
  const ended = before?.active !== undefined && over.until?.(variables) ? before.active : undefined;
  const end = ended && ({ ...ended.firing, resolved: "until" } as const);
  const life = { active: ended ? undefined : before?.active, asked: before?.asked };
  if (over.when?.(variables) === false) {
    const { lasting } = over;
    if (before !== undefined)
      keep({ ...before, ...life, ...(lasting && { held: false, waiting: undefined }) });
    return end;
  }
  const seen = { at: momentOf(event, over.clock), type: event.type, variables, calendar: judging.calendar };
  const taken = takeEvent(over.conditions, before, seen);
  if (taken.isFull) judging.forgot(rule.name);
  // Most events say nothing, and texts cost more than all that is asked before.
  const say = () => ({ firing: fire(rule, over.bindFound(variables, taken.found), key), causeSeq: seq });
  const waiting = nextWaiting(rule, before, taken, { event, seen, say });
  // What ends an alert is none itself.
  const isAsked = ended === undefined && waiting === undefined && begins(rule, taken);
  const next = isAsked ? giveAlert(rule, say(), life, judging) : undefined;
  const { active, asked } = next ?? life;
  keep({ parts: taken.parts, held: taken.held, waiting, active, asked });
  return next?.given ?? end;
}

/** What a rule says when the moment of a memory has come and nothing else did. */
export function passMoment(rule: CompiledRule, memory: DueMemory, judging: Judging): TimedFiring | undefined {
  const state = judging.recall(memory) as RuleState | undefined;
  const { waiting } = state ?? {};
  if (state === undefined || waiting === undefined) {
    judging.remember(memory, state);
    return undefined;
  }
  const { firing, causeSeq } = waiting;
  const { absence, lasting } = rule.over;
  if (lasting !== undefined && !stillHolds(rule, state, waiting.due, judging)) {
    keepState(rule, memory, { ...state, waiting: undefined, held: false }, judging);
    return undefined;
  }
  const again = absence !== undefined && "byMs" in absence;
  const next = again ? { ...waiting, due: absentAt(absence, waiting.due, judging.calendar) } : undefined;
  const { given, ...life } = giveAlert(rule, { firing, causeSeq }, state, judging);
  keepState(rule, memory, { ...state, waiting: next, ...life }, judging);
  return given && { firing: given, causeSeq };
}

/** Whether what held at the last event holds at a moment after it, too. */
function stillHolds(
  { over }: CompiledRule,
  { parts }: RuleState,
  at: number,
  { calendar }: Judging,
): boolean {
  return over.conditions.every(
    (condition, index) => condition.holdsAt?.(parts[index] ?? undefined, at, calendar) ?? false,
  );
}

/** Nothing was before, and nothing is remembered. */
export const forgetful: Judging = {
  calendar: weekdaysOnly,
  now: () => 0,
  recall: () => undefined,
  remember: () => {},
  forgot: () => {},
  firedAt: () => undefined,
  fired: () => {},
  holdBack: () => {},
};

/** Whether it remembers anything between events. */
export function remembers({ over }: Pick<CompiledRule, "over">): boolean {
  return (
    over.conditions.length > 0 ||
    over.lasting !== undefined ||
    over.absence !== undefined ||
    over.until !== undefined ||
    over.flapping !== undefined
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
  { event, seen: { at, calendar }, say }: { event: Event; seen: Seen; say: () => TimedFiring },
): RuleState["waiting"] {
  const { absence, lasting, clock } = rule.over;
  if (absence !== undefined) {
    if (!taken.held) return before?.waiting;
    const from = "for" in absence ? passingFrom(event, clock) : at;
    return { ...say(), due: absentAt(absence, from, calendar) };
  }
  if (lasting === undefined) return undefined;
  if (begins(rule, taken)) return { ...say(), due: endOf(passingFrom(event, clock), lasting, calendar) };
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
  const said = state.waiting ?? state.active ?? state.asked?.[0];
  const isEmpty = !held && said === undefined && state.parts.every((part) => part === null);
  // Field by field: this is done for every event, and a spread takes much longer.
  const { parts, waiting, active, asked } = state;
  judging.remember(memory, isEmpty ? undefined : { parts, held, waiting, active, asked }, waiting?.due);
}
