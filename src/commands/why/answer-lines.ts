/** An answer for people: short lines under aligned headings. Nothing in it steers a terminal. */

import { timeWords } from "../time-words.ts";
import type { AlertAnswer, Answer, EventAnswer, SubjectAnswer } from "./answer.ts";
import {
  alertLines,
  alertMailsSection,
  causeLines,
  changeLine,
  heldBackLines,
  mailsLines,
  pollLine,
  verdictSections,
} from "./fact-lines.ts";
import { type Section, sectionLines } from "./sections.ts";
import { tamed } from "./words.ts";

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
