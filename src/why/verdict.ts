/** Verdict of a rule on an event: its outcome from the database, and the parts of its condition as they come out now. */
import { numberOf } from "../alerts/life/growing.ts";
import type { Notice } from "../model/alerts.ts";
import type { LogEntry } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import type {
  ConditionFacts,
  NoticeFacts,
  PartFacts,
  RuleFacts,
  StepEvent,
  UntoldFacts,
  Verdict,
} from "../model/page/why.ts";
import { personOf } from "../model/people.ts";
import { silencedWords } from "../model/silence.ts";
import type { SilenceAdded } from "../model/silence-items.ts";
import { replayStanding } from "../pipeline/standing/replayed-standing.ts";
import { isAbout } from "../rules/about/heard-rules.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import {
  type ExplainedCondition,
  type ExplainedEvent,
  type ExplainedPart,
  explainEvent,
} from "../rules/explain/explain-event.ts";
import { createRuleSet } from "../rules/rule-set.ts";
import { openAlertIn, waitIn } from "../rules/state/index.ts";
import { entryAt, entryOf, type Inquiry, isoIfKnown, isoOf, standingRecord } from "./inquiry.ts";
import { type CausedAlert, causedAlerts, mailFacts, suppressionFacts } from "./on-record.ts";
import { outcomeOf } from "./outcome.ts";
import { type History, type Reevaluation, reevaluate } from "./rule-history.ts";

/** Verdicts of some rules on an event; rules that are not about it are left out. */
export function verdictsOn(entry: LogEntry, rules: readonly CompiledRule[], inquiry: Inquiry): Verdict[] {
  const asked = rules.filter((rule) => isAbout(rule, entry.event));
  const history = reevaluate(asked, [entry], inquiry);
  return asked.flatMap((rule) => verdicts(rule, [entry], history, inquiry));
}

/** Verdicts of a rule on some events, in their order. */
export function verdictsOf(rule: CompiledRule, entries: readonly LogEntry[], inquiry: Inquiry): Verdict[] {
  return verdicts(rule, entries, reevaluate([rule], entries, inquiry), inquiry);
}

export function ruleFacts({ name, file, line }: CompiledRule): RuleFacts {
  return { name, file, line };
}

function verdicts(
  rule: CompiledRule,
  entries: readonly LogEntry[],
  history: History,
  inquiry: Inquiry,
): Verdict[] {
  if (entries.length === 0) return [];
  const waited = entries.flatMap(({ seq }) => waitIn(history(rule, seq).after)?.causeSeq ?? []);
  const alerts = causedAlerts(rule, entries, waited, inquiry);
  const explained = explainAll(rule, entries, history, inquiry);
  return entries.map((entry) =>
    verdict(
      rule,
      entry,
      { again: history(rule, entry.seq), explained: explained(entry.seq), alerts },
      inquiry,
    ),
  );
}

/** Explains events in the order of the log, each with what stood then. */
function explainAll(
  rule: CompiledRule,
  entries: readonly LogEntry[],
  history: History,
  inquiry: Inquiry,
): (seq: number) => ExplainedEvent {
  const { standing: plan } = createRuleSet([rule], { hash: "", files: [] });
  const standing = replayStanding(plan, standingRecord(inquiry), inquiry.calendar);
  const explained = new Map<number, ExplainedEvent>();
  for (const entry of [...entries].sort((one, other) => one.seq - other.seq)) {
    standing.apply(entry);
    const { before, formsOf } = standing;
    const around = { calendar: inquiry.calendar, standing: standing.now(), before, formsOf };
    explained.set(entry.seq, explainEvent(rule, entry, history(rule, entry.seq), around));
  }
  return (seq) => explained.get(seq) as ExplainedEvent;
}

interface Found {
  readonly again: Reevaluation;
  readonly explained: ExplainedEvent;
  /** Alerts of all the events in question. */
  readonly alerts: readonly CausedAlert[];
}

function verdict(
  rule: CompiledRule,
  entry: LogEntry,
  { again, explained, alerts }: Found,
  inquiry: Inquiry,
): Verdict {
  const { reader, at } = inquiry;
  const active = openAlertIn(again.before);
  const waiting = waitIn(again.after);
  const causes = [...new Set([entry.seq, ...(waiting ? [waiting.causeSeq] : [])])];
  const own = alerts.filter(({ seq, cause }) => seq > entry.seq && causes.includes(cause));
  const heldBack = causes
    .flatMap((cause) => reader.suppressions.ofCause(cause))
    .filter((each) => each.rule === rule.name && each.at <= at && each.at >= Date.parse(entry.event.time))
    .map((each) => suppressionFacts(each, inquiry));
  return {
    rule: ruleFacts(rule),
    key: explained.key,
    ...outcomeOf({ rule, entry, explained, again, alerts: own, waiting, heldBack }, inquiry),
    when: explained.when.map(partFacts),
    conditions: explained.conditions.map((condition) => conditionFacts(condition, inquiry)),
    waiting: waiting && { since: waiting.causeSeq, due: isoOf(waiting.due) },
    open: active && { since: active.causeSeq, until: explained.until.map(partFacts) },
    alerts: own.map(({ seq, type, title, unmailed }) => ({
      ...{ seq, type, title, unmailed },
      notices: noticeFacts(seq, inquiry),
      mails: mailFacts(seq, inquiry),
    })),
    heldBack,
  };
}

