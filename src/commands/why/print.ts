/** `yagura why`: what caused an alert, or what suppressed one. */

import { wrapped } from "../../lib/text/terminal.ts";
import { createProgress, terminalOf, timeWords } from "../terminal.ts";
import type { AlertAnswer, Answer, EventAnswer, SubjectAnswer } from "./answer.ts";
import { why as ask, type Question } from "./ask.ts";
import {
  alertLines,
  alertMailsSection,
  causeLines,
  changeLine,
  heldBackLines,
  mailsLines,
  pollLine,
  tamed,
  verdictSections,
} from "./fact-lines.ts";

interface Options extends Omit<Question, "alert"> {
  readonly config: string;
  readonly json?: boolean;
}

export async function why(alert: string | undefined, { config, json, ...rest }: Options): Promise<void> {
  const progress = createProgress();
  const answer = await ask(
    { alert, ...rest },
    { config, environment: process.env, now: Date.now(), progress: progress.tell },
  );
  progress.clear();
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else if (answer.about === "nothing") process.stderr.write(`yagura: ${answer.message}\n`);
  else process.stdout.write(`${answerLines(answer, terminalOf().columns).map(headed).join("\n")}\n`);
  if (answer.about === "nothing") process.exitCode = 1;
}

/** Headings stand out where the terminal can show that. */
function headed(line: string): string {
  return line.replace(/^[a-z][a-z ]*?(?= {2})/, (heading) => terminalOf().paint("bold", heading));
}

/** An answer for people: short lines under aligned headings. Nothing in it steers a terminal. */

/** @param columns cells of the terminal; undefined: lines are as long as they are */
export function answerLines(answer: Answer, columns?: number): string[] {
  return sectionLines(
    sectionsOf(answer).filter(([, lines]) => lines.length > 0),
    columns,
  );
}

function sectionsOf(answer: Answer): Section[] {
  switch (answer.about) {
    case "alert":
      return alertSections(answer);
    case "event":
      return eventSections(answer);
    case "subject":
      return subjectSections(answer);
  }
}

function alertSections({ alert, cause, verdict, ...answer }: AlertAnswer): Section[] {
  return [
    ["alert", alertLines(alert)],
    ...(cause === undefined ? [] : causeSections(cause)),
    ...(verdict === undefined ? [] : verdictSections(verdict)),
    ["before", heldBackLines(answer.heldBackBefore)],
    ["after", heldBackLines(answer.heldBackAfter)],
    [
      "mails",
      alert.type === "alert.resolved"
        ? ["none: no mail tells of an end"]
        : mailsLines({ ...answer, unmailed: alert.unmailed }),
    ],
    ["note", answer.notes],
  ];
}

function eventSections({ event, verdicts, notes }: EventAnswer): Section[] {
  const [head, ...rest] = causeSections(event);
  return [
    ["event", head?.[1] ?? []],
    ...rest,
    ...verdicts.flatMap((verdict): Section[] => [
      ["", [""]],
      [
        "rule",
        [`${verdict.rule.name}, ${verdict.rule.file}:${verdict.rule.line}, key ${tamed(verdict.key)}`],
      ],
      ...verdictSections(verdict),
      alertMailsSection(verdict),
    ]),
    ["note", notes],
  ];
}

function subjectSections({ rule, subject, at, latest, ...answer }: SubjectAnswer): Section[] {
  const before = answer.before.map(
    (each) =>
      `#${each.seq} ${timeWords(each.time)} ${each.type}: ${each.outcome}, ${tamed(each.because, 500)}`,
  );
  return [
    ["rule", [`${rule.name}, ${rule.file}:${rule.line}`]],
    ["about", [`${tamed(subject)}, up to ${timeWords(at)}`]],
    ...(latest === undefined
      ? []
      : [
          ...causeSections(latest, "last event"),
          ...verdictSections(latest.verdict),
          alertMailsSection(latest.verdict),
        ]),
    ["before it", before],
    ["kept back", heldBackLines(answer.heldBack)],
    [
      "known",
      answer.known.map(
        ({ at: when, message }) => `${when === undefined ? "" : `${timeWords(when)} `}${tamed(message, 500)}`,
      ),
    ],
    ["note", answer.notes],
  ];
}

function causeSections(cause: Parameters<typeof causeLines>[0], heading = "cause"): Section[] {
  const change = cause.change.map(changeLine);
  return [
    [heading, causeLines(cause)],
    ["poll", [pollLine(cause.poll)]],
    ["change", change],
  ];
}

/** Headings with lines beside them, the lines of all sections in one column. */

export type Section = readonly [heading: string, lines: readonly string[]];

/** Beside the headings, however narrow the terminal is. */
const leastRoom = 20;

/**
 * A section without a heading stands at the edge.
 * @param columns cells of the terminal, to which lines are broken; undefined: they stay whole
 */
export function sectionLines(sections: readonly Section[], columns?: number): string[] {
  const width = Math.max(...sections.map(([heading]) => heading.length), 0) + 2;
  return sections.flatMap(([heading, lines]) => {
    if (heading === "") return lines;
    const room = columns === undefined ? undefined : Math.max(leastRoom, columns - width);
    const broken = lines.flatMap((line) => wrapped(line, room, `${/^ */.exec(line)?.[0]}  `));
    return broken.map((line, index) => `${(index === 0 ? heading : "").padEnd(width)}${line}`.trimEnd());
  });
}
