/** The outcome of an event for a rule in a word and in a sentence, with what makes it uncertain. */
import { timeWords } from "../lib/text/counted.ts";
import type { LogEntry } from "../model/event.ts";
import type { SuppressionFacts, Verdict } from "../model/page/why.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { ExplainedCondition, ExplainedEvent } from "../rules/explain/explain-event.ts";
import { isTimed, remembers, type Wait } from "../rules/state/index.ts";
import {
  type Inquiry,
  isoOf,
  type RuleLoads,
  ruleLoads,
  shownPart,
  shownValue,
  stepsWords,
  tamed,
} from "./inquiry.ts";
import type { CausedAlert } from "./on-record.ts";
import type { Reevaluation } from "./rule-history.ts";
import type { Tense, WhyWords } from "./words/english.ts";

/** A rule and an event, with all that is known of them. */
export interface Case {
  readonly rule: CompiledRule;
  readonly entry: LogEntry;
  readonly explained: ExplainedEvent;
  /** Evaluation of the rule as it is now. */
  readonly again: Reevaluation;
  /** Alerts of the event, or of its wait. */
  readonly alerts: readonly CausedAlert[];
  readonly heldBack: readonly SuppressionFacts[];
  readonly waiting: Wait | undefined;
}

type Outcome = Pick<Verdict, "outcome" | "because" | "notes">;
type Said = Omit<Outcome, "notes"> & { readonly note?: string };

export function outcomeOf(one: Case, inquiry: Inquiry): Outcome {
  const { rule, entry, waiting } = one;
  const loads = ruleLoads(rule.name, entry.seq, inquiry);
  const { words } = inquiry;
  const said =
    told(one, words) ?? (waiting ? inTime(one, waiting, loads, inquiry) : atOnce(one, loads, words));
  const { note, ...outcome } = said;
  return { ...outcome, notes: [...(note ? [note] : []), ...edits(loads, words), ...reach(rule, inquiry)] };
}

/** Reads the outcome that is on record for the event itself. */
function told(
  { rule, entry, again, alerts, heldBack, waiting }: Case,
  { outcome: words }: WhyWords,
): Said | undefined {
  const own = alerts.find(
    ({ cause, type }) => cause === entry.seq && (!waiting || type === "alert.resolved"),
  );
  if (own !== undefined) {
    const isEnd = own.type === "alert.resolved";
    const isOdd = !again.asks && !isEnd && !isTimed(rule.over);
    const because = isEnd ? words.ended(own.seq) : words.fired(own.seq);
    return { outcome: "fired", because, ...(isOdd ? { note: words.oddAlert } : {}) };
  }
  const [back] = heldBack;
  // Some alerts of a rule that fires once a day may be given, and others suppressed.
  if (back === undefined || alerts.length > 0) return undefined;
  const until = back.until === undefined ? undefined : timeWords(back.until);
  return { outcome: "held-back", because: words.heldBack(back.reason, until) };
}

/** Outcome of a rule that need not wait. */
function atOnce(one: Case, loads: RuleLoads, words: WhyWords): Said {
  if (one.again.asks) return { outcome: "unknown", because: missing(loads, words) };
  return { outcome: "silent", because: silent(one, words) };
}

/** The rule is not what it was, or may not be. */
function edits({ since, later }: RuleLoads, { outcome }: WhyWords): string[] {
  if (since !== undefined) return [outcome.loadedAfter(timeWords(since))];
  return later === undefined ? [] : [outcome.loadedAgain(timeWords(later))];
}

function reach(rule: CompiledRule, { reader, words }: Inquiry): string[] {
  const oldest = reader.log.oldest();
  return oldest === 1 || !remembers(rule) ? [] : [words.outcome.keptFrom(oldest)];
}

function missing({ since, later }: RuleLoads, { outcome }: WhyWords): string {
  if (since !== undefined) return outcome.notActive(timeWords(since));
  return later === undefined ? outcome.noReason : outcome.mayBeAnother;
}

/** Outcome of a rule that waits since the event. */
function inTime(one: Case, waiting: Wait, loads: RuleLoads, { at, lastSeenAt, words }: Inquiry): Said {
  const { rule, again, alerts } = one;
  const { ended, later, toldAs, came, brokenWith, didNot } = words.wait;
  const had = waitWords(one, waiting, "had", words);
  const [first, ...more] = alerts;
  if (first !== undefined && Date.parse(first.time) <= at)
    return { outcome: "fired", because: ended(had, toldAs(first.seq, more.length)) };
  if (again.endedBy !== undefined) {
    const isByAnyEvent = rule.over.lasting === undefined || waiting.isOfWindows;
    const end = isByAnyEvent ? came(again.endedBy) : brokenWith(again.endedBy);
    return { outcome: "silent", because: ended(had, end) };
  }
  if (waiting.due >= Math.min(at, lastSeenAt)) {
    const has = waitWords(one, waiting, "has", words);
    const because = first === undefined ? has : later(has, toldAs(first.seq, more.length));
    return { outcome: "waiting", because };
  }
  if (again.asks) return { outcome: "unknown", because: missing(loads, words) };
  return { outcome: "silent", because: ended(had, didNot) };
}

function waitWords(
  { rule, explained }: Case,
  { causeSeq, due, isOfWindows }: Wait,
  tense: Tense,
  { wait }: WhyWords,
): string {
  const moment = timeWords(isoOf(due));
  if (isOfWindows) {
    const unmet = explained.conditions
      .filter(({ holds }) => holds === false)
      .map(({ text }) => `\`${text}\``);
    return wait.mayHold(unmet, moment, tense);
  }
  const { lasting } = rule.over;
  if (lasting === undefined) return wait.nothingMore(moment, tense);
  return wait.lasts(lasting, causeSeq, moment, tense);
}

/** Longest text of a condition in a sentence; the answer has all of it elsewhere. */
const longestText = 100;

function silent({ explained, rule }: Case, words: WhyWords): string {
  const { holds, when, conditions } = explained;
  const { silent: said } = words;
  if (!holds) {
    const failed = when.filter((part) => part.holds !== true);
    const parts = failed.length > 0 ? failed : when;
    const shown = parts.slice(0, mostParts).map((part) => shownPart(part, words));
    return said.whenFails(shown, parts.length - shown.length);
  }
  const named = ({ text }: ExplainedCondition) => `\`${tamed(text, longestText)}\``;
  const lacking = conditions.find(({ lacksValue }) => lacksValue);
  if (lacking !== undefined) return said.noValue(named(lacking));
  if (explained.ends) return said.ends;
  const late = conditions.find(({ counts }) => !counts);
  if (late !== undefined) return said.noStep(named(late));
  const unmet = conditions.find((condition) => condition.holds === false);
  if (unmet !== undefined) return said.fails(named(unmet), measuredWords(unmet, words));
  if (conditions.length > 0 || rule.over.lasting !== undefined) return said.already;
  return said.none;
}

const mostParts = 3;

/** Words such as "count is 2". */
function measuredWords({ look, found }: ExplainedCondition, words: WhyWords): string[] {
  const measured = Object.entries({ ...look.measured, ...found });
  return [
    ...measured.map(([name, value]) => words.part.isValue(name, shownValue(value, words))),
    ...stepsWords(look.steps, look.stepSeqs, words),
  ];
}
