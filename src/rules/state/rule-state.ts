/** The state of a rule for one key: how an event changes it, how it is kept, and what others may read of it. */
import type { Evaluation, RuleMemory, StateNotes, TimedFiring } from "../../model/rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { type Held, holdAt } from "../conditions/combined/together.ts";
import { type DueTurn, mayTurn, type Reached, type Waited } from "./by-time.ts";

/** State of a rule for one key, as it is stored. */
export interface KeptRuleState extends Held, GivenAlerts, Waited {
  /** When time alone may make the conditions hold. */
  readonly turn?: DueTurn | undefined;
  /** Time up to which the state was looked at, of a rule that time alone may change. */
  readonly reached?: Reached | undefined;
  /** The wait that time alone ended: a late event of before that end may go on with it. */
  readonly ended?: Pick<Waited, "waiting"> | undefined;
  /** Conditions without a state have none in what was either; absent: all that could have one have it. */
  readonly past?: true | undefined;
}

/** Whether it remembers anything between events. */
export function remembers({ over }: Pick<CompiledRule, "over">): boolean {
  return (
    over.conditions.length > 0 ||
    over.lasting !== undefined ||
    over.absence !== undefined ||
    over.reminder !== undefined ||
    over.until !== undefined ||
    over.flapping !== undefined
  );
}

/** Before the first event nothing is in any window, and that may be what the conditions ask for. */
export function heldOfNothing(
  { over }: CompiledRule,
  { calendar }: Pick<Evaluation, "calendar">,
): Held | undefined {
  return mayTurn(over) ? { parts: [], held: holdAt(over.conditions, { parts: [] }, 0, calendar) } : undefined;
}

/** Keeps the state of a key, or forgets it where it says no more than that of a key that never was. */
export function keepState(
  rule: CompiledRule,
  memory: RuleMemory,
  state: KeptRuleState & Pick<StateNotes, "isFull">,
  evaluation: Pick<Evaluation, "calendar" | "remember">,
): void {
  // A rule that every event fires needs no state but for alerts that are still to be given or to end.
  const held = state.held && (rule.over.conditions.length > 0 || rule.over.lasting !== undefined);
  const isFirst = held === (heldOfNothing(rule, evaluation)?.held ?? false);
  const said =
    state.waiting ??
    state.turn ??
    state.active ??
    state.asked?.[0] ??
    state.heard ??
    state.date ??
    state.told?.[0] ??
    state.past;
  const isEmpty = isFirst && said === undefined && state.parts.every((part) => part === null);
  // Field by field: this is done for every event, and a spread takes much longer.
  const {
    parts,
    waiting,
    heard,
    date,
    told,
    active,
    asked,
    turn,
    reached,
    ended,
    past,
    isFull = false,
  } = state;
  const due = Math.min(waiting?.due ?? Number.POSITIVE_INFINITY, turn?.due ?? Number.POSITIVE_INFINITY);
  const body = isEmpty
    ? undefined
    : { parts, held, waiting, heard, date, told, active, asked, turn, reached, ended, past };
  evaluation.remember(memory, body, { due: Number.isFinite(due) ? due : undefined, isFull });
}

/** Takes the open alert out of a rule's state, since a person has ended it: the rule may give the next one. */
export function endOpenAlert(
  rule: CompiledRule,
  key: string,
  evaluation: Pick<Evaluation, "recall" | "calendar" | "remember">,
): void {
  const memory = { rule: rule.name, meaning: rule.over.meaning, key };
  const state = evaluation.recall(memory) as KeptRuleState | undefined;
  if (state?.active !== undefined) keepState(rule, memory, { ...state, active: undefined }, evaluation);
}

/** A wait of a rule: time may bring its alert about. */
export interface Wait {
  /** The event that the alert will be about. */
  readonly causeSeq: number;
  /** ms since 1970. */
  readonly due: number;
  /** That its windows hold less by then, and not that it still holds, or that nothing comes. */
  readonly isOfWindows: boolean;
}

