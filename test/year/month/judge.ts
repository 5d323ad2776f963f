/** Messages of a life beside the list of what matters: which of them were worth it, and what should have been told. */
import type { Event, LogEntry } from "../../../src/model/event.ts";
import { toldBy } from "../oracle/expected.ts";
import { alertOf, type SentMail } from "./mails.ts";
import { type BoilingHour, hoursThatBoil, matters } from "./what-matters.ts";

/** What matters in a life, by the list. */
export interface Worth {
  /** Why an event matters, by its number. */
  readonly reasons: ReadonlyMap<number, string>;
  readonly boiling: readonly BoilingHour[];
  readonly eventOf: (seq: number) => Event | undefined;
}

export interface Judged {
  readonly messages: number;
  /** Facts that matter. */
  readonly facts: number;
  /** Subjects of messages of which no alert matters. */
  readonly needless: readonly string[];
  /** Facts that matter and are in no message. */
  readonly untold: readonly string[];
}

export function weigh(log: readonly LogEntry[]): Worth {
  const events = new Map(log.map(({ seq, event }) => [seq, event]));
  const reasons = new Map<number, string>();
  for (const { seq, event } of log) {
    const reason = matters(event);
    if (reason !== undefined) reasons.set(seq, reason);
  }
  return { reasons, boiling: hoursThatBoil(events.values()), eventOf: (seq) => events.get(seq) };
}

/**
 * A message is worth it where the cause of one of its alerts matters, or, if that is one comment of many, where the forum boils
 * over at that time. A fact is told where it is such a cause.
 * @param end facts up to then have been sent to this reader (ms since 1970): digests come later
 */
export function judge({ reasons, boiling, eventOf }: Worth, mails: readonly SentMail[], end: number): Judged {
  const boilsAt = ({ type, data }: Event) =>
    type === "forum.comment.posted"
      ? boiling.find(({ code, from }) => {
          const after = Date.parse(String(data.now.postedAt)) - from;
          return code === data.now.code && after >= 0 && after < 2 * hourMs;
        })
      : undefined;
  const told = new Set<unknown>();
  const needless: string[] = [];
  for (const { day, subject, alerts } of mails) {
    const facts = alerts.flatMap((alert): unknown[] => {
      const { seq } = alertOf(alert).cause;
      const event = eventOf(seq);
      const boil = event && boilsAt(event);
      return [...(reasons.has(seq) ? [seq] : []), ...(boil ? [boil] : [])];
    });
    if (facts.length === 0)
      needless.push(`${day} ${subject} (${alerts.map((one) => alertOf(one).rule).join(", ")})`);
    for (const fact of facts) told.add(fact);
  }
  const due = [...reasons].filter(([seq]) => Date.parse(eventOf(seq)?.time ?? "") <= end);
  const dueBoils = boiling.filter(({ from }) => from + 3 * hourMs <= end);
  const untold = [
    ...due.flatMap(([seq, reason]) => {
      const event = eventOf(seq);
      return told.has(seq) || event === undefined ? [] : [`${toldBy(event)}: ${reason}`];
    }),
    ...dueBoils.flatMap((boil) =>
      told.has(boil)
        ? []
        : [`${boil.code} boils over: ${boil.comments} comments from ${new Date(boil.from).toISOString()}`],
    ),
  ];
  return { messages: mails.length, facts: due.length + dueBoils.length, needless, untold };
}

const hourMs = 3_600_000;

/** Precision and recall, percent. */
export function shares({ messages, facts, needless, untold }: Judged): { precision: number; recall: number } {
  const share = (wrong: number, all: number) => (all === 0 ? 100 : (100 * (all - wrong)) / all);
  return { precision: share(needless.length, messages), recall: share(untold.length, facts) };
}

/** Figures and what is misjudged, a line each. */
export function judgedLines(name: string, judged: Judged, days: number): string[] {
  const { precision, recall } = shares(judged);
  const { messages, facts, needless, untold } = judged;
  return [
    `${name}: ${messages} messages, ${(messages / days).toFixed(1)} a day; precision ${precision.toFixed(1)} %; ${facts - untold.length} of ${facts} told (${recall.toFixed(1)} %)`,
    ...needless.map((line) => `  needless: ${line}`),
    ...untold.map((line) => `  not told: ${line}`),
  ];
}
