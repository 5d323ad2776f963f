/** Prints an answer for people: short lines under aligned headings. Nothing in it steers a terminal. */

import { stepsWords, tamed, valuesWords, valueWords } from "../../app/why/words.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import { plainNumber } from "../../model/numbers.ts";
import type {
  AlertAnswer,
  AlertFacts,
  Answer,
  CauseFacts,
  ConditionFacts,
  MailFacts,
  PartFacts,
  PollFacts,
  StepEvent,
  SuppressionFacts,
  Verdict,
} from "../../model/page/why.ts";
import { withheldWords } from "../../outputs/index.ts";
import { noticeLines } from "./notice-lines.ts";

/** A section without a heading stands at the edge; one without lines is left out. */
type Section = readonly [heading: string, lines: readonly string[]];

/** Least room beside the headings, however narrow the terminal is. */
const leastRoom = 20;

/** @param columns cells of the terminal, to which lines are broken; undefined: they stay whole */
export function answerLines(answer: Answer, columns?: number): string[] {
  const sections = sectionsOf(answer).filter(([, lines]) => lines.length > 0);
  const width = Math.max(...sections.map(([heading]) => heading.length), 0) + 2;
  return sections.flatMap(([heading, lines]) => {
    if (heading === "") return lines;
    const room = columns === undefined ? undefined : Math.max(leastRoom, columns - width);
    const broken = lines.flatMap((line) => wrapped(line, room, `${/^ */.exec(line)?.[0]}  `));
    return broken.map((line, index) => `${(index === 0 ? heading : "").padEnd(width)}${line}`.trimEnd());
  });
}

function sectionsOf(answer: Answer): Section[] {
  if (answer.about === "alert") {
    const { alert, cause, verdict, heldBackBefore, heldBackAfter, notices, untold, mails, notes } = answer;
    const isUntoldEnd = alert.type === "alert.resolved" && notices.length === 0 && mails.length === 0;
    return [
      ["alert", alertLines(alert)],
      ...(cause ? causeSections("cause", cause) : []),
      ...(verdict ? verdictSections(verdict) : []),
      ["before", suppressionLines(heldBackBefore)],
      ["after", suppressionLines(heldBackAfter)],
      ["told to", untold ? [`nobody: ${untold.message}`] : noticeLines(notices)],
      ["mails", isUntoldEnd ? ["none: no mail tells of this end"] : mailsLines(answer, alert.unmailed)],
      ["note", notes],
    ];
  }
  if (answer.about === "event") {
    const { event, verdicts, notes } = answer;
    const ruleSections = (verdict: Verdict): Section[] => [
      ["", [""]],
      ["rule", [`${placeWords(verdict.rule)}, key ${tamed(verdict.key)}`]],
      ...verdictSections(verdict),
      ...alertSections(verdict),
    ];
    return [...causeSections("event", event), ...verdicts.flatMap(ruleSections), ["note", notes]];
  }
  const { rule, subject, at, latest, before, heldBack, known, notes } = answer;
  return [
    ["rule", [placeWords(rule)]],
    ["about", [`${tamed(subject)}, up to ${timeWords(at)}`]],
    ...(latest ? causeSections("last event", latest) : []),
    ...(latest ? [...verdictSections(latest.verdict), ...alertSections(latest.verdict)] : []),
    [
      "before it",
      before.map(
        ({ seq, time, type, outcome, because }) =>
          `#${seq} ${timeWords(time)} ${type}: ${outcome}, ${tamed(because, longest)}`,
      ),
    ],
    ["kept back", suppressionLines(heldBack)],
    [
      "known",
      known.map(({ at: when, message }) => `${when ? `${timeWords(when)} ` : ""}${tamed(message, longest)}`),
    ],
    ["note", notes],
  ];
}

/** Most characters of a text in a line. */
const longest = 500;

function placeWords({ name, file, line }: Verdict["rule"]): string {
  return `${name}, ${file}:${line}`;
}

function alertLines(alert: AlertFacts): string[] {
  const { seq, type, time, rule, file, line, key, severity, title } = alert;
  const { labels, data, flapping, why, by, because } = alert;
  return [
    `#${seq} ${type}, ${timeWords(time)}${simulatedWord(alert)}`,
    `title ${tamed(title, longest)}`,
    `rule ${rule}${file === undefined ? "" : `, ${file}:${line}`}, ${severity}, key ${tamed(key, longest)}`,
    ...namedValues("labels", labels),
    ...namedValues("data", data),
    ...(flapping === undefined ? [] : [`the last one before more are held back: ${tamed(flapping)}`]),
    ...(why === undefined ? [] : [`it is over: ${tamed(why)}${saidBy(by, because)}`]),
  ];
}

function namedValues(heading: string, values: Readonly<Record<string, unknown>> = {}): string[] {
  const words = valuesWords(Object.entries(values).map(([text, value]) => ({ text, value })));
  return words === "" ? [] : [tamed(`${heading}: ${words}`, longest)];
}

function saidBy(by: string | undefined, because: string | undefined): string {
  const reason = because === undefined ? "" : `: ${tamed(because, longest)}`;
  return by === undefined ? "" : `, by ${tamed(by)}${reason}`;
}

function causeSections(heading: string, cause: CauseFacts): Section[] {
  const { seq, type, subject, occurred, published, time, poll, change } = cause;
  const clocks = [
    ...(occurred === undefined ? [] : [`occurred ${timeWords(occurred)}`]),
    ...(published === undefined ? [] : [`published ${timeWords(published)}`]),
    `seen ${timeWords(time)}`,
  ];
  return [
    [heading, [`#${seq} ${type} about ${tamed(subject)}${simulatedWord(cause)}`, clocks.join(", ")]],
    ["poll", [pollLine(poll)]],
    [
      "change",
      change.map(({ field, was, now }) => `${tamed(field)}: ${valueWords(was)} -> ${valueWords(now)}`),
    ],
  ];
}

