/**
 * Asks a rule about an event: updates its state, and gives the alert that it asks for, or suppresses it for a reason
 * that is told.
 */
import { durationWords, endOf } from "../../model/duration.ts";
import type { Event, LogEntry } from "../../model/event.ts";
import type { Evaluation, Firing, TimedFiring } from "../../model/rule.ts";
import type { Variables } from "../cel/language.ts";
import { withFound } from "../cel/surroundings.ts";
import type { CompiledRule, OverEvents } from "../compiled-rule.ts";
import { type Held, type TakenEvent, takeEvent } from "../conditions/combined/together.ts";
import { type Seen, type Values, valuesOf } from "../conditions/condition.ts";
import { clockMoment, passingFrom } from "../context/clock.ts";
import { isActive } from "../life/active-hours.ts";
import { damp } from "../life/life.ts";
import { type FirstEvent, lacksPast, takeInPast } from "../past/rule-past.ts";
import { alertKeyOf } from "../texts/template.ts";
import { isWaitingRule, mayTurn, newestOf, nextDueTurn, nextWaiting } from "./by-time.ts";
import {
  type GivenAlerts,
  heldOfNothing,
  type KeptRuleState,
  keepState,
  type OpenFiring,
  remembers,
} from "./rule-state.ts";

export function askRule(
  rule: CompiledRule,
  entry: LogEntry,
  variables: Variables,
  evaluation: Evaluation,
): Firing | undefined {
  const key = alertKeyOf(rule, variables, entry.event.subject);
  if (remembers(rule)) return askWithState({ rule, key }, entry, variables, evaluation);
  const place = { rule: rule.name, key, causeSeq: entry.seq };
  if (isOutOfHours(rule, place, evaluation) || coolsDown(rule, place, evaluation)) return undefined;
  beginCooldown(rule, key, evaluation);
  return fire(rule, variables, key);
}

/** Asks a rule that goes by more than the event at hand: first what the event ends, then its conditions, then waits. */
function askWithState(
  { rule, key }: { readonly rule: CompiledRule; readonly key: string },
  entry: LogEntry,
  variables: Variables,
  evaluation: Evaluation,
): Firing | undefined {
  const { over } = rule;
  const { seq, event } = entry;
  const memory = { rule: rule.name, meaning: over.meaning, key };
  const before = evaluation.recall(memory) as KeptRuleState | undefined;
  const keep = (state: Parameters<typeof keepState>[2]) => keepState(rule, memory, state, evaluation);
  const ends = over.until?.(variables) === true;
  const open = stillOpen(rule, before?.active, evaluation);
  const end = ends && open ? endOfOpen(rule, open.firing, variables) : undefined;
  const life = { active: ends ? undefined : open, asked: before?.asked };
  const isOut = over.when?.(variables) === false;
  const isLasting = over.lasting !== undefined || over.reminder !== undefined;
  const endsLasting = isLasting && (isOut || ends);
  // Of a date that was still to come, or that this event has, nobody was reminded.
  const { waiting: cutOff, date, told } = before ?? {};
  const cut = endsLasting && { ...notBegun, date: cutOff === undefined ? date : undefined, told };
  const values = isOut ? undefined : valuesOf(over.conditions, variables);
  if (values === undefined) {
    const unchanged = before ?? (endsLasting ? heldOfNothing(rule, evaluation) : undefined);
    if (unchanged) keep({ ...unchanged, ...life, ...cut });
    return end;
  }
  const seen = {
    at: clockMoment(variables, over.clock),
    type: event.type,
    variables,
    calendar: evaluation.calendar,
    seq: evaluation.isOfOtherLog ? undefined : seq,
  };
  const known = begin(rule, before, { entry, key, seen }, evaluation);
  const { taken, goingOn } = take(rule, known, seen, { values, now: evaluation.now() });
  // Most events say nothing, and texts cost more than all that is asked before.
  const say = () => ({ firing: fire(rule, withFound(variables, taken.found), key), causeSeq: seq });
  const holds = taken.held && taken.counts;
  const goesOn = taken.held && !begins(rule, taken);
  const counts = taken.counts || taken.countsSomewhere;
  const timed = isFollowed(over) ? followed(rule, before, taken, { event, seen, causeSeq: seq }) : undefined;
  const newest = timed?.reached && timed.reached.at + timed.reached.lagMs;
  const { calendar } = seen;
  const now = evaluation.now();
  // Field by field: put together by a spread, this took as long as all the rest.
  const heard = { event, variables, now, calendar, counts, holds, goesOn, newest, say };
  const waited = nextWaiting(over, goingOn, heard);
  const isWaiting = isWaitingRule(over);
  const isAsked = !ends && !isWaiting && begins(rule, taken);
  const next = isAsked ? giveAlert(rule, say(), life, evaluation) : undefined;
  const { active, asked } = next ?? life;
  const { parts, held, isFull } = taken;
  const ended = taken.countsSomewhere ? undefined : before?.ended;
  const past = evaluation.before && lacksPast(rule, parts) ? true : undefined;
  keep({ parts, held, isFull, ...waited, active, asked, ...timed, ended, past, ...cut });
  return next?.given ?? end;
}

