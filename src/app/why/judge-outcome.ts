/** The outcome of an event for a rule in a word and in a sentence, with what makes it uncertain. */

import { durationWords } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import { remembers } from "../../rules/ask-rule.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import type { ExplainedEvent } from "../../rules/explain-event.ts";
import { isTimed } from "../../rules/turn.ts";
import type { HeldBackFacts, Verdict } from "./answer.ts";
import type { Inquiry } from "./inquiry.ts";
import { type RuleLoads, ruleLoads } from "./rule-loads.ts";
import { shownPart, timeWords } from "./words.ts";

export interface Judged {
  readonly rule: CompiledRule;
  readonly entry: LogEntry;
  readonly explained: ExplainedEvent;
  /** Whether the rule as it is now asks for an alert. */
  readonly asks: boolean;
  readonly alerts: readonly {
    readonly seq: number;
    readonly type: string;
    readonly title: string;
    readonly time: string;
    readonly cause: number;
  }[];
  readonly heldBack: readonly HeldBackFacts[];
  readonly waiting: Verdict["waiting"];
}

type Outcome = Pick<Verdict, "outcome" | "because" | "notes">;

export function judge(judged: Judged, inquiry: Inquiry): Outcome {
  const { rule, entry, alerts, heldBack } = judged;
  const loads = ruleLoads(rule.name, entry.seq, inquiry);
  const notes = [...edits(loads), ...reach(rule, inquiry)];
  const own = alerts.filter(({ cause }) => cause === entry.seq);
  const [fired] = own;
  const isLater = judged.waiting !== undefined && fired?.type === "alert.fired";
  if (fired !== undefined && !isLater) {
    const verb = fired.type === "alert.resolved" ? "it ended the alert" : "it fired";
    const odd = judged.asks || fired.type === "alert.resolved" || isTimed(rule.over) ? [] : [oddAlert];
    return { outcome: "fired", because: `${verb}: #${fired.seq}`, notes: [...odd, ...notes] };
  }
  const [back] = heldBack;
  if (back !== undefined) {
    const until = back.until === undefined ? "" : ` until ${timeWords(back.until)}`;
    return { outcome: "held-back", because: `${back.reason}${until}: ${back.message}`, notes };
  }
  if (judged.waiting !== undefined) return { ...waiting(judged, judged.waiting), notes };
  if (judged.asks) return { outcome: "unknown", because: missing(loads), notes };
  return { outcome: "silent", because: silent(judged), notes };
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
  if (later !== undefined) return "the rule as it is now would have fired; it was another one then";
  return "the rule as it is now would have fired, and nothing on record says why it did not";
}

function waiting(
  { rule, alerts, explained }: Judged,
  { since, due }: NonNullable<Verdict["waiting"]>,
): Pick<Outcome, "outcome" | "because"> {
  const told = alerts.find(({ cause }) => cause === since);
  const { lasting, absence } = rule.over;
  const unmet = explained.conditions.filter(({ holds }) => holds === false).map(({ text }) => `\`${text}\``);
  let what = `nothing more has to come until ${timeWords(due)}`;
  if (unmet.length > 0 && absence === undefined)
    what = `${unmet.join(" and ")} may hold from ${timeWords(due)} on if nothing more comes`;
  else if (lasting !== undefined)
    what = `what it asks for has to hold for ${durationWords(lasting)} from #${since} on, until ${timeWords(due)}`;
  if (told !== undefined) return { outcome: "fired", because: `${what}; told as #${told.seq}` };
  return { outcome: "waiting", because: what };
}

function silent({ explained, rule }: Judged): string {
  const { holds, when, conditions } = explained;
  if (!holds) {
    const parts = when.filter((part) => part.holds !== true);
    return `its \`when\` does not hold${parts.length === 1 ? `: ${parts.map(shownPart).join("")}` : ""}`;
  }
  const uncounted = conditions.find(({ counts }) => !counts);
  if (uncounted !== undefined)
    return `this event plays no part in \`${uncounted.text}\`: it has no such value, or came too late`;
  const unmet = conditions.find((condition) => condition.holds === false);
  if (unmet !== undefined) return `\`${unmet.text}\` does not hold`;
  if (conditions.length > 0 || rule.over.lasting !== undefined)
    return "what it asks for held before already: it fires once, when that begins";
  return "it asked for no alert";
}
