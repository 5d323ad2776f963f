/** The facts of an answer in lines. */
import { plainNumber } from "../../lib/decimal.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import { withheldWords } from "../../outputs/asked.ts";
import { timeWords } from "../terminal.ts";
import type {
  AlertFacts,
  CauseFacts,
  ConditionFacts,
  FieldChange,
  HeldBackFacts,
  MailFacts,
  PartFacts,
  PollFacts,
  StepEvent,
  Verdict,
} from "./answer.ts";
import type { Section } from "./print.ts";

const longest = 500;

export function alertLines(alert: AlertFacts): string[] {
  const { seq, type, time, rule, file, line, key, severity, title, flapping, why } = alert;
  return [
    `#${seq} ${type}, ${timeWords(time)}${simulatedWord(alert)}`,
    `title ${tamed(title, longest)}`,
    `rule ${rule}${file === undefined ? "" : `, ${file}:${line}`}, ${severity}, key ${tamed(key, longest)}`,
    ...(flapping === undefined ? [] : [`the last one before more are held back: ${tamed(flapping)}`]),
    ...(why === undefined ? [] : [`it is over: ${tamed(why)}`]),
  ];
}

export function causeLines(cause: CauseFacts): string[] {
  const { seq, type, subject, occurred, published, time } = cause;
  const clocks = [
    ...(occurred === undefined ? [] : [`occurred ${timeWords(occurred)}`]),
    ...(published === undefined ? [] : [`published ${timeWords(published)}`]),
    `seen ${timeWords(time)}`,
  ];
  return [`#${seq} ${type} about ${tamed(subject)}${simulatedWord(cause)}`, clocks.join(", ")];
}

function simulatedWord({ simulated }: { simulated: boolean }): string {
  return simulated ? ", SIMULATED" : "";
}

export function pollLine({ source, time, events, heldSince }: PollFacts): string {
  const counts = Object.entries(events).map(([type, count]) => `${type} ${count}`);
  const held = heldSince === undefined ? "" : `; it was held back since ${timeWords(heldSince)} and released`;
  return `${source ?? "the monitor itself"}, committed ${timeWords(time)} with ${counts.join(", ")}${held}`;
}

export function changeLine({ field, was, now }: FieldChange): string {
  return `${tamed(field)}: ${valueWords(was)} -> ${valueWords(now)}`;
}

export function verdictSections(verdict: Verdict): Section[] {
  const { outcome, because, when, conditions, waiting, open, heldBack, notes } = verdict;
  const lasting = waiting && [`#${waiting.since} waits until ${timeWords(waiting.due)}`];
  const active = open && [
    `the alert of #${open.since} was not over; it ends when this holds:`,
    ...open.until.map(partLine),
  ];
  return [
    ["outcome", [`${outcome}: ${tamed(because, longest)}`]],
    ["when", when.map(partLine)],
    ["over events", conditions.flatMap(conditionLines)],
    ["waiting", outcome === "waiting" ? (lasting ?? []) : []],
    ["until", active ?? []],
    // One alone is the outcome.
    ["held back", outcome === "held-back" && heldBack.length === 1 ? [] : heldBackLines(heldBack)],
    ["note", notes],
  ];
}

/** Number of alerts of one event whose mails are shown, the last ones. */
const mostMailed = 3;

/** The mails of the alerts that an event brought about. */
export function alertMailsSection({ outcome, alerts }: Verdict): Section {
  const fired = outcome === "fired" ? alerts.filter(({ type }) => type === "alert.fired") : [];
  const lines = fired.slice(-mostMailed).flatMap(({ seq, ...alert }) => {
    const own = mailsLines(alert);
    return fired.length === 1
      ? own
      : own.map((line, index) => (index === 0 ? `#${seq}: ${line}` : `  ${line}`));
  });
  return ["mails", lines];
}

export function mailsLines({ mails, unmailed }: MailedAlert): string[] {
  if (unmailed !== undefined) return [`none: ${withheldWords(unmailed)}`];
  return mails.length === 0 ? ["it asked for none"] : mails.flatMap(mailLines);
}