/** The state before an event: at the first one of a key it is what was. */
export function begin(
  rule: CompiledRule,
  before: unknown,
  first: FirstEvent,
  evaluation: Pick<Evaluation, "calendar" | "standing" | "before" | "formsOf">,
): (Held & Partial<KeptRuleState>) | undefined {
  const state = before as KeptRuleState | undefined;
  const known = state ?? heldOfNothing(rule, evaluation);
  if (state?.past || !lacksPast(rule, known?.parts ?? [])) return known;
  return takeInPast(rule, known, first, evaluation);
}

/** A wait by `for` begins anew with the next event with which all holds. */
const notBegun = { held: false, waiting: undefined, turn: undefined, ended: undefined };

/**
 * Asks the conditions. If time alone ended something after the event, the state of before that end goes on. So does its
 * wait, unless that would have been over by now: then another one begins.
 */
function take(
  { over: { conditions } }: CompiledRule,
  known: (Held & Partial<KeptRuleState>) | undefined,
  seen: Seen,
  { values, now }: { readonly values: Values; readonly now: number },
): { taken: TakenEvent; goingOn: Partial<KeptRuleState> | undefined } {
  const { ended, reached } = known ?? {};
  if (!known || !ended || !reached || seen.at >= reached.at)
    return { taken: takeEvent(conditions, known, seen, values, reached?.at), goingOn: known };
  const taken = takeEvent(conditions, { ...known, held: true }, seen, values);
  if (!taken.countsSomewhere) return { taken: { ...taken, held: known.held }, goingOn: known };
  const { waiting } = ended;
  if (waiting !== undefined && waiting.due <= now)
    return { taken: { ...taken, begins: taken.held }, goingOn: { ...known, waiting: undefined } };
  return { taken, goingOn: { ...known, waiting } };
}

/** Whether the rule begins to hold: without conditions with every event, but a wait by `for` begins once. */
function begins({ over }: CompiledRule, taken: TakenEvent): boolean {
  return over.conditions.length === 0 && over.lasting === undefined ? true : taken.begins;
}

/** Whether time alone may change its conditions, so that the reading of its clock is part of the state. */
function isFollowed(over: OverEvents): boolean {
  return (isWaitingRule(over) && over.conditions.length > 0) || mayTurn(over);
}

/**
 * The clock after an event, and the next moment to look at. Time goes on from the newest event, even if it had passed
 * that: the changes of a late event are looked at as if it had come in time.
 */
function followed(
  { over }: CompiledRule,
  before: Pick<KeptRuleState, "turn" | "reached"> | undefined,
  taken: TakenEvent,
  { event, seen: { at, calendar }, causeSeq }: { event: Event; seen: Seen; causeSeq: number },
): Pick<KeptRuleState, "turn" | "reached"> {
  const known = before?.reached;
  if (known !== undefined && !taken.countsSomewhere) return { turn: before?.turn, reached: known };
  const isNewest = known === undefined || at >= newestOf(known);
  const reached = isNewest
    ? { at, lagMs: passingFrom(event, over.clock) - at }
    : { at: newestOf(known), lagMs: known.lagMs };
  if (!mayTurn(over)) return { reached };
  return { reached, turn: nextDueTurn(over, taken, reached, causeSeq, calendar) };
}

