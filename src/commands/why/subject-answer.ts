/** Explains what a rule said about a subject, or why it was silent. */
import type { LogEntry } from "../../model/event.ts";
import { type CompiledRule, keyOf } from "../../rules/compiled-rule.ts";
import type { PastVerdict, SubjectAnswer, Verdict } from "./answer.ts";
import { causeFacts } from "./event-facts.ts";
import { entryOf, type Inquiry, isoOf } from "./inquiry.ts";
import { keptBack, knownOf } from "./known.ts";
import { ruleFacts, verdictsOf } from "./verdict.ts";

export interface SubjectQuestion {
  readonly rule: CompiledRule;
  /** The subject of events, or the key of alerts. */
  readonly subject: string;
  /** ms since 1970; what came later is not looked at. */
  readonly at: number;
  /** seq of the last entry of the log then. */
  readonly upTo: number;
}

const mostBefore = 5;

export function aboutSubject(asked: Omit<SubjectQuestion, "upTo">, inquiry: Inquiry): SubjectAnswer {
  const { rule, subject, at } = asked;
  const question = { ...asked, upTo: inquiry.reader.search.seqAt(isoOf(at)) };
  const { entries, notes } = entriesAbout(question, inquiry);
  const verdicts = verdictsOf(rule, entries, inquiry);
  const [latest, ...before] = entries.map((entry, index) => ({ entry, verdict: verdicts[index] }));
  // Where a key was given, what is stored of its subject is told.
  const about = latest?.entry.event.subject ?? subject;
  return {
    about: "subject",
    rule: ruleFacts(rule),
    subject,
    at: isoOf(at),
    ...(latest?.verdict === undefined
      ? {}
      : { latest: { ...causeFacts(latest.entry, inquiry), verdict: latest.verdict } }),
    before: before.flatMap(({ entry, verdict }) => (verdict === undefined ? [] : past(entry, verdict))),
    heldBack: keptBack({ ...question, subject: about }, entries.length > 0, inquiry),
    known: knownOf({ ...question, subject: about }, entries.length > 0, inquiry),
    notes,
  };
}

function past({ seq, event }: LogEntry, { key, outcome, because }: Verdict): PastVerdict {
  return { seq, type: event.type, time: event.time, key, outcome, because };
}

const mostKeys = 50_000;

/** The latest first. */
function entriesAbout({ rule, subject, upTo }: SubjectQuestion, { reader }: Inquiry) {
  const { types } = rule;
  const limit = mostBefore + 1;
  const direct = reader.search.newest({ types, subject, upTo, limit }).map(entryOf);
  if (direct.length > 0 || rule.by.length === 0) return { entries: direct, notes: [] };
  const read = reader.search.newest({ types, upTo, limit: mostKeys });
  const entries: LogEntry[] = [];
  for (const stored of read) {
    if (entries.length === limit) break;
    const entry = entryOf(stored);
    if (keyOf(rule, rule.language.bind(entry.event), entry.event.subject) === subject) entries.push(entry);
  }
  const isCut = entries.length === 0 && read.length === mostKeys;
  return {
    entries,
    notes: isCut ? [`as a key it was looked for in the last ${mostKeys} events of the rule's types`] : [],
  };
}
