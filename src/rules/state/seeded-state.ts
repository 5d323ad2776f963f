/**
 * The state with which a rule begins where its past comes from a history: what it knows stays, and what it told or was
 * about to tell goes, since nobody was told anything.
 */
import type { Evaluation, RuleMemory } from "../../model/rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { type KeptRuleState, keepState } from "./rule-state.ts";

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
