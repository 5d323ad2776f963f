/** What a mail about an alert says, before it is text or HTML. All strings are plain text fit to be shown. */
import type { Event, Fields } from "../model/event.ts";
import type { Alert, Severity } from "../model/items.ts";
import { wordsOf } from "./mail-fields.ts";
import { plainLine, plainText } from "./mail-plain.ts";
import { timeWords, valueWords } from "./mail-values.ts";

const TITLE_MAX = 200;
const BODY_MAX = 20_000;

export interface ContentRow {
  readonly label: string;
  readonly now: string;
  /** What it was; absent where only one value is to be shown. */
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

export function mailContent(
  alert: Alert,
  cause: Event,
  settings: { simulated: boolean; feedUrl?: string },
): MailContent {
  const { now, was, changed = [] } = cause.data;
  const told = was === undefined ? [] : changed.filter((field) => field !== "added" && field !== "revisions");
  const rule = plainLine(alert.rule, TITLE_MAX);
  return {
    simulated: settings.simulated,
    severity: alert.severity,
    title: plainLine(alert.title, TITLE_MAX) || rule,
    body: plainText(alert.body, BODY_MAX),
    changes: was === undefined ? [] : told.flatMap((field) => changeRow(field, was, now)),
    details: Object.keys(now).flatMap((field) => (told.includes(field) ? [] : detailRow(field, now))),
    times: times(cause),
    rule,
    notes: [...flappingNotes(alert), ...notes(rule, settings)],
  };
}

function changeRow(field: string, was: Fields, now: Fields): ContentRow[] {
  const { label, hidden } = wordsOf(field);
  if (hidden) return [];
  return [{ label, was: valueWords(was, field) ?? "none", now: valueWords(now, field) ?? "none" }];
}

function detailRow(field: string, now: Fields): ContentRow[] {
  const { label, hidden } = wordsOf(field);
  const words = hidden ? undefined : valueWords(now, field);
  return words === undefined ? [] : [{ label, now: words }];
}

function times({ occurred, published, time }: Event): ContentRow[] {
  return [
    ...(occurred === undefined ? [] : [{ label: "Occurred", now: timeWords(plainLine(occurred, 60)) }]),
    ...(published === undefined ? [] : [{ label: "Published", now: timeWords(plainLine(published, 60)) }]),
    { label: "Seen by Yagura", now: timeWords(time) },
  ];
}

function flappingNotes({ flapping }: Alert): string[] {
  if (flapping === undefined) return [];
  const often = plainLine(flapping, 60);
  return [`This alert fired ${often}. The same alert is held back now, until it would fire less often.`];
}

function notes(rule: string, { simulated, feedUrl }: { simulated: boolean; feedUrl?: string }): string[] {
  return [
    ...(simulated ? ["The data is simulated: companies, people and figures are invented."] : []),
    `You get this because the rule "${rule}" sends its alerts to this address. To change or stop it, edit that rule in the rule files of your Yagura, or the recipients in its configuration.`,
    ...(feedUrl === undefined ? [] : [`The same alert is on the feed: ${plainLine(feedUrl, 300)}`]),
  ];
}
