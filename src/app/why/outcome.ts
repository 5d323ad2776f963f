/** The outcome of an event for a rule in a word and in a sentence, with what makes it uncertain. */

import { timeWords } from "../../lib/text/time-words.ts";
import { durationWords } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import type { SuppressionFacts, Verdict } from "../../model/page/why.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import type { ExplainedCondition, ExplainedEvent } from "../../rules/explain-event.ts";
import { isTimed, remembers, type Wait } from "../../rules/state/index.ts";
import { type Inquiry, isoOf, type RuleLoads, ruleLoads } from "./inquiry.ts";
import type { CausedAlert } from "./on-record.ts";
import type { Reevaluation } from "./rule-history.ts";
import { shownPart, stepsWords, tamed, valueWords } from "./words.ts";

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
  const said = told(one) ?? (waiting ? inTime(one, waiting, loads, inquiry) : atOnce(one, loads));
  const { note, ...outcome } = said;
  return { ...outcome, notes: [...(note ? [note] : []), ...edits(loads), ...reach(rule, inquiry)] };
}

/** Reads the outcome that is on record for the event itself. */
function told({ rule, entry, again, alerts, heldBack, waiting }: Case): Said | undefined {
  const own = alerts.find(
    ({ cause, type }) => cause === entry.seq && (!waiting || type === "alert.resolved"),
  );
  if (own !== undefined) {
    const isEnd = own.type === "alert.resolved";
    const isOdd = !again.asks && !isEnd && !isTimed(rule.over);
    const because = `${isEnd ? "it ended the alert" : "it fired"}: #${own.seq}`;
    return { outcome: "fired", because, ...(isOdd ? { note: oddAlert } : {}) };
  }
  const [back] = heldBack;
  // Some alerts of a rule that fires once a day may be given, and others suppressed.
  if (back === undefined || alerts.length > 0) return undefined;
  const until = back.until === undefined ? "" : ` until ${timeWords(back.until)}`;
  return { outcome: "held-back", because: `${back.reason}${until}: ${back.message}` };
}

/** Outcome of a rule that need not wait. */
function atOnce(one: Case, loads: RuleLoads): Said {
  if (one.again.asks) return { outcome: "unknown", because: missing(loads) };
  return { outcome: "silent", because: silent(one) };
}

const oddAlert = "judged again by the rule as it is now, over what the log keeps, it would not have fired";

/** The rule is not what it was, or may not be. */
function edits({ since, later }: RuleLoads): string[] {
  if (since !== undefined) return [`the rule was loaded only after this event, ${timeWords(since)}`];
  if (later === undefined) return [];
  return [
    `rules were loaded again after this event, last ${timeWords(later)}: this is the rule as it is now`,
  ];
}

function reach(rule: CompiledRule, { reader }: Inquiry): string[] {
  const oldest = reader.log.oldest();
  if (oldest === 1 || !remembers(rule)) return [];
  return [`the log is kept from #${oldest} on: what the rule remembered from before is not known`];
}

function missing({ since, later }: RuleLoads): string {
  if (since !== undefined) return `the rule was not active yet: it was loaded ${timeWords(since)}`;
  if (later !== undefined) return "the rule as it is now would have fired; it may have been another one then";
  return "the rule as it is now would have fired, and nothing on record says why it did not";
}

/** Outcome of a rule that waits since the event. */
function inTime(one: Case, waiting: Wait, loads: RuleLoads, { at, lastSeenAt }: Inquiry): Said {
  const { rule, again, alerts } = one;
  const had = waitWords(one, waiting, "had");
  const [first, ...more] = alerts;
  const words =
    first && `told as #${first.seq}${more.length > 0 ? `, and ${more.length} times after it` : ""}`;
  if (first !== undefined && Date.parse(first.time) <= at)
    return { outcome: "fired", because: `${had}; ${words}` };
  if (again.endedBy !== undefined) {
    const end =
      rule.over.lasting === undefined || waiting.isOfWindows
        ? `#${again.endedBy} came`
        : `with #${again.endedBy} it did not`;
    return { outcome: "silent", because: `${had}; ${end}` };
  }
  if (waiting.due >= Math.min(at, lastSeenAt)) {
    const has = waitWords(one, waiting, "has");
    return { outcome: "waiting", because: first === undefined ? has : `${has}; later ${words}` };
  }
  if (again.asks) return { outcome: "unknown", because: missing(loads) };
  return { outcome: "silent", because: `${had}; it did not` };
}

function waitWords(
  { rule, explained }: Case,
  { causeSeq, due, isOfWindows }: Wait,
  verb: "has" | "had",
): string {
  const moment = timeWords(isoOf(due));
  if (isOfWindows) {
    const unmet = explained.conditions
      .filter(({ holds }) => holds === false)
      .map(({ text }) => `\`${text}\``);
    const [may, comes] = verb === "has" ? ["may", "comes"] : ["might", "came"];
    return `${unmet.join(" and ")} ${may} hold from ${moment} on if nothing more ${comes}`;
  }
  const { lasting } = rule.over;
  if (lasting === undefined) return `nothing more ${verb} to come until ${moment}`;
  return `what it asks for ${verb} to hold for ${durationWords(lasting)} from #${causeSeq} on, until ${moment}`;
}

/** Longest text of a condition in a sentence; the answer has all of it elsewhere. */
const longestText = 100;

function silent({ explained, rule }: Case): string {
  const { holds, when, conditions } = explained;
  if (!holds) {
    const parts = when.filter((part) => part.holds !== true);
    return `its \`when\` does not hold${partsWords(parts.length > 0 ? parts : when)}`;
  }
  const named = ({ text }: ExplainedCondition) => `\`${tamed(text, longestText)}\``;
  const lacking = conditions.find(({ lacksValue }) => lacksValue);
  if (lacking !== undefined)
    return `this event plays no part in the rule: it has no value for ${named(lacking)}`;
  if (explained.ends) return "its `until` holds for this event, which ends an alert and asks for none";
  const late = conditions.find(({ counts }) => !counts);
  if (late !== undefined)
    return `this event plays no part in ${named(late)}: it is no step of it, or came too late`;
  const unmet = conditions.find((condition) => condition.holds === false);
  if (unmet !== undefined) return `${named(unmet)} does not hold${measuredWords(unmet)}`;
  if (conditions.length > 0 || rule.over.lasting !== undefined)
    return "what it asks for held before already: it fires once, when that begins";
  return "it asked for no alert";
}

const mostParts = 3;

function partsWords(parts: ExplainedEvent["when"]): string {
  const words = parts.slice(0, mostParts).map(shownPart).join("; ");
  return parts.length > mostParts ? `: ${words}; and ${parts.length - mostParts} more` : `: ${words}`;
}

/** Words such as ": count is 2". */
function measuredWords({ look, found }: ExplainedCondition): string {
  const measured = Object.entries({ ...look.measured, ...found });
  const words = [
    ...measured.map(([name, value]) => `${name} is ${valueWords(value)}`),
    ...stepsWords(look.steps, look.stepSeqs),
  ];
  return words.length === 0 ? "" : `: ${words.join(", ")}`;
}