interface MailedAlert {
  readonly mails: readonly MailFacts[];
  readonly unmailed?: UnmailedReason | undefined;
}

function partLine({ text, holds, values }: PartFacts): string {
  const sees = valuesWords(values);
  return `${tamed(text)}: ${holds ?? "neither true nor false"}${sees === "" ? "" : `, ${sees}`}`;
}

function conditionLines({
  text,
  holds,
  counts,
  entries,
  from,
  to,
  measured,
  steps,
  events,
  before,
  brokenAt,
}: ConditionFacts): string[] {
  const verdict =
    holds === null ? "not asked, since `when` does not hold" : holds ? "holds" : "does not hold";
  const part = holds !== null && !counts ? "; this event plays no part in it" : "";
  const span = from === undefined || to === undefined ? "" : ` from ${timeWords(from)} to ${timeWords(to)}`;
  const numbers = Object.entries(measured).map(([name, value]) => `, ${name} is ${plainNumber(value)}`);
  const broken = brokenAt === undefined ? [] : [`begun anew after ${timeWords(brokenAt)}`];
  const named = events?.map((event) => event?.seq);
  const seen = [...stepsWords(steps, named), ...broken].map((words) => `, ${words}`);
  const last = before && `, the value before is ${valueWords(before.value)}, ${timeWords(before.at)}`;
  return [
    `${tamed(text, longest)}: ${verdict}${part}`,
    `  ${entries === 1 ? "1 entry" : `${entries} entries`}${span}${numbers.join("")}${last ?? ""}${seen.join("")}`,
    ...(events ?? []).flatMap(stepLine),
  ];
}

function stepLine(event: StepEvent | null, index: number): string[] {
  if (event === null) return [];
  const { seq, type, subject, time } = event;
  return [`  step ${index + 1}: #${seq} ${type} about ${tamed(subject)}, seen ${timeWords(time)}`];
}

/** Number of rows that a person reads; `--json` has all. */
const mostShown = 10;

export function heldBackLines(facts: readonly HeldBackFacts[]): string[] {
  const lines = facts.slice(0, mostShown).map(({ at, reason, message, until, cause }) => {
    const end = until === undefined ? "" : `, until ${timeWords(until)}`;
    const by = cause === undefined ? "" : `, asked for by #${cause}`;
    return `${timeWords(at)} ${reason}${end}${by}: ${tamed(message, longest)}`;
  });
  return facts.length > mostShown ? [...lines, `and ${facts.length - mostShown} more`] : lines;
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

/** Values and parts of conditions in words. Whatever strangers wrote is made fit to be shown. */

const longestValue = 200;

export function tamed(text: string, most = longestValue): string {
  return tameLine(text, most);
}

export function valueWords(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "number") return plainNumber(value);
  return tamed(typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "absent"));
}

interface ShownPart {
  readonly text: string;
  readonly holds?: boolean | null | undefined;
  readonly values: readonly { readonly text: string; readonly value?: unknown }[];
}

/** Words such as "`now.ratio >= 1` is false, now.ratio is 0.6". */
export function shownPart({ text, holds, values }: ShownPart): string {
  const sees = valuesWords(values);
  const verdict = typeof holds === "boolean" ? String(holds) : "neither true nor false";
  return `\`${tamed(text)}\` is ${verdict}${sees === "" ? "" : `, ${sees}`}`;
}

function valuesWords(values: ShownPart["values"]): string {
  return values.map(({ text, value }) => `${tamed(text)} is ${valueWords(value)}`).join(", ");
}

/** Words such as "step 1 is #7, step 2 not seen". */
export function stepsWords(
  steps: readonly boolean[] = [],
  seqs: readonly (number | undefined)[] = [],
): string[] {
  return steps.map((isSeen, index) => {
    const seen = seqs[index] === undefined ? "seen" : `is #${seqs[index]}`;
    return `step ${index + 1} ${isSeen ? seen : "not seen"}`;
  });
}
