/** What a rule made of an event: as the database says, with the parts of the rule's condition as they come out now. */
import type { LogEntry } from "../../model/event.ts";
import type { Alert } from "../../model/items.ts";
import type { RuleState } from "../../rules/ask-rule.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { type ExplainedCondition, type ExplainedPart, explainEvent } from "../../rules/explain-event.ts";
import type { ConditionFacts, PartFacts, RuleFacts, Verdict } from "./answer.ts";
import { heldBackFacts } from "./held-back.ts";
import { entryOf, type Inquiry, isoOf } from "./inquiry.ts";
import { type Judged, judge } from "./judge-outcome.ts";
import { type JudgedAgain, judgeAgain } from "./rule-history.ts";

/** What each of some rules made of an event; those that are not about it are left out. */
export function verdictsOn(entry: LogEntry, rules: readonly CompiledRule[], inquiry: Inquiry): Verdict[] {
  const asked = rules.filter(({ types }) => types.includes(entry.event.type));
  const history = judgeAgain(asked, [entry], inquiry);
  return asked.map((rule) => verdict(rule, entry, history(rule, entry.seq), inquiry));
}

/** What a rule made of some events, in their order. */
export function verdictsOf(rule: CompiledRule, entries: readonly LogEntry[], inquiry: Inquiry): Verdict[] {
  const history = judgeAgain([rule], entries, inquiry);
  return entries.map((entry) => verdict(rule, entry, history(rule, entry.seq), inquiry));
}

export function ruleFacts({ name, file, line }: CompiledRule): RuleFacts {
  return { name, file, line };
}

function verdict(rule: CompiledRule, entry: LogEntry, again: JudgedAgain, inquiry: Inquiry): Verdict {
  const { calendar, reader } = inquiry;
  const explained = explainEvent(rule, entry, again, calendar);
  const { active } = (again.before ?? {}) as Partial<RuleState>;
  const { waiting, turn, held } = (again.after ?? {}) as Partial<RuleState>;
  const due = waiting ?? (held ? undefined : turn);
  const waitingFacts = due && { since: due.causeSeq, due: isoOf(due.due) };
  const alerts = alertsOf(rule.name, [entry.seq, ...(due ? [due.causeSeq] : [])], inquiry);
  const own = reader.suppressions.ofCause(entry.seq).filter((each) => each.rule === rule.name);
  const judged: Judged = {
    ...{ rule, entry, explained, asks: again.asks, alerts, waiting: waitingFacts },
    heldBack: own.map(heldBackFacts),
  };
  return {
    rule: ruleFacts(rule),
    key: explained.key,
    ...judge(judged, inquiry),
    when: explained.when.map(partFacts),
    conditions: explained.conditions.map(conditionFacts),
    ...(waitingFacts === undefined ? {} : { waiting: waitingFacts }),
    ...(active === undefined
      ? {}
      : { open: { since: active.causeSeq, until: explained.until.map(partFacts) } }),
    alerts: alerts.map(({ seq, type, title }) => ({ seq, type, title })),
    heldBack: judged.heldBack,
  };
}

const mostAlerts = 5_000;

/** The alerts of a rule that some events brought about. */
function alertsOf(rule: string, causes: readonly number[], { reader }: Inquiry): Judged["alerts"] {
  const stored = reader.search.oldest({
    types: ["alert.fired", "alert.resolved"],
    source: `/rules/${rule}`,
    after: Math.min(...causes),
    limit: mostAlerts,
  });
  return stored.flatMap((each) => {
    const { seq, event } = entryOf(each);
    const { title, cause } = event.data.now as unknown as Alert;
    return causes.includes(cause.seq)
      ? [{ seq, type: event.type, title, time: event.time, cause: cause.seq }]
      : [];
  });
}

function partFacts({ text, holds, values }: ExplainedPart): PartFacts {
  return {
    text,
    holds: holds ?? null,
    values: values.map(({ text: name, value }) => ({
      text: name,
      ...(value === undefined ? {} : { value: plain(value) }),
    })),
  };
}

/** Whole numbers of the language are bigints, which JSON does not know. */
function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function conditionFacts({ text, holds, counts, look, found }: ExplainedCondition): ConditionFacts {
  const { entries, from, to, measured, steps } = look;
  return {
    ...{ text, holds: holds ?? null, counts, entries },
    ...(from === undefined ? {} : { from: isoOf(from) }),
    ...(to === undefined ? {} : { to: isoOf(to) }),
    measured: { ...measured, ...found },
    ...(steps === undefined ? {} : { steps }),
  };
}