/** @param state what the rule remembers of a key */
export function waitIn(state: unknown): Wait | undefined {
  const { waiting, turn, held } = (state ?? {}) as Partial<KeptRuleState>;
  if (waiting !== undefined) return { causeSeq: waiting.causeSeq, due: waiting.due, isOfWindows: false };
  if (turn?.causeSeq === undefined || held) return undefined;
  return { causeSeq: turn.causeSeq, due: turn.due, isOfWindows: true };
}

/** The open alert in a state. */
export function openAlertIn(state: unknown): TimedFiring | undefined {
  return (state as KeptRuleState | undefined)?.active;
}

/** The state of one condition, by its place; undefined: none. */
export function memoryIn(state: unknown, place: number): unknown {
  return (state as KeptRuleState | undefined)?.parts[place] ?? undefined;
}

/** An alert that is not over. */
export interface OpenFiring extends TimedFiring {
  /** When it was given, ms since 1970; absent where time does not end it. */
  readonly at?: number;
}

/** Alerts of one key, as its state has them. */
export interface GivenAlerts {
  readonly active?: OpenFiring | undefined;
  /** Times at which it was given, or suppressed by flapping; ms since 1970. */
  readonly asked?: readonly number[] | undefined;
}

type Carried = {
  readonly [Part in keyof KeptRuleState]-?: (
    past: KeptRuleState,
    known: KeptRuleState | undefined,
  ) => Exclude<KeptRuleState[Part], undefined> | undefined;
};

/** Each part of a state, so that a new one without an answer does not compile. */
const carried: Carried = {
  // The windows, counts, values and steps, which name no entries of the past's own log.
  parts: ({ parts }) => parts,
  // What held before is no news, and what ceased to hold may begin anew.
  held: ({ held }) => held,
  // Time goes on where the past ended: a late event is late for what came then, too.
  reached: ({ reached }) => reached,
  // Time alone makes conditions hold as it would have. Their event is on no log, and was told to nobody, so that no
  // alert is given then; the next one comes once they have ceased to hold.
  turn: ({ turn }) => turn && { due: turn.due },
  // A late event may go on with what time had ended, but not with its wait.
  ended: ({ ended }) => ended && {},
  // That nothing stood before the first event of the key was looked up in that past.
  past: ({ past }) => past,
  // An older event puts no absence off, as it does not in life. What is expected since the rules were loaded is
  // counted from there.
  heard: (past, known) => (known?.waiting === undefined ? past : known).heard,
  // An alert of the past would be about an event that is on no log. What is expected is waited for by the rule's own
  // beginning, which is on the log.
  waiting: (_, known) => known?.waiting,
  // Nobody was reminded of these dates: an event that names one again brings its reminder.
  date: () => undefined,
  told: () => undefined,
  // Nobody has the open alert, so that it keeps no other from being given, and its end is no news.
  active: () => undefined,
  // Nobody was told so often that it would be too much.
  asked: () => undefined,
};

/** What is to be kept; `body` undefined: nothing. */
export interface SeededState {
  readonly body: unknown;
  /** Time at which it is due without an event, ms since 1970; undefined: never. */
  readonly due: number | undefined;
}

/**
 * The state of a key, by the one at the end of its past.
 * @param known what the rule remembers of the key by now: at most that it waits for what is expected
 */
export function seededState(
  rule: CompiledRule,
  key: string,
  past: unknown,
  { known, calendar }: { readonly known: unknown } & Pick<Evaluation, "calendar">,
): SeededState {
  const states = [past as KeptRuleState, known as KeptRuleState | undefined] as const;
  const parts = Object.entries(carried).map(([part, carry]) => [part, carry(...states)]);
  let kept: SeededState = { body: undefined, due: undefined };
  const remember = (_: RuleMemory, body: unknown, { due }: { readonly due?: number | undefined } = {}) => {
    kept = { body, due };
  };
  const memory = { rule: rule.name, meaning: rule.over.meaning, key };
  keepState(rule, memory, Object.fromEntries(parts) as KeptRuleState, { calendar, remember });
  return kept;
}
