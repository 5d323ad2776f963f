/** Rules without an event: a moment passes at which a state is due, or the wait begins for all that a rule expects. */
import { tameLine } from "../../lib/text/tame.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import { endOf } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import type { DueMemory, Evaluation, TimedFiring } from "../../model/rule.ts";
import { sharingSteps } from "../cel/meter.ts";
import { surroundingsOf, variablesOf, withFound } from "../cel/surroundings.ts";
import type { CompiledRule, OverEvents } from "../compiled-rule.ts";
import { areKnown, cease, foundAt, holdAt, turned } from "../conditions/combined/together.ts";
import type { Between } from "../conditions/condition.ts";
import { absentAt, bareVariables } from "../life/waits.ts";
import { longestKey } from "../texts/template.ts";
import { fire, giveAlert } from "./ask-rule.ts";
import { type DueTurn, newestOf, nextDueTurn, type Reached } from "./by-time.ts";
import { heldOfNothing, type KeptRuleState, keepState } from "./rule-state.ts";

export function passMoment(
  rule: CompiledRule,
  memory: DueMemory,
  evaluation: Evaluation,
): TimedFiring | undefined {
  const state = evaluation.recall(memory) as KeptRuleState | undefined;
  const { waiting, turn, reached } = state ?? {};
  if (state && turn && reached && turn.due <= (waiting?.due ?? turn.due))
    return passTurn(rule, memory, { ...state, turn, reached }, evaluation);
  if (state && waiting) return passWaiting(rule, memory, { ...state, waiting }, evaluation);
  evaluation.remember(memory, state);
  return undefined;
}

/** Gives the alert that was waited for: with the texts of then, and otherwise as the rule is now. */
function passWaiting(
  rule: CompiledRule,
  memory: DueMemory,
  state: KeptRuleState & { readonly waiting: NonNullable<KeptRuleState["waiting"]> },
  evaluation: Evaluation,
): TimedFiring | undefined {
  const { waiting } = state;
  const { causeSeq, due } = waiting;
  const { absence, lasting } = rule.over;
  const at = due - (state.reached?.lagMs ?? 0);
  const between = { from: state.reached?.at, to: at };
  if (lasting !== undefined && !goOn(rule.over, state, between, evaluation.calendar)) {
    keepState(rule, memory, { ...state, ...endedOf(state) }, evaluation);
    return undefined;
  }
  const firing = { ...waiting.firing, ...rule.fixed };
  const again = absence !== undefined && "byMs" in absence;
  const next = again ? { ...waiting, due: absentAt(absence, due, evaluation.calendar) } : undefined;
  const { given, ...life } = giveAlert(rule, { firing, causeSeq }, state, evaluation);
  keepState(rule, memory, { ...state, waiting: next, ...life }, evaluation);
  return given && { firing: given, causeSeq };
}

/** Looks at conditions that time alone may have made hold. */
function passTurn(
  rule: CompiledRule,
  memory: DueMemory,
  state: KeptRuleState & { readonly turn: DueTurn; readonly reached: Reached },
  evaluation: Evaluation,
): TimedFiring | undefined {
  const { over } = rule;
  const { calendar } = evaluation;
  const { due, causeSeq } = state.turn;
  const from = state.reached.at;
  const to = due - state.reached.lagMs;
  const reached = { ...state.reached, at: to, newest: newestOf(state.reached) };
  const turn = nextDueTurn(over, state, reached, causeSeq, calendar);
  const begins =
    holdAt(over.conditions, state, to, calendar) &&
    areKnown(over.conditions, state, to, calendar) &&
    turned(over.conditions, state, { from, to }, calendar);
  const said = begins ? say(rule, memory.key, state, to, evaluation) : undefined;
  const known = { ...state, turn, reached };
  const goesOn = begins || goOn(over, state, { from, to }, calendar);
  const begun = begins ? { held: true, ended: undefined } : {};
  const looked = { ...known, ...(goesOn ? begun : endedOf(state)) };
  if (said === undefined) {
    keepState(rule, memory, looked, evaluation);
    return undefined;
  }
  if (over.lasting !== undefined) {
    const waiting = { ...said, due: endOf(due, over.lasting, calendar) };
    keepState(rule, memory, { ...looked, waiting }, evaluation);
    return undefined;
  }
  const { given, ...life } = giveAlert(rule, said, state, evaluation);
  keepState(rule, memory, { ...looked, ...life }, evaluation);
  return given && { firing: given, causeSeq: said.causeSeq };
}

/** The state once the conditions ceased to hold; a wait by `for` begins anew when they hold again. */
function endedOf({ held, waiting, ended }: KeptRuleState): Pick<KeptRuleState, "held" | "waiting" | "ended"> {
  return { held: false, waiting: undefined, ended: held ? { waiting } : ended };
}

/** Whether conditions that held go on to, all of a time without an event. */
function goOn(over: OverEvents, state: KeptRuleState, between: Between, calendar: TradingCalendar): boolean {
  return (
    holdAt(over.conditions, state, between.to, calendar) && !cease(over.conditions, state, between, calendar)
  );
}

/** Renders the alert about the last event, with the values of now; undefined where the log does not have that event. */
function say(
  rule: CompiledRule,
  key: string,
  { parts, turn }: KeptRuleState & { readonly turn: DueTurn },
  at: number,
  evaluation: Evaluation,
): TimedFiring | undefined {
  const { causeSeq } = turn;
  const cause = causeSeq === undefined ? undefined : evaluation.entry(causeSeq);
  if (causeSeq === undefined || cause === undefined) return undefined;
  const found = { ...turn.found, ...foundAt(rule.over.conditions, { parts }, at, evaluation.calendar) };
  const around = surroundingsOf(evaluation);
  const variables = withFound(variablesOf(cause.event, around), found);
  return { firing: sharingSteps(around.meter, () => fire(rule, variables, key)), causeSeq };
}

/** Whether a rule waits for something from its beginning on, so that it is to be told when it was loaded. */
export function expects({ over }: Pick<CompiledRule, "over">): boolean {
  return over.absence?.expected !== undefined;
}

/** @param loaded the news that the rule is active, about which the alerts will be; keys that are waited for stay */
export function expectAll(rule: CompiledRule, loaded: LogEntry, evaluation: Evaluation): void {
  const { absence, meaning, expectedBy } = rule.over;
  if (absence?.expected === undefined) return;
  const from = Date.parse(loaded.event.time);
  const due = absentAt(absence, from, evaluation.calendar);
  const around = surroundingsOf(evaluation, loaded.seq);
  for (const value of absence.expected) {
    const key = tameLine(value.replaceAll("|", "¦"), longestKey);
    const memory = { rule: rule.name, meaning, key };
    if (evaluation.recall(memory) !== undefined) continue;
    const variables = bareVariables(rule.types, value, expectedBy, around);
    const firing = { ...sharingSteps(around.meter, () => fire(rule, variables, key)), subject: value };
    const { held } = heldOfNothing(rule, evaluation) ?? { held: false };
    const parts = rule.over.conditions.map(() => null);
    keepState(
      rule,
      memory,
      { parts, held, waiting: { firing, causeSeq: loaded.seq, due }, heard: from },
      evaluation,
    );
  }
}
