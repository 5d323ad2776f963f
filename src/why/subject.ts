/** Explains what a rule said about a subject, or why it was silent. */
import { timeWords } from "../lib/text/counted.ts";
import { nearest } from "../lib/text/nearest.ts";
import type { LogEntry } from "../model/event.ts";
import type { Known, PastVerdict, SubjectAnswer, SuppressionFacts, Verdict } from "../model/page/why.ts";
import { isAbout } from "../rules/about/heard-rules.ts";
import { surroundingsOf, variablesOf } from "../rules/cel/surroundings.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { alertKeyOf } from "../rules/texts/template.ts";
import { entryOf, type Inquiry, isoOf, ruleLoads } from "./inquiry.ts";
import { causeFacts } from "./on-record.ts";
import {
  type GivingSource,
  notRunning,
  sourceKnown,
  sourcesOf,
  sourceThen,
  watchKnown,
} from "./source-status.ts";
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
    latest: latest?.verdict && { ...causeFacts(latest.entry, inquiry), verdict: latest.verdict },
    before: before.flatMap(({ entry, verdict }) => (verdict === undefined ? [] : past(entry, verdict))),
    heldBack: untold({ ...question, subject: about }, entries.length > 0, inquiry),
    known: knownOf({ ...question, subject: about }, entries.length > 0, inquiry),
    notes,
  };
}

function past({ seq, event }: LogEntry, { key, outcome, because }: Verdict): PastVerdict {
  return { seq, type: event.type, time: event.time, key, outcome, because };
}

const mostKeys = 50_000;

/** Events of the subject, or of the key, that the rule was asked about, the latest first. */
function entriesAbout({ rule, subject, upTo }: SubjectQuestion, { reader, words, calendar }: Inquiry) {
  const { types } = rule;
  const around = surroundingsOf({ calendar });
  const limit = mostBefore + 1;
  const isOf = ({ event }: LogEntry) => isAbout(rule, event);
  const direct = reader.search.newest({ types, subject, upTo, limit }).map(entryOf).filter(isOf);
  if (direct.length > 0 || rule.by.length === 0) return { entries: direct, notes: [] };
  const read = reader.search.newest({ types, upTo, limit: mostKeys });
  const entries: LogEntry[] = [];
  for (const stored of read) {
    if (entries.length === limit) break;
    const entry = entryOf(stored);
    if (isOf(entry) && alertKeyOf(rule, variablesOf(entry.event, around), entry.event.subject) === subject)
      entries.push(entry);
  }
  const isCut = entries.length === 0 && read.length === mostKeys;
  return {
    entries,
    notes: isCut ? [words.subject.sought(mostKeys)] : [],
  };
}

const mostWithheld = 100;

/**
 * Changes that were not told as events: in quarantine, or part of a baseline.
 * @param wasAsked whether the rule was asked about the subject at all
 */
function untold(
  { rule, subject, at, upTo }: SubjectQuestion,
  wasAsked: boolean,
  inquiry: Inquiry,
): SuppressionFacts[] {
  const { reader, words } = inquiry;
  const { types } = rule;
  const ended = reader
    .withheld(subject, mostWithheld)
    .filter(({ type, since }) => types.includes(type) && since <= at);
  const past = ended.map(({ type, since, endedAt, how }) => ({
    reason: "quarantine" as const,
    message: words.subject.heldWith(type, how),
    at: isoOf(since),
    until: isoOf(endedAt),
  }));
  const giving = sourcesOf(types, inquiry).map(({ name }) => name);
  const holds = reader.sources().filter(({ name }) => giving.includes(name));
  const quarantined = holds.flatMap(({ name, hold }) => {
    if (hold === null || Date.parse(hold.since) > at) return [];
    const own = reader.heldTypes(name, subject).filter((type) => types.includes(type));
    return own.map((type) => ({
      reason: "quarantine" as const,
      message: words.subject.isHeld(type, hold.items, name),
      at: hold.since,
    }));
  });
  return [
    ...quarantined,
    ...past,
    ...(wasAsked ? [] : giving.flatMap((name) => baselineOf(name, { subject, upTo }, inquiry))),
  ];
}

