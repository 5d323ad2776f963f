/** Asks a rule that an event is about whether it fires, and what it remembers of it. */
import type { Event, LogEntry } from "../model/event.ts";
import type { Firing, Judging } from "../model/rule.ts";
import { weekdaysOnly } from "../model/trading-calendar.ts";
import type { Variables } from "./cel/language.ts";
import { momentOf, passingFrom } from "./clock.ts";
import { type CompiledRule, fire, keyOf, type OverEvents } from "./compiled-rule.ts";
import type { Seen } from "./conditions/condition.ts";
import { type Held, type TakenEvent, takeEvent, type Values, valuesOf } from "./conditions/take-event.ts";
import { beginCooldown, coolsDown, type Given, giveAlert } from "./give-alert.ts";
import { holdAt, mayTurn, newestOf, nextTurn, type Reached, type Turn } from "./turn.ts";
import { nextWaiting, type Waited } from "./waiting.ts";

/** What a rule remembers of one key. */
export interface RuleState extends Held, Given, Waited {
  /** When time alone may make the conditions hold. */
  readonly turn?: Turn | undefined;
  /** Where time makes something of what is remembered. */
  readonly reached?: Reached | undefined;
  /** What held until time alone ended it, with what was waited for: an event of before that end may go on with it. */
  readonly ended?: Pick<Waited, "waiting"> | undefined;
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
    if (coolsDown(rule, { rule: rule.name, key, causeSeq: seq }, judging)) return undefined;
    beginCooldown(rule, key, judging);
    return fire(rule, variables, key);
  }
  const memory = { rule: rule.name, meaning: over.meaning, key };
  const before = judging.recall(memory) as RuleState | undefined;
  const keep = (state: RuleState) => keepState(rule, memory, state, judging);
  const ends = over.until?.(variables) === true;
  const end = ends && before?.active ? ({ ...before.active.firing, resolved: "until" } as const) : undefined;
  const life = { active: ends ? undefined : before?.active, asked: before?.asked };
  const isOut = over.when?.(variables) === false;
  const endsLasting = over.lasting !== undefined && (isOut || ends);
  const values = isOut ? undefined : valuesOf(over.conditions, variables);
  if (values === undefined) {
    const unchanged = before ?? (endsLasting ? heldOfNothing(rule, judging) : undefined);
    if (unchanged) keep({ ...unchanged, ...life, ...(endsLasting && notBegun) });
    return end;
  }
  const seen = {
    at: momentOf(event, over.clock),
    type: event.type,
    variables,
    calendar: judging.calendar,
    seq,
  };
  const known = before ?? heldOfNothing(rule, judging);
  const { taken, goingOn } = take(rule, known, seen, values);
  if (taken.isFull) judging.forgot(rule.name);
  // Most events say nothing, and texts cost more than all that is asked before.
  const say = () => ({ firing: fire(rule, over.bindFound(variables, taken.found), key), causeSeq: seq });
  const holds = taken.held && taken.counts;
  const goesOn = taken.held && !begins(rule, taken);
  const timed = isFollowed(over) ? followed(rule, before, taken, { event, seen, causeSeq: seq }) : undefined;
  const newest = timed?.reached && timed.reached.at + timed.reached.lagMs;
  const waited = nextWaiting(over, goingOn, { event, calendar: seen.calendar, holds, goesOn, newest, say });
  const isWaiting = over.absence !== undefined || over.lasting !== undefined;
  const isAsked = !ends && !isWaiting && begins(rule, taken);
  const next = isAsked ? giveAlert(rule, say(), life, judging) : undefined;
  const { active, asked } = next ?? life;
  const { parts, held } = taken;
  const ended = taken.countsSomewhere ? undefined : before?.ended;
  keep({ parts, held, ...waited, active, asked, ...timed, ended, ...(endsLasting && notBegun) });
  return next?.given ?? end;
}

/** What has to last begins anew with the next event with which all holds. */
const notBegun = { held: false, waiting: undefined, turn: undefined, ended: undefined };

/** Asks the conditions. Where time alone ended something after the event, what held and waited before that goes on. */
function take(
  { over: { conditions } }: CompiledRule,
  known: (Held & Partial<RuleState>) | undefined,
  seen: Seen,
  values: Values,
): { taken: TakenEvent; goingOn: Partial<RuleState> | undefined } {
  const { ended, reached } = known ?? {};
  if (!known || !ended || !reached || seen.at >= reached.at)
    return { taken: takeEvent(conditions, known, seen, values, reached?.at), goingOn: known };
  const taken = takeEvent(conditions, { ...known, held: true }, seen, values);
  if (!taken.countsSomewhere) return { taken: { ...taken, held: known.held }, goingOn: known };
  return { taken, goingOn: { ...known, waiting: known.waiting ?? ended.waiting } };
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
  entry: () => undefined,
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

/** Whether time makes something of its conditions, so that it must be known how far it has come. */
function isFollowed(over: OverEvents): boolean {
  const isWaiting = over.lasting !== undefined || over.absence !== undefined;
  return (isWaiting && over.conditions.length > 0) || mayTurn(over);
}

/**
 * When time has to be looked at next, after an event. Time alone goes on from the newest event, also where it had gone
 * past it: what an event changes that comes late is looked at as if it had come in time.
 */
function followed(
  { over }: CompiledRule,
  before: Pick<RuleState, "turn" | "reached"> | undefined,
  taken: TakenEvent,
  { event, seen: { at, calendar }, causeSeq }: { event: Event; seen: Seen; causeSeq: number },
): Pick<RuleState, "turn" | "reached"> {
  const known = before?.reached;
  if (known !== undefined && !taken.countsSomewhere) return { turn: before?.turn, reached: known };
  const isNewest = known === undefined || at >= newestOf(known);
  const reached = isNewest
    ? { at, lagMs: passingFrom(event, over.clock) - at }
    : { at: newestOf(known), lagMs: known.lagMs };
  if (!mayTurn(over)) return { reached };
  const { found } = taken;
  return { reached, turn: nextTurn(over, taken, reached, { causeSeq, found }, calendar) };
}

/** Before the first event nothing is in any window, and that may be what the conditions ask for. */
function heldOfNothing({ over }: CompiledRule, { calendar }: Judging): Held | undefined {
  return mayTurn(over) ? { parts: [], held: holdAt(over, { parts: [] }, 0, calendar) } : undefined;
}

export function keepState(
  rule: CompiledRule,
  memory: { rule: string; meaning: string; key: string },
  state: RuleState,
  judging: Judging,
): void {
  // Of a rule that every event fires nothing needs to be known but what is still to be said or to end.
  const held = state.held && (rule.over.conditions.length > 0 || rule.over.lasting !== undefined);
  const isFirst = held === (heldOfNothing(rule, judging)?.held ?? false);
  const said = state.waiting ?? state.turn ?? state.active ?? state.asked?.[0] ?? state.heard;
  const isEmpty = isFirst && said === undefined && state.parts.every((part) => part === null);
  // Field by field: this is done for every event, and a spread takes much longer.
  const { parts, waiting, heard, active, asked, turn, reached, ended } = state;
  const due = Math.min(waiting?.due ?? Number.POSITIVE_INFINITY, turn?.due ?? Number.POSITIVE_INFINITY);
  const body = isEmpty ? undefined : { parts, held, waiting, heard, active, asked, turn, reached, ended };
  judging.remember(memory, body, Number.isFinite(due) ? due : undefined);
}
