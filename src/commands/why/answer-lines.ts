/** Prints an answer for people: short lines under aligned headings. Nothing in it steers a terminal. */

import { holdsWords, stepsWords, tamed, valuesWords, valueWords } from "../../app/why/values.ts";
import type { CallerLanguage } from "../../lib/text/language.ts";
import { cellsIn, wrapped } from "../../lib/text/terminal.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import type {
  AlertAnswer,
  AlertFacts,
  Answer,
  CauseFacts,
  ConditionFacts,
  EventAnswer,
  PartFacts,
  PollFacts,
  StepEvent,
  SubjectAnswer,
  SuppressionFacts,
  Verdict,
} from "../../model/page/why.ts";
import { type LineWords, lineWords } from "./line-words.ts";
import { mailsLines, noticeLines } from "./notice-lines.ts";

/** A section without a heading stands at the edge; one without lines is left out. */
type Section = readonly [heading: string, lines: readonly string[]];

/** Least room beside the headings, however narrow the terminal is. */
const leastRoom = 20;

interface LinesWanted {
  /** Cells of the terminal, to which lines are broken; undefined: they stay whole. */
  readonly columns?: number | undefined;
  /** That of the answer; English by default. */
  readonly language?: CallerLanguage | undefined;
}

export function answerLines(answer: Answer, { columns, language = "en" }: LinesWanted = {}): string[] {
  const sections = sectionsOf(answer, lineWords[language]).filter(([, lines]) => lines.length > 0);
  const width = Math.max(...sections.map(([heading]) => cellsIn(heading)), 0) + 2;
  return sections.flatMap(([heading, lines]) => {
    if (heading === "") return lines;
    const room = columns === undefined ? undefined : Math.max(leastRoom, columns - width);
    const broken = lines.flatMap((line) => wrapped(line, room, `${/^ */.exec(line)?.[0]}  `));
    const first = `${heading}${" ".repeat(width - cellsIn(heading))}`;
    return broken.map((line, index) => `${index === 0 ? first : " ".repeat(width)}${line}`.trimEnd());
  });
}

function sectionsOf(answer: Answer, words: LineWords): Section[] {
  if (answer.about === "alert") return alertAnswer(answer, words);
  return answer.about === "event" ? eventAnswer(answer, words) : subjectAnswer(answer, words);
}

function alertAnswer(answer: AlertAnswer, words: LineWords): Section[] {
  const { alert, cause, verdict, heldBackBefore, heldBackAfter, notices, untold, mails, notes } = answer;
  const { headings } = words;
  const isUntoldEnd = alert.type === "alert.resolved" && notices.length === 0 && mails.length === 0;
  return [
    [headings.alert, alertLines(alert, words)],
    ...(cause ? causeSections(headings.cause, cause, words) : []),
    ...(verdict ? verdictSections(verdict, words) : []),
    [headings.before, suppressionLines(heldBackBefore, words)],
    [headings.after, suppressionLines(heldBackAfter, words)],
    [headings.told, untold ? [words.nobody(untold.message)] : noticeLines(notices, words)],
    [headings.mails, isUntoldEnd ? [words.noMailOfEnd] : mailsLines(answer, alert.unmailed, words)],
    [headings.note, notes],
  ];
}

function eventAnswer({ event, verdicts, notes }: EventAnswer, words: LineWords): Section[] {
  const { headings, listed, key } = words;
  const ruleSections = (verdict: Verdict): Section[] => [
    ["", [""]],
    [headings.rule, [listed([placeWords(verdict.rule, words), key(tamed(verdict.key))])]],
    ...verdictSections(verdict, words),
    ...alertSections(verdict, words),
  ];
  return [
    ...causeSections(headings.event, event, words),
    ...verdicts.flatMap(ruleSections),
    [headings.note, notes],
  ];
}

function subjectAnswer(answer: SubjectAnswer, words: LineWords): Section[] {
  const { rule, subject, at, latest, before, heldBack, known, notes } = answer;
  const { headings, outcomes } = words;
  return [
    [headings.rule, [placeWords(rule, words)]],
    [headings.about, [words.upTo(tamed(subject), timeWords(at))]],
    ...(latest ? causeSections(headings.latest, latest, words) : []),
    ...(latest ? [...verdictSections(latest.verdict, words), ...alertSections(latest.verdict, words)] : []),
    [
      headings.earlier,
      before.map(({ seq, time, type, outcome, because }) =>
        words.past(`#${seq} ${timeWords(time)} ${type}`, outcomes[outcome], tamed(because, longest)),
      ),
    ],
    [headings.kept, suppressionLines(heldBack, words)],
    [
      headings.known,
      known.map(({ at: when, message }) => `${when ? `${timeWords(when)} ` : ""}${tamed(message, longest)}`),
    ],
    [headings.note, notes],
  ];
}

/** Most characters of a text in a line. */
const longest = 500;