/** The alert where it is given, and what is to be remembered. */
export function giveAlert(
  rule: CompiledRule,
  { firing, causeSeq }: TimedFiring,
  { active, asked = [] }: GivenAlerts,
  evaluation: Evaluation,
): GivenAlerts & { readonly given: Firing | undefined } {
  const { until, flapping } = rule.over;
  const place = { rule: rule.name, key: firing.key, causeSeq };
  const open = stillOpen(rule, active, evaluation);
  if (open !== undefined) {
    evaluation.suppress({ ...place, reason: "unresolved" });
    return { active: open, asked, given: undefined };
  }
  if (isOutOfHours(rule, place, evaluation)) return { asked, given: undefined };
  // An alert that a cooldown suppresses was not given, and does not flap.
  if (coolsDown(rule, place, evaluation)) return { asked, given: undefined };
  const damped = flapping && damp(flapping, asked, evaluation.now(), evaluation.calendar);
  if (damped?.isSuppressed) {
    evaluation.suppress({ ...place, reason: "flapping" });
    return { asked: damped.moments, given: undefined };
  }
  beginCooldown(rule, firing.key, evaluation);
  const words = flapping && `${flapping.times} times within ${durationWords(flapping.within)}`;
  const given = words && damped?.isLast ? { ...firing, flapping: words } : firing;
  const at = rule.resolveAfter && { at: evaluation.now() };
  return { active: until && { firing: given, causeSeq, ...at }, asked: damped?.moments, given };
}

/** The alert where it is open as of now: time ends one whose rule says so. */
function stillOpen(
  { resolveAfter }: CompiledRule,
  active: OpenFiring | undefined,
  evaluation: Pick<Evaluation, "now" | "calendar">,
): OpenFiring | undefined {
  if (active?.at === undefined || resolveAfter === undefined) return active;
  return evaluation.now() < endOf(active.at, resolveAfter, evaluation.calendar) ? active : undefined;
}

interface Place {
  readonly rule: string;
  readonly key: string;
  readonly causeSeq: number;
}

/** Whether it is not the time for alerts of a rule, which is told. */
function isOutOfHours({ over: { active } }: CompiledRule, place: Place, evaluation: Evaluation): boolean {
  if (active === undefined || isActive(active, evaluation.now(), evaluation.calendar)) return false;
  evaluation.suppress({ ...place, reason: "inactive" });
  return true;
}

/** Whether a rule gave the same alert less than its cooldown before, which is told. */
function coolsDown({ cooldown }: CompiledRule, place: Place, evaluation: Evaluation): boolean {
  if (cooldown === undefined) return false;
  const before = evaluation.firedAt(place.rule, place.key);
  const until = before === undefined ? undefined : endOf(before, cooldown, evaluation.calendar);
  if (until === undefined || evaluation.now() >= until) return false;
  evaluation.suppress({ ...place, reason: "cooldown", until });
  return true;
}

/** An alert is given now. */
function beginCooldown({ name, cooldown }: CompiledRule, key: string, evaluation: Evaluation): void {
  if (cooldown !== undefined) evaluation.fired(name, key);
}

/** The end of an open alert: with its texts and labels, and with the data of the event that ends it. */
function endOfOpen(rule: CompiledRule, { data: _, ...open }: Firing, variables: Variables): Firing {
  const data = rule.data?.(withFound(variables, {}));
  return { ...open, ...(data && { data }), resolved: "until" };
}

/** Renders the alert that a rule gives about an event. */
export function fire(rule: CompiledRule, variables: Variables, key: string): Firing {
  const own = rule.texts.own(variables);
  const computed = rule.computed.of(variables);
  const labels = rule.labels.of(variables);
  const data = rule.data?.(variables);
  return {
    rule: rule.name,
    key,
    ...own,
    ...{ severity: "info" as const, notify: [], labels: {} },
    ...rule.fixed,
    ...computed,
    ...labels,
    ...(data && { data }),
    // The last to be rendered: who gets the alert matters more if the steps do not suffice for all.
    ...rule.texts.others(variables, own),
  };
}