function simulatedWord({ simulated }: { simulated: boolean }): string {
  return simulated ? ", SIMULATED" : "";
}

function pollLine({ source, time, events, heldSince }: PollFacts): string {
  const counts = Object.entries(events).map(([type, count]) => `${type} ${count}`);
  const held = heldSince === undefined ? "" : `; it was held back since ${timeWords(heldSince)} and released`;
  return `${source ?? "the monitor itself"}, committed ${timeWords(time)} with ${counts.join(", ")}${held}`;
}

function verdictSections(verdict: Verdict): Section[] {
  const { outcome, because, when, conditions, waiting, open, heldBack, notes } = verdict;
  const isWaiting = outcome === "waiting" && waiting !== undefined;
  return [
    ["outcome", [`${outcome}: ${tamed(because, longest)}`]],
    ["when", when.map(partLine)],
    ["over events", conditions.flatMap(conditionLines)],
    ["waiting", isWaiting ? [`#${waiting.since} waits until ${timeWords(waiting.due)}`] : []],
    [
      "until",
      open === undefined
        ? []
        : [`the alert of #${open.since} was not over; it ends when this holds:`, ...open.until.map(partLine)],
    ],
    // One alone is the outcome.
    ["held back", outcome === "held-back" && heldBack.length === 1 ? [] : suppressionLines(heldBack)],
    ["note", notes],
  ];
}

function partLine({ text, holds, values }: PartFacts): string {
  const sees = valuesWords(values);
  return `${tamed(text)}: ${holds ?? "neither true nor false"}${sees === "" ? "" : `, ${sees}`}`;
}

function conditionLines(condition: ConditionFacts): string[] {
  const { text, holds, counts, entries, from, to, measured, steps, events, before, brokenAt } = condition;
  const verdict =
    holds === null ? "not asked, since `when` does not hold" : holds ? "holds" : "does not hold";
  const part = holds !== null && !counts ? "; this event plays no part in it" : "";
  const span = from === undefined || to === undefined ? "" : ` from ${timeWords(from)} to ${timeWords(to)}`;
  const facts = [
    `${entries === 1 ? "1 entry" : `${entries} entries`}${span}`,
    ...Object.entries(measured).map(([name, value]) => `${name} is ${plainNumber(value)}`),
    ...(before ? [`the value before is ${valueWords(before.value)}, ${timeWords(before.at)}`] : []),
    ...stepsWords(
      steps,
      events?.map((event) => event?.seq),
    ),
    ...(brokenAt === undefined ? [] : [`begun anew after ${timeWords(brokenAt)}`]),
  ];
  return [
    `${tamed(text, longest)}: ${verdict}${part}`,
    `  ${facts.join(", ")}`,
    ...(events ?? []).flatMap(stepLine),
  ];
}

function stepLine(event: StepEvent | null, index: number): string[] {
  if (event === null) return [];
  const { seq, type, subject, time } = event;
  return [`  step ${index + 1}: #${seq} ${type} about ${tamed(subject)}, seen ${timeWords(time)}`];
}

/** Most suppressions that a person reads; `--json` has all. */
const mostShown = 10;

function suppressionLines(facts: readonly SuppressionFacts[]): string[] {
  const lines = facts.slice(0, mostShown).map(({ at, reason, message, until, cause }) => {
    const end = until === undefined ? "" : `, until ${timeWords(until)}`;
    const by = cause === undefined ? "" : `, asked for by #${cause}`;
    return `${timeWords(at)} ${reason}${end}${by}: ${tamed(message, longest)}`;
  });
  return facts.length > mostShown ? [...lines, `and ${facts.length - mostShown} more`] : lines;
}

/** Most alerts of one event whose mails are shown, the last ones. */
const mostMailed = 3;

/** Decisions about the alerts that an event brought about, and their mails. */
function alertSections({ outcome, alerts }: Verdict): Section[] {
  const fired = outcome === "fired" ? alerts.filter(({ type }) => type === "alert.fired") : [];
  const linesOf = (own: (alert: Verdict["alerts"][number]) => readonly string[]) =>
    fired.slice(-mostMailed).flatMap((alert) => {
      const lines = own(alert);
      if (fired.length === 1) return lines;
      return lines.map((line, index) => (index === 0 ? `#${alert.seq}: ${line}` : `  ${line}`));
    });
  return [
    ["told to", linesOf(({ notices }) => noticeLines(notices))],
    ["mails", linesOf((alert) => mailsLines(alert, alert.unmailed))],
  ];
}

function mailsLines(
  { mails, notices }: Pick<AlertAnswer, "mails" | "notices">,
  unmailed: UnmailedReason | undefined,
): string[] {
  // The decisions say why there is none.
  if (mails.length > 0 || notices.length > 0) return mails.flatMap(mailLines);
  return [unmailed === undefined ? "it asked for none" : `none: ${withheldWords(unmailed)}`];
}

function mailLines({ address, state, queuedAt, attempts, nextAt, tries }: MailFacts): string[] {
  const next =
    nextAt === undefined ? "" : `, tried ${attempts === 0 ? "first" : "again"} ${timeWords(nextAt)}`;
  const unknown = attempts - tries.length;
  return [
    `${tamed(address)}: ${state}, queued ${timeWords(queuedAt)}${next}`,
    ...(unknown > 0 ? [`  ${unknown} attempts of before they were kept`] : []),
    ...tries.map(({ at, outcome, answer }) => `  ${timeWords(at)} ${outcome}: ${tamed(answer, longest)}`),
  ];
}
