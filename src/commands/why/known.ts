/** Facts for a rule that was not evaluated: about its sources, their quarantines, and the subject. */
import { nearest } from "../../lib/text/nearest.ts";
import { timeWords } from "../time-words.ts";
import type { HeldBackFacts, Known } from "./answer.ts";
import { withheldFacts } from "./held-back.ts";
import { entryOf, type Inquiry, isoOf } from "./inquiry.ts";
import { notRunning } from "./monitor-then.ts";
import { ruleLoads } from "./rule-loads.ts";
import { sourceKnown, watchKnown } from "./source-known.ts";
import { sourceThen } from "./source-then.ts";
import { type GivingSource, sourcesOf } from "./sources-of.ts";
import type { SubjectQuestion } from "./subject-answer.ts";

const mostWithheld = 100;

/** @param wasAsked whether the rule was asked about the subject at all */
export function keptBack(
  { rule, subject, at, upTo }: SubjectQuestion,
  wasAsked: boolean,
  inquiry: Inquiry,
): HeldBackFacts[] {
  const { reader } = inquiry;
  const { types } = rule;
  const ended = reader
    .withheld(subject, mostWithheld)
    .filter(({ type, since }) => types.includes(type) && since <= at);
  const ends = { discarded: "discarded", "taken-back": "taken back by its service" } as const;
  const past = ended.map(({ type, since, endedAt, how }) =>
    withheldFacts("quarantine", {
      at: isoOf(since),
      until: isoOf(endedAt),
      message: `a ${type} was held back with a rewrite, and ${ends[how]}`,
    }),
  );
  const giving = sourcesOf(types, inquiry).map(({ name }) => name);
  const holds = reader.sources().filter(({ name }) => giving.includes(name));
  const held = holds.flatMap(({ name, hold }) => {
    if (hold === null || Date.parse(hold.since) > at) return [];
    const own = reader.heldTypes(name, subject).filter((type) => types.includes(type));
    return own.map((type) =>
      withheldFacts("quarantine", {
        at: hold.since,
        message: `a ${type} is held back with a rewrite of ${hold.items} items: decide with \`yagura sources release ${name}\` or \`discard ${name}\``,
      }),
    );
  });
  return [
    ...held,
    ...past,
    ...(wasAsked ? [] : giving.flatMap((name) => baselineOf(name, { subject, upTo }, inquiry))),
  ];
}

/** Finds a baseline: the source has something about the subject, and no event ever told it as new. */
function baselineOf(
  source: string,
  { subject, upTo }: Pick<SubjectQuestion, "subject" | "upTo">,
  { reader }: Inquiry,
): HeldBackFacts[] {
  if (!reader.hasItem(source, subject)) return [];
  const [told] = reader.search.oldest({ source: `/sources/${source}`, subject, limit: 1 }).map(entryOf);
  const [first] = baselines(source, upTo, { reader });
  if (first === undefined || (told !== undefined && told.event.data.was === undefined)) return [];
  const { items } = first.event.data.now;
  const all = `what ${source} had when it was first seen is no news: ${String(items)} items were stored, these among them`;
  return [withheldFacts("baseline", { at: first.event.time, message: all })];
}

const mostBaselines = 20;

/** The latest first. */
function baselines(source: string, upTo: number, { reader }: Pick<Inquiry, "reader">) {
  const question = { types: ["source.baselined"], subject: source, upTo, limit: mostBaselines };
  return reader.search.newest(question).map(entryOf);
}

/** @param wasAsked whether the rule was asked about the subject at all */
export function knownOf(question: SubjectQuestion, wasAsked: boolean, inquiry: Inquiry): Known[] {
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

function noEvents({ rule, subject, upTo }: SubjectQuestion, { reader }: Inquiry): Known[] {
  const oldest = reader.log.oldest();
  const from = oldest === 1 ? "" : `; the log is kept from #${oldest} on`;
  const { types } = rule;
  const [later] = reader.search.oldest({ types, subject, after: upTo, limit: 1 }).map(entryOf);
  const then = later && ` up to then; the first is #${later.seq}, ${timeWords(later.event.time)}`;
  const none = `no event that the rule is about came for ${subject}${then ?? ""}${from}`;
  const others = reader.search
    .about(subject, upTo)
    .filter(({ type }) => !type.startsWith("alert."))
    .map(({ type, count }) => `${type} (${count})`);
  if (others.length > 0)
    return [
      { kind: "no-events", message: none },
      { kind: "other-events", message: `what came for it: ${others.join(", ")}` },
    ];
  // A subject of which events come later is meant as it was said.
  if (later !== undefined) return [{ kind: "no-events", message: none }];
  const subjects = reader.search.subjects(types, mostSubjects);
  const meant = nearest(subject, subjects);
  const some = subjects.slice(0, 10).join(", ");
  const near = meant === undefined ? `such events came for ${some}` : `did you mean \`${meant}\`?`;
  return [
    { kind: "no-events", message: none },
    ...(subjects.length === 0 ? [] : [{ kind: "nearest" as const, message: near }]),
  ];
}

function firstSight({ name }: GivingSource, upTo: number, inquiry: Inquiry): Known[] {
  return baselines(name, upTo, inquiry).map(({ event }) => ({
    kind: "baselined",
    message: `${name} was first seen, or a part of it: ${String(event.data.now.items)} items, told as one`,
    at: event.time,
  }));
}

function loaded({ rule, upTo }: SubjectQuestion, inquiry: Inquiry): Known[] {
  const { since } = ruleLoads(rule.name, upTo + 1, inquiry);
  return since === undefined
    ? []
    : [{ kind: "rule-loaded", message: "the rule was loaded only then", at: since }];
}
