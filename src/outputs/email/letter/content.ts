/**
 * The content of a mail about an alert, before it is text or HTML: numbers with their units, times in Japan's time,
 * fields by their labels. Strangers' text is made fit to be read in a mail: it stays text and cannot rearrange what
 * stands around it.
 */
import { inJapanTime } from "../../../lib/clock.ts";
import { tameLine, tameLines } from "../../../lib/text/tame.ts";
import type { Event, Fields } from "../../../model/event.ts";
import type { EventTypes } from "../../../model/event-types.ts";
import { type FieldWords, markOf } from "../../../model/fields.ts";
import type { Alert, Severity } from "../../../model/news-items.ts";
import type { Firing } from "../../../model/rule.ts";
import type { WatchedStock } from "../../../model/watchlists.ts";

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
  /** The watchlists of the subject, with what is noted about it; "" where none has it. */
  readonly watched: string;
  /** Fields that differ, `was` and `now`. */
  readonly changes: readonly ContentRow[];
  /** The other fields of the item. */
  readonly details: readonly ContentRow[];
  /** Titles of the other alerts about the event, by their rules. */
  readonly others: readonly ContentRow[];
  readonly times: readonly ContentRow[];
  readonly rule: string;
  /** Lines on why this came and how to change it. */
  readonly notes: readonly string[];
}

/** The subject of an alert on watchlists. */
export interface Watched {
  /** Names of all lists that have it. */
  readonly lists: readonly string[];
  readonly stock: WatchedStock;
}

interface Settings {
  readonly simulated: boolean;
  readonly feedUrl?: string;
  /** The types, which have the words of fields. */
  readonly types: EventTypes;
  readonly others?: readonly Pick<Firing, "rule" | "title">[];
  readonly watched?: Watched | undefined;
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
    watched: watchedWords(settings.watched),
    ...rows(cause.data, `${title}\n${body}`, wordsFor(cause.type, settings.types)),
    others: otherAlerts(settings.others ?? []),
    times: times(cause),
    rule,
    notes: [...flappingNotes(alert), ...notes(rule, settings)],
  };
}

const NOTE_MAX = 500;
const LISTS_MAX = 5;
const amount = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** A line such as "On your list core: 300 shares at 2,500 yen. Bought after the results." */
function watchedWords(watched: Watched | undefined): string {
  if (watched === undefined) return "";
  const { lists, stock } = watched;
  const named = lists.slice(0, LISTS_MAX).map((name) => plainLine(name, TITLE_MAX));
  const more = lists.length > LISTS_MAX ? ` and ${lists.length - LISTS_MAX} more` : "";
  const where = `On your ${lists.length === 1 ? "list" : "lists"} ${named.join(", ")}${more}`;
  const { shares, price, side, note } = stock;
  const held = [
    ...(shares === undefined ? [] : [`${amount.format(shares)} shares`]),
    ...(price === undefined ? [] : [`at ${amount.format(price)} yen`]),
  ].join(" ");
  const position = [side ?? "", held].filter((part) => part !== "").join(" ");
  const said = note === undefined ? "" : plainLine(note, NOTE_MAX);
  return `${where}${position === "" ? "" : `: ${position}`}.${said === "" ? "" : ` ${said}`}`;
}

const OTHERS_MAX = 10;

function otherAlerts(others: readonly Pick<Firing, "rule" | "title">[]): ContentRow[] {
  const rows = others.slice(0, OTHERS_MAX).map(({ rule, title }) => ({
    label: plainLine(rule, TITLE_MAX),
    now: plainLine(title, TITLE_MAX),
  }));
  const more = others.length - rows.length;
  return more === 0 ? rows : [...rows, { label: "More", now: String(more) }];
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

const VALUE_MAX = 300;
const TEXT_MAX = 2_000;
const LIST_MAX = 12;

/** The value of a field for a person; undefined where there is none. */
export function valueWords(item: Fields, field: string, wordsOf: WordsOf): string | undefined {
  const value = item[field];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "number") return numberWords(value, field, item, wordsOf);
  if (Array.isArray(value)) return listWords(value);
  if (typeof value === "object") return plainLine(JSON.stringify(value), VALUE_MAX);
  if (field === "body" || field === "message") return plainText(String(value), TEXT_MAX);
  return inJapanTime(plainLine(String(value), VALUE_MAX));
}

function numberWords(value: number, field: string, item: Fields, wordsOf: WordsOf): string {
  const { unit = field === "value" ? unitOf(item) : undefined, grouped } = wordsOf(field);
  const digits = grouped === false ? String(value) : grouping.format(value);
  return unit === undefined ? digits : `${digits} ${unit}`;
}

const grouping = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });

/** A series says its own unit. */
function unitOf(item: Fields): string | undefined {
  return typeof item.unit === "string" ? plainLine(item.unit, 60) : undefined;
}

function listWords(values: readonly unknown[]): string {
  const words = values.slice(0, LIST_MAX).map(entryWords);
  const more = values.length > LIST_MAX ? [`and ${values.length - LIST_MAX} more`] : [];
  const long = values.some((value) => typeof value === "object");
  return [...words, ...more].join(long ? "\n" : ", ");
}

/** A period with its value, a revision, a mistake in a file, or plain text. */
function entryWords(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return plainLine(String(entry), VALUE_MAX);
  const { period, value, from, to, file, line, column, message } = entry as Record<string, unknown>;
  const words =
    file !== undefined
      ? `${file}:${line}:${column} ${message}`
      : from !== undefined
        ? `${period}: ${figure(from)} → ${figure(to)}`
        : `${period}: ${figure(value)}`;
  return plainLine(words, VALUE_MAX);
}

function figure(value: unknown): string {
  return typeof value === "number" ? grouping.format(value) : "none";
}

/** Looks up how a field of an item is shown. */
export type WordsOf = (field: string) => FieldWords;

/** The words of the items of a type, from the item's own table; a field without any speaks for itself. */
export function wordsFor(type: string, { known }: EventTypes): WordsOf {
  const shape = known.get(type as `${string}.${string}`)?.item.shape ?? {};
  return (field) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    return (schema && markOf(schema)?.words) ?? { label: spaced(field) };
  };
}

/** A field's own name as words, such as "New field2 name". */
function spaced(field: string): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text of at most `max` characters over several lines. */
export function plainText(text: string, max: number): string {
  return cut(tameLines(text, Number.POSITIVE_INFINITY), max);
}

/** Text of at most `max` characters on one line. */
export function plainLine(text: string, max: number): string {
  return cut(tameLine(text, Number.POSITIVE_INFINITY), max);
}

/** Never splits a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two more than `max` characters can take: enough to see that there are more.
  const characters = [...text.slice(0, max * 2 + 2)];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
