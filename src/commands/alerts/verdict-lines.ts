/** What a rule decided about an event, in lines: its outcome, what its conditions saw, who was told, and the mails. */

import { timeWords } from "../../lib/text/counted.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import type {
  AlertAnswer,
  ConditionFacts,
  MailFacts,
  NoticeFacts,
  PartFacts,
  StepEvent,
  SuppressionFacts,
  Verdict,
} from "../../model/page/why.ts";
import { holdsWords, shownValue, stepsWords, tamed, valuesWords } from "../../why/inquiry.ts";
import type { LineWords } from "./line-words.ts";

/** A section without a heading stands at the edge; one without lines is left out. */
export type Section = readonly [heading: string, lines: readonly string[]];

/** Most characters of a text in a line. */
export const longestShown = 500;

export function verdictSections(verdict: Verdict, words: LineWords): Section[] {
  const { outcome, because, when, conditions, waiting, open, heldBack, notes } = verdict;
  const { headings } = words;
  const isWaiting = outcome === "waiting" && waiting !== undefined;
  const partsOf = (parts: readonly PartFacts[]) => parts.map((part) => partLine(part, words));
  return [
    [headings.outcome, [words.named(words.outcomes[outcome], tamed(because, longestShown))]],
    [headings.when, partsOf(when)],
    [headings.conditions, conditions.flatMap((condition) => conditionLines(condition, words))],
    [headings.waiting, isWaiting ? [words.waits(waiting.since, timeWords(waiting.due))] : []],
    [headings.until, open === undefined ? [] : [words.notOver(open.since), ...partsOf(open.until)]],
    // One alone is the outcome.
    [
      headings.heldBack,
      outcome === "held-back" && heldBack.length === 1 ? [] : suppressionLines(heldBack, words),
    ],
    [headings.note, notes],
  ];
}

function partLine({ text, holds, values }: PartFacts, { named, listed, values: words }: LineWords): string {
  const sees = valuesWords(values, words);
  return named(tamed(text), listed([holdsWords(holds, words), ...(sees === "" ? [] : [sees])]));
}

function conditionLines(condition: ConditionFacts, words: LineWords): string[] {
  const { text, holds, counts, entries, from, to, measured, steps, events, before, brokenAt } = condition;
  const { isValue } = words.values.part;
  const part = holds !== null && !counts ? words.noPart : "";
  const [begin, end] = [from, to].map((moment) => moment && timeWords(moment));
  const seqs = events?.map((event) => event?.seq);
  const facts = [
    words.entries(entries, begin, end),
    ...Object.entries(measured).map(([name, value]) => isValue(name, shownValue(value, words.values))),
    ...(before ? [words.valueBefore(shownValue(before.value, words.values), timeWords(before.at))] : []),
    ...stepsWords(steps, seqs, words.values),
    ...(brokenAt === undefined ? [] : [words.begunAnew(timeWords(brokenAt))]),
  ];
  return [
    `${words.named(tamed(text, longestShown), words.conditionHolds[`${holds}`])}${part}`,
    `  ${words.listed(facts)}`,
    ...(events ?? []).flatMap((event, index) => stepLine(event, index, words)),
  ];
}

function stepLine(event: StepEvent | null, index: number, words: LineWords): string[] {
  if (event === null) return [];
  const { seq, type, subject, time } = event;
  const seen = words.listed([words.about(`#${seq} ${type}`, tamed(subject)), words.seen(timeWords(time))]);
  return [`  ${words.step(index + 1, seen)}`];
}

/** Most suppressions that a person reads; `--json` has all. */
const mostShown = 10;

export function suppressionLines(facts: readonly SuppressionFacts[], words: LineWords): string[] {
  const lines = facts.slice(0, mostShown).map(({ at, reason, message, until, cause }) => {
    const shown = { reason, message: tamed(message, longestShown) };
    return `${timeWords(at)} ${words.suppression(shown, until && timeWords(until), cause)}`;
  });
  return facts.length > mostShown ? [...lines, words.more(facts.length - mostShown)] : lines;
}

/** Most alerts of one event whose mails are shown, the last ones. */
const mostMailed = 3;

/** Decisions about the alerts that an event brought about, and their mails. */
export function alertSections({ outcome, alerts }: Verdict, words: LineWords): Section[] {
  const fired = outcome === "fired" ? alerts.filter(({ type }) => type === "alert.fired") : [];
  const linesOf = (own: (alert: Verdict["alerts"][number]) => readonly string[]) =>
    fired.slice(-mostMailed).flatMap((alert) => {
      const lines = own(alert);
      if (fired.length === 1) return lines;
      return lines.map((line, index) => (index === 0 ? words.named(`#${alert.seq}`, line) : `  ${line}`));
    });
  return [
    [words.headings.told, linesOf(({ notices }) => noticeLines(notices, words))],
    [words.headings.mails, linesOf((alert) => mailsLines(alert, alert.unmailed, words))],
  ];
}

/** A line for each receiver and reason. */
export function noticeLines(notices: readonly NoticeFacts[], words: LineWords): string[] {
  return notices.map(({ receiver, person, route, reason, message, ...rest }) => {
    const way = route === "" ? "" : words.route(tamed(route));
    const who = person === undefined ? "" : words.quiet(tamed(person));
    const line = words.notice(`${tamed(receiver)}${who}${way}`, reason, stateWords(rest, words), message);
    return `${line}${quietWords(rest, words)}`;
  });
}

function stateWords(
  { state, until, told }: Pick<NoticeFacts, "state" | "until" | "told">,
  words: LineWords,
): string {
  if (told !== undefined) return words.toldAt(timeWords(told.at));
  const word = words.noticeStates[state];
  return until === undefined || state !== "waiting" ? word : words.waitsUntil(word, timeWords(until));
}

function quietWords({ by, silence }: Pick<NoticeFacts, "by" | "silence">, words: LineWords): string {
  if (silence === undefined) return by === undefined ? "" : words.quiet(tamed(by));
  const { match, author, because, grows } = silence;
  const about = grows === undefined ? match : words.listed([match, grows]);
  return words.silence(tamed(by ?? ""), tamed(author), tamed(about, longestShown), tamed(because));
}

/** @param unmailed reason why its recipients got no mail */
export function mailsLines(
  { mails, notices }: Pick<AlertAnswer, "mails" | "notices">,
  unmailed: UnmailedReason | undefined,
  words: LineWords,
): string[] {
  // The decisions say why there is none.
  if (mails.length > 0 || notices.length > 0) return mails.flatMap((mail) => mailLines(mail, words));
  return [unmailed === undefined ? words.noMail : words.unmailed(unmailed)];
}

function mailLines(mail: MailFacts, words: LineWords): string[] {
  const { address, state, queuedAt, attempts, nextAt, tries } = mail;
  const unknown = attempts - tries.length;
  const facts = [
    words.mailStates[state],
    words.queued(timeWords(queuedAt)),
    ...(nextAt === undefined ? [] : [words.next(timeWords(nextAt), attempts === 0)]),
  ];
  return [
    words.named(tamed(address), words.listed(facts)),
    ...(unknown > 0 ? [`  ${words.unknownTries(unknown)}`] : []),
    ...tries.map(
      ({ at, outcome, answer }) =>
        `  ${timeWords(at)} ${words.attempt(outcome, tamed(answer, longestShown))}`,
    ),
  ];
}