function partFacts({ text, holds, values }: ExplainedPart): PartFacts {
  return {
    text,
    holds: holds ?? null,
    values: values.map(({ text: name, value }) => ({ text: name, value: plain(value) })),
  };
}

/** Whole numbers of the language are bigints, which JSON does not know. */
function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function conditionFacts(
  { text, holds, counts, look, found, compared }: ExplainedCondition,
  inquiry: Inquiry,
): ConditionFacts {
  const { entries, from, to, measured, steps, stepSeqs, brokenAt } = look;
  const events = stepSeqs?.map((seq) => (seq === undefined ? null : stepEvent(seq, inquiry)));
  return {
    ...{ text, holds: holds ?? null, counts, entries },
    ...{ from: isoIfKnown(from), to: isoIfKnown(to) },
    measured: { ...measured, ...found },
    ...{ steps, events },
    before: compared && { value: compared.value, at: isoOf(compared.at) },
    brokenAt: isoIfKnown(brokenAt),
  };
}

function stepEvent(seq: number, inquiry: Inquiry): StepEvent | null {
  const event = entryAt(seq, inquiry)?.event;
  return event === undefined ? null : { seq, type: event.type, subject: event.subject, time: event.time };
}

// Decisions about telling an alert, receiver by receiver: the facts on record.

/** Decisions about an alert, in the order in which they were made. @param alertSeq seq of the alert */
export function noticeFacts(alertSeq: number, inquiry: Inquiry): NoticeFacts[] {
  const { reader, words, config } = inquiry;
  return reader.alerts.ofAlert(alertSeq).map((notice) => {
    const { receiver, route, reason, state, at, until, by, message, toldAt } = notice;
    const told = message !== undefined && toldAt !== undefined;
    return {
      ...{ receiver, person: personOf(receiver, config.people) },
      ...{ route, reason, message: words.entry.notice(reason), state, at: isoOf(at) },
      ...{ until: isoIfKnown(until), by, silence: silenceOf(notice, inquiry) },
      told: told ? { in: message, at: isoOf(toldAt) } : undefined,
    };
  });
}

/** An expression that asks for the watchlists of a stock. */
const asksWatchlists = /\bmine\(|\bwatchlists\b/;

/** Why an alert that has no receiver has none. @param rule undefined: there is none of that name now */
export function untoldFacts(
  { recipients, watchlists = [] }: Pick<Alert, "recipients" | "watchlists">,
  rule: CompiledRule | undefined,
  { words }: Pick<Inquiry, "words">,
): UntoldFacts | undefined {
  if (recipients.length > 0 || rule === undefined) return undefined;
  const { notify } = rule.about;
  const [choice] = notify;
  // Targets that are written out would be on the alert: the rule was edited since.
  if (choice !== undefined && (notify.length > 1 || /^[a-z]+:[^\s"]+$/.test(choice))) return undefined;
  const isUnwatched = choice !== undefined && watchlists.length === 0 && asksWatchlists.test(choice);
  const reason = choice === undefined ? "no-receiver" : isUnwatched ? "not-watched" : "own-choice";
  return { reason, message: words.entry.untold(reason), ...(choice === undefined ? {} : { notify: choice }) };
}

/** What was said when the silence was set; it may have ended since. */
function silenceOf({ reason, by, alertSeq }: Notice, inquiry: Inquiry): NoticeFacts["silence"] {
  if (reason !== "silenced" || by === undefined) return undefined;
  const [added] = inquiry.reader.search
    .newest({ types: ["silence.added"], subject: by, limit: 1 })
    .map(entryOf);
  if (added === undefined) return undefined;
  const { match, author, because, grows } = added.event.data.now as unknown as SilenceAdded;
  if (grows === undefined) return { match, author, because };
  const alert = entryAt(alertSeq, inquiry);
  const number = alert && numberOf(alert, grows, (seq) => entryAt(seq, inquiry));
  return { match, author, because, grows: silencedWords(grows, number, inquiry.language ?? "en") };
}