/** Finds a baseline: the source has something about the subject, and no event ever told it as new. */
function baselineOf(
  source: string,
  { subject, upTo }: Pick<SubjectQuestion, "subject" | "upTo">,
  { reader, words }: Inquiry,
): SuppressionFacts[] {
  if (!reader.hasItem(source, subject)) return [];
  const [told] = reader.search.oldest({ source: `/sources/${source}`, subject, limit: 1 }).map(entryOf);
  const [first] = baselines(source, upTo, { reader });
  if (first === undefined || (told !== undefined && told.event.data.was === undefined)) return [];
  const message = words.subject.atFirstSight(source, Number(first.event.data.now.items));
  return [{ reason: "baseline", message, at: first.event.time }];
}

const mostBaselines = 20;

/** Baselines of a source, the latest first. */
function baselines(source: string, upTo: number, { reader }: Pick<Inquiry, "reader">) {
  const question = { types: ["source.baselined"], subject: source, upTo, limit: mostBaselines };
  return reader.search.newest(question).map(entryOf);
}

/**
 * Further facts about the sources, the subject and the rule.
 * @param wasAsked whether the rule was asked about the subject at all
 */
function knownOf(question: SubjectQuestion, wasAsked: boolean, inquiry: Inquiry): Known[] {
  const { rule, subject, at, upTo } = question;
  const giving = sourcesOf(rule.types, inquiry);
  // The monitor's own news is about sources.
  const about = Object.keys(inquiry.config.sources).filter((name) => name === subject);
  const asked = [...giving, ...about.map((name) => ({ name, isConfigured: true }))];
  // The database has the present status of a source; about the past the log has what was told.
  const isPast = at <= inquiry.lastSeenAt;
  const stopped = asked.length === 0 ? undefined : notRunning(at, inquiry);
  const isRunning = stopped === undefined;
  const states = [
    ...(stopped === undefined ? [] : [stopped]),
    ...asked.flatMap((source) =>
      isPast || !isRunning ? sourceThen(source, { upTo, isRunning }, inquiry) : sourceKnown(source, inquiry),
    ),
  ];
  if (wasAsked) return states;
  return [
    ...noEvents(question, inquiry),
    ...giving.flatMap((source) => firstSight(source, upTo, inquiry)),
    ...states,
    ...giving.flatMap((source) => watchKnown(source, subject, inquiry)),
    ...loaded(question, inquiry),
  ];
}

const mostSubjects = 100_000;

function noEvents({ rule, subject, upTo }: SubjectQuestion, { reader, words }: Inquiry): Known[] {
  const said = words.subject;
  const oldest = reader.log.oldest();
  const { types } = rule;
  const [later] = reader.search.oldest({ types, subject, after: upTo, limit: 1 }).map(entryOf);
  const first = later && { seq: later.seq, when: timeWords(later.event.time) };
  const none = said.noEvents(subject, first, oldest === 1 ? undefined : oldest);
  const others = reader.search.about(subject, upTo).filter(({ type }) => !type.startsWith("alert."));
  if (others.length > 0)
    return [
      { kind: "no-events", message: none },
      { kind: "other-events", message: said.otherEvents(others) },
    ];
  // A subject of which events come later is meant as it was said.
  if (later !== undefined) return [{ kind: "no-events", message: none }];
  const subjects = reader.search.subjects(types, mostSubjects);
  const meant = nearest(subject, subjects);
  const near = meant === undefined ? said.cameFor(subjects.slice(0, 10)) : said.didYouMean(meant);
  return [
    { kind: "no-events", message: none },
    ...(subjects.length === 0 ? [] : [{ kind: "nearest" as const, message: near }]),
  ];
}

function firstSight({ name }: GivingSource, upTo: number, inquiry: Inquiry): Known[] {
  return baselines(name, upTo, inquiry).map(({ event }) => ({
    kind: "baselined",
    message: inquiry.words.subject.firstSight(name, Number(event.data.now.items)),
    at: event.time,
  }));
}

function loaded({ rule, upTo }: SubjectQuestion, inquiry: Inquiry): Known[] {
  const { since } = ruleLoads(rule.name, upTo + 1, inquiry);
  return since === undefined
    ? []
    : [{ kind: "rule-loaded", message: inquiry.words.subject.loadedThen, at: since }];
}
