/** The content of a mail about an alert, before it is text or HTML. All strings are plain text fit to be shown. */
import { inJapanTime } from "../../../lib/zone.ts";
import type { Event, Fields } from "../../../model/event.ts";
import type { EventTypes } from "../../../model/event-types.ts";
import type { Alert, Severity } from "../../../model/news-items.ts";
import { plainLine, plainText, valueWords, type WordsOf, wordsFor } from "./values.ts";

const TITLE_MAX = 200;
const BODY_MAX = 20_000;

export interface ContentRow {
  readonly label: string;
  readonly now: string;
  /** The value before; absent where only one value is to be shown. */
  readonly was?: string;
}

export interface MailContent {
  readonly simulated: boolean;
  readonly severity: Severity;
  readonly title: string;
  readonly body: string;
  /** Fields that differ, `was` and `now`. */
  readonly changes: readonly ContentRow[];
  /** The other fields of the item. */
  readonly details: readonly ContentRow[];
  readonly times: readonly ContentRow[];
  readonly rule: string;
  /** Lines on why this came and how to change it. */
  readonly notes: readonly string[];
}

interface Settings {
  readonly simulated: boolean;
  readonly feedUrl?: string;
  /** The types, which have the words of fields. */
  readonly types: EventTypes;
}

export function mailContent(alert: Alert, cause: Event, settings: Settings): MailContent {
  const rule = plainLine(alert.rule, TITLE_MAX);
  const title = plainLine(alert.title, TITLE_MAX) || rule;
  const body = withoutTitle(plainText(alert.body, BODY_MAX), title);
  return {
    simulated: settings.simulated,
    severity: alert.severity,
    title,
    body,
    ...rows(cause.data, `${title}\n${body}`, wordsFor(cause.type, settings.types)),
    times: times(cause),
    rule,
    notes: [...flappingNotes(alert), ...notes(rule, settings)],
  };
}

/** A body that begins with the title says it once more. */
function withoutTitle(body: string, title: string): string {
  if (body === title) return "";
  return body.startsWith(`${title}\n`) ? body.slice(title.length).trim() : body;
}

/** New and revised periods: what the event is about. */
const periods = ["revisions", "added"];
/** Written by people, so often that of the alert too. */
const texts = ["title", "body", "message"];

/** @param told what the mail says above its rows */
function rows(
  { now, was, changed = [] }: Event["data"],
  told: string,
  wordsOf: WordsOf,
): Pick<MailContent, "changes" | "details"> {
  const differing = was === undefined ? [] : changed.filter((field) => !periods.includes(field));
  const isTold = createTold(now, told);
  const others = Object.keys(now).filter((field) => !differing.includes(field) && !isTold(field));
  const first = was === undefined ? [] : others.filter((field) => periods.includes(field));
  return {
    changes: [
      ...first.flatMap((field) => detailRow(field, now, wordsOf)),
      ...(was === undefined ? [] : differing.flatMap((field) => changeRow(field, was, now, wordsOf))),
    ],
    details: others.flatMap((field) => (first.includes(field) ? [] : detailRow(field, now, wordsOf))),
  };
}

/** Whether a text of the item stands in the mail already: above its rows, or in one that was asked about before. */
function createTold(now: Fields, above: string): (field: string) => boolean {
  const said = [above];
  return (field) => {
    const value = now[field];
    if (!texts.includes(field) || typeof value !== "string") return false;
    const words = plainText(value, BODY_MAX);
    const isTold = words !== "" && said.some((text) => holds(text, words));
    said.push(words);
    return isTold;
  };
}

/** So long a text is the same one wherever it stands; a shorter one only as lines of its own. */
const longText = 20;

function holds(text: string, words: string): boolean {
  return `\n${text}\n`.includes(words.length < longText ? `\n${words}\n` : words);
}

function changeRow(field: string, was: Fields, now: Fields, wordsOf: WordsOf): ContentRow[] {
  const { label, hidden } = wordsOf(field);
  if (hidden) return [];
  return [
    { label, was: valueWords(was, field, wordsOf) ?? "none", now: valueWords(now, field, wordsOf) ?? "none" },
  ];
}

function detailRow(field: string, now: Fields, wordsOf: WordsOf): ContentRow[] {
  const { label, hidden } = wordsOf(field);
  const words = hidden ? undefined : valueWords(now, field, wordsOf);
  return words === undefined ? [] : [{ label, now: words }];
}

function times({ occurred, published, time }: Event): ContentRow[] {
  return [
    ...(occurred === undefined ? [] : [{ label: "Occurred", now: inJapanTime(plainLine(occurred, 60)) }]),
    ...(published === undefined ? [] : [{ label: "Published", now: inJapanTime(plainLine(published, 60)) }]),
    { label: "Seen by Yagura", now: inJapanTime(time) },
  ];
}

function flappingNotes({ flapping }: Alert): string[] {
  if (flapping === undefined) return [];
  const often = plainLine(flapping, 60);
  return [`This alert fired ${often}. The same alert is held back now, until it would fire less often.`];
}

function notes(rule: string, { simulated, feedUrl }: Settings): string[] {
  return [
    ...(simulated ? ["The data is simulated: companies, people and figures are invented."] : []),
    `You get this because the rule "${rule}" sends its alerts to this address. To change or stop it, edit that rule in the rule files of your Yagura, or the recipients in its configuration.`,
    ...(feedUrl === undefined ? [] : [`The same alert is on the feed: ${plainLine(feedUrl, 300)}`]),
  ];
}
