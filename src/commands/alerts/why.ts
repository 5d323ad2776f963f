/** `yagura why`: what caused an alert, or what suppressed one, in short lines under aligned headings. */

import { timeWords } from "../../lib/text/counted.ts";
import { cellsIn, wrapped } from "../../lib/text/terminal.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import type {
  AlertAnswer,
  AlertFacts,
  Answer,
  CauseFacts,
  EventAnswer,
  PollFacts,
  SubjectAnswer,
  Verdict,
} from "../../model/page/why.ts";
import { why as ask, type Question } from "../../why/ask.ts";
import { shownValue, tamed, valuesWords } from "../../why/inquiry.ts";
import { createProgress, terminalOf } from "../terminal.ts";
import { type LineWords, lineWords } from "./line-words.ts";
import {
  alertSections,
  longestShown,
  mailsLines,
  noticeLines,
  type Section,
  suppressionLines,
  verdictSections,
} from "./verdict-lines.ts";

interface Options extends Omit<Question, "alert"> {
  readonly config: string;
  readonly json?: boolean;
}

export async function printWhy(alert: string | undefined, { config, json, ...rest }: Options): Promise<void> {
  const progress = createProgress();
  const language = callerLanguage(process.env);
  const answer = await ask(
    { alert, ...rest },
    {
      config,
      environment: process.env,
      now: Date.now(),
      language: json ? undefined : language,
      progress: progress.tell,
    },
  );
  progress.clear();
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else if (answer.about === "nothing") process.stderr.write(`yagura: ${answer.message}\n`);
  else process.stdout.write(`${linesOf(answer, language).join("\n")}\n`);
  if (answer.about === "nothing") process.exitCode = 1;
}

/** Headings stand out where the terminal can show that. */
function linesOf(answer: Answer, language: Language): string[] {
  const { columns, paint } = terminalOf();
  return answerLines(answer, { columns, language }).map((line) =>
    line.replace(/^\S.*?(?= {2})/, (heading) => paint("bold", heading)),
  );
}

// Prints an answer for people: short lines under aligned headings. Nothing in it steers a terminal.

/** Least room beside the headings, however narrow the terminal is. */
const leastRoom = 20;

interface LinesWanted {
  /** Cells of the terminal, to which lines are broken; undefined: they stay whole. */
  readonly columns?: number | undefined;
  /** That of the answer; English by default. */
  readonly language?: Language | undefined;
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
    ...(cause ? causeSections(headings.cause, cause, words, firstSent(answer.mails)) : []),
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
        words.past(`#${seq} ${timeWords(time)} ${type}`, outcomes[outcome], tamed(because, longestShown)),
      ),
    ],
    [headings.kept, suppressionLines(heldBack, words)],
    [
      headings.known,
      known.map(
        ({ at: when, message }) => `${when ? `${timeWords(when)} ` : ""}${tamed(message, longestShown)}`,
      ),
    ],
    [headings.note, notes],
  ];
}

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
    words.title(tamed(title, longestShown)),
    listed([words.ruleOf(named), words.severity(severity), words.key(tamed(key, longestShown))]),
    ...namedValues(words.labels, labels, words),
    ...namedValues(words.data, data, words),
    ...(flapping === undefined ? [] : [words.flapping(tamed(flapping))]),
    ...(why === undefined
      ? []
      : [words.over(tamed(why), by && tamed(by), because && tamed(because, longestShown))]),
  ];
}

function namedValues(
  heading: string,
  values: Readonly<Record<string, unknown>> = {},
  { named, values: words }: LineWords,
): string[] {
  const shown = Object.entries(values).map(([text, value]) => ({ text, value }));
  return shown.length === 0 ? [] : [tamed(named(heading, valuesWords(shown, words)), longestShown)];
}

/** When a message of an alert was taken first (ISO); undefined: none was. */
function firstSent(mails: AlertAnswer["mails"]): string | undefined {
  const sent = mails.flatMap(({ tries }) => tries.filter(({ outcome }) => outcome === "sent"));
  return sent.map(({ at }) => at).sort()[0];
}

/** @param sent when it was delivered first (ISO) */
function causeSections(heading: string, cause: CauseFacts, words: LineWords, sent?: string): Section[] {
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
    [words.headings.poll, [pollLine(poll, words), ...noticedLines(poll, words, sent)]],
    [
      words.headings.change,
      change.map(({ field, was, now }) =>
        words.became(tamed(field), shownValue(was, values), shownValue(now, values)),
      ),
    ],
  ];
}

function simulatedWord({ simulated }: { simulated: boolean }, words: LineWords): string {
  return simulated ? words.simulated : "";
}

/** The time of day of a moment (ISO) in Japan. */
const clockWords = (iso: string) => timeWords(iso).slice("2026-11-20 ".length, "2026-11-20 15:00:12".length);

function noticedLines({ noticed, time }: PollFacts, words: LineWords, sent?: string): string[] {
  if (noticed === undefined) return [];
  const { appearedAt, doubtMs, askedAt, answeredAt } = noticed;
  const parts = [
    words.appeared(timeWords(appearedAt), Math.ceil(doubtMs / 1_000)),
    words.asked(clockWords(askedAt)),
    words.answered(clockWords(answeredAt)),
    words.committed(clockWords(time)),
    ...(sent === undefined ? [] : [words.sent(clockWords(sent))]),
  ];
  return [words.listed(parts)];
}

function pollLine({ source, time, events, heldSince }: PollFacts, words: LineWords): string {
  const poll = words.poll(source ?? words.itself, timeWords(time), Object.entries(events));
  return `${poll}${heldSince === undefined ? "" : words.released(timeWords(heldSince))}`;
}