function placeWords({ name, file, line }: Verdict["rule"], { place }: LineWords): string {
  return place(name, `${file}:${line}`);
}

function alertLines(alert: AlertFacts, words: LineWords): string[] {
  const { seq, type, time, rule, file, line, key, severity, title } = alert;
  const { labels, data, flapping, why, by, because } = alert;
  const { listed } = words;
  const named = file === undefined ? rule : words.place(rule, `${file}:${line}`);
  return [
    `${listed([`#${seq} ${type}`, timeWords(time)])}${simulatedWord(alert, words)}`,
    words.title(tamed(title, longest)),
    listed([words.ruleOf(named), words.severity(severity), words.key(tamed(key, longest))]),
    ...namedValues(words.labels, labels, words),
    ...namedValues(words.data, data, words),
    ...(flapping === undefined ? [] : [words.flapping(tamed(flapping))]),
    ...(why === undefined
      ? []
      : [words.over(tamed(why), by && tamed(by), because && tamed(because, longest))]),
  ];
}

function namedValues(
  heading: string,
  values: Readonly<Record<string, unknown>> = {},
  { named, values: said }: LineWords,
): string[] {
  const shown = Object.entries(values).map(([text, value]) => ({ text, value }));
  return shown.length === 0 ? [] : [tamed(named(heading, valuesWords(shown, said)), longest)];
}

function causeSections(heading: string, cause: CauseFacts, words: LineWords): Section[] {
  const { seq, type, subject, occurred, published, time, poll, change } = cause;
  const clocks = [
    ...(occurred === undefined ? [] : [words.occurred(timeWords(occurred))]),
    ...(published === undefined ? [] : [words.published(timeWords(published))]),
    words.seen(timeWords(time)),
  ];
  const event = words.about(`#${seq} ${type}`, tamed(subject));
  const { values } = words;
  return [
    [heading, [`${event}${simulatedWord(cause, words)}`, words.listed(clocks)]],
    [words.headings.poll, [pollLine(poll, words)]],
    [
      words.headings.change,
      change.map(({ field, was, now }) =>
        words.became(tamed(field), valueWords(was, values), valueWords(now, values)),
      ),
    ],
  ];
}

function simulatedWord({ simulated }: { simulated: boolean }, words: LineWords): string {
  return simulated ? words.simulated : "";
}

function pollLine({ source, time, events, heldSince }: PollFacts, words: LineWords): string {
  const poll = words.poll(source ?? words.itself, timeWords(time), Object.entries(events));
  return `${poll}${heldSince === undefined ? "" : words.released(timeWords(heldSince))}`;
}

function verdictSections(verdict: Verdict, words: LineWords): Section[] {
  const { outcome, because, when, conditions, waiting, open, heldBack, notes } = verdict;
  const { headings } = words;
  const isWaiting = outcome === "waiting" && waiting !== undefined;
  const partsOf = (parts: readonly PartFacts[]) => parts.map((part) => partLine(part, words));
  return [
    [headings.outcome, [words.named(words.outcomes[outcome], tamed(because, longest))]],
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

function partLine({ text, holds, values }: PartFacts, { named, listed, values: said }: LineWords): string {
  const sees = valuesWords(values, said);
  return named(tamed(text), listed([holdsWords(holds, said), ...(sees === "" ? [] : [sees])]));
}

function conditionLines(condition: ConditionFacts, words: LineWords): string[] {
  const { text, holds, counts, entries, from, to, measured, steps, events, before, brokenAt } = condition;
  const { isValue } = words.values.part;
  const part = holds !== null && !counts ? words.noPart : "";
  const [begin, end] = [from, to].map((moment) => moment && timeWords(moment));
  const seqs = events?.map((event) => event?.seq);
  const facts = [
    words.entries(entries, begin, end),
    ...Object.entries(measured).map(([name, value]) => isValue(name, valueWords(value, words.values))),
    ...(before ? [words.valueBefore(valueWords(before.value, words.values), timeWords(before.at))] : []),
    ...stepsWords(steps, seqs, words.values),
    ...(brokenAt === undefined ? [] : [words.begunAnew(timeWords(brokenAt))]),
  ];
  return [
    `${words.named(tamed(text, longest), words.conditionHolds[`${holds}`])}${part}`,
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

function suppressionLines(facts: readonly SuppressionFacts[], words: LineWords): string[] {
  const lines = facts.slice(0, mostShown).map(({ at, reason, message, until, cause }) => {
    const said = { reason, message: tamed(message, longest) };
    return `${timeWords(at)} ${words.suppression(said, until && timeWords(until), cause)}`;
  });
  return facts.length > mostShown ? [...lines, words.more(facts.length - mostShown)] : lines;
}

/** Most alerts of one event whose mails are shown, the last ones. */
const mostMailed = 3;

/** Decisions about the alerts that an event brought about, and their mails. */
function alertSections({ outcome, alerts }: Verdict, words: LineWords): Section[] {
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
