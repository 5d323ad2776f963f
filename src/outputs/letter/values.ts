/** Fields of items as rows of a message: by their labels, numbers with their units, days in words. */

import type { Event, Fields } from "../../model/event.ts";
import { type FieldWords, markOf } from "../../model/fields.ts";
import type { Language } from "../../model/language.ts";
import { decimalsOfAll, groupedNumber } from "../../model/numbers.ts";
import type { ContentRow } from "./content.ts";
import { inWords, plainLine, plainText, readJapanDay, type Voice } from "./voice.ts";

/** The words of a field in one language. */
interface ShownWords extends Pick<FieldWords, "grouped" | "hidden"> {
  readonly label: string;
  /** Stands right after a number, with a blank at its beginning where the language has one there. */
  readonly unit?: string;
  /** The words of values from a closed list. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Looks up how a field of an item is shown. */
type WordsOf = (field: string) => ShownWords;

/** The words of the items of a type, from the item's own table; a field without any speaks for itself. */
export function wordsFor(type: string, { types, language }: Pick<Voice, "types" | "language">): WordsOf {
  const shape = types.known.get(type as `${string}.${string}`)?.item.shape ?? {};
  return (field) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    const words = schema && markOf(schema)?.words;
    return words ? inLanguage(words, language) : { label: spaced(field) };
  };
}

function inLanguage({ label, unit, values, ...rest }: FieldWords, language: Language): ShownWords {
  const gap = language === "ja" ? "" : " ";
  const named = Object.entries(values ?? {}).map(([value, words]) => [value, words[language]]);
  return {
    ...rest,
    label: label[language],
    ...(unit && { unit: `${gap}${unit[language]}` }),
    ...(values && { values: Object.fromEntries(named) }),
  };
}

const labelMax = 60;

/** A field's own name as words, such as "New field2 name". */
function spaced(field: string): string {
  const words = plainLine(field, labelMax)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** New and revised periods: what the event is about. */
const periods = ["revisions", "added"];
/** Written by people, so often that of the alert too. */
const texts = ["title", "body", "message"];
const textMax = 2_000;
/** As long as what the alert says may be: both are compared whole. */
const comparedMax = 20_000;

/** Rows of an event: what it changed, and the other fields of its item. */
export interface ItemRows {
  readonly changes: readonly ContentRow[];
  readonly details: readonly ContentRow[];
}

/**
 * Rows of an event's item.
 * @param told what the mail says above its rows: texts that stand there are left out
 * @param left names of fields that the mail shows elsewhere
 */
export function itemRows(
  { type, data: { now, was, changed = [] } }: Pick<Event, "type" | "data">,
  voice: Voice,
  { told = "", left = [] }: { readonly told?: string; readonly left?: readonly string[] } = {},
): ItemRows {
  const wordsOf = wordsFor(type, voice);
  const differing =
    was === undefined
      ? []
      : daysLast(
          changed.filter((field) => !periods.includes(field)),
          now,
          was,
        );
  const isTold = createTold(now, told);
  const others = Object.keys(now).filter(
    (field) => !differing.includes(field) && !left.includes(field) && !isTold(field),
  );
  const first = was === undefined ? [] : others.filter((field) => periods.includes(field));
  const detail = (field: string) => detailRow(field, now, wordsOf, voice);
  return {
    changes: [
      ...first.flatMap(detail),
      ...(was === undefined ? [] : differing.flatMap((field) => changeRow(field, was, now, wordsOf, voice))),
    ],
    details: others.flatMap((field) => (first.includes(field) ? [] : detail(field))),
  };
}

/** Whether a text of the item stands in the mail already: above its rows, or in one that was asked about before. */
function createTold(now: Fields, above: string): (field: string) => boolean {
  const said = [above];
  return (field) => {
    const value = now[field];
    if (!texts.includes(field) || typeof value !== "string") return false;
    const words = plainText(value, comparedMax);
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

/** That a day is another one says least of what changed. */
export function daysLast(fields: readonly string[], now: Fields, was: Fields): string[] {
  const isDay = (field: string) => {
    const value = now[field] ?? was[field];
    return typeof value === "string" && readJapanDay(value) !== undefined;
  };
  return [...fields.filter((field) => !isDay(field)), ...fields.filter(isDay)];
}

/** The row of a field that differs between two states of an item; none where it is hidden or empty in both. */
export function changeRow(
  field: string,
  was: Fields,
  now: Fields,
  wordsOf: WordsOf,
  voice: Voice,
): ContentRow[] {
  const { label, hidden } = wordsOf(field);
  if (hidden) return [];
  const decimals = sharedDecimals(was[field], now[field]);
  const [before, after] = [was, now].map((item) => fieldValueWords(item, field, wordsOf, voice, decimals));
  const { changes } = voice.phrases;
  if (after === undefined) return before === undefined ? [] : [{ label, now: changes.gone(before) }];
  if (before === undefined) return [{ label, now: changes.appeared(after) }];
  const unit = typeof was[field] === "number" ? unitWords(field, now, wordsOf) : "";
  // The unit once, behind both numbers.
  const bare = unit !== "" && before.endsWith(unit) && after.endsWith(unit);
  return [{ label, was: bare ? before.slice(0, -unit.length) : before, now: after }];
}

function detailRow(field: string, now: Fields, wordsOf: WordsOf, voice: Voice): ContentRow[] {
  const { label, hidden } = wordsOf(field);
  const words = hidden ? undefined : fieldValueWords(now, field, wordsOf, voice);
  return words === undefined ? [] : [{ label, now: words }];
}

const valueMax = 300;
const listMax = 12;

/**
 * The value of a field for a person; undefined where there is none.
 * @param decimals the fewest decimals of a number
 */
export function fieldValueWords(
  item: Fields,
  field: string,
  wordsOf: WordsOf,
  voice: Voice,
  decimals = 0,
): string | undefined {
  const value = item[field];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "number") {
    const digits = wordsOf(field).grouped === false ? String(value) : withDecimals(value, decimals);
    return `${digits}${unitWords(field, item, wordsOf)}`;
  }
  const { values = {} } = wordsOf(field);
  if (Array.isArray(value))
    return value.length === 0
      ? undefined
      : listWords(
          value.map((entry) => named(entry, values)),
          voice,
        );
  if (typeof value === "object") return plainLine(JSON.stringify(value), valueMax);
  if (field === "body" || field === "message") return plainText(String(value), textMax) || undefined;
  return inWords(plainLine(String(named(value, values)), valueMax), voice) || undefined;
}

/** The word for a value from a closed list; any other value stays as it is. */
function named(value: unknown, words: Readonly<Record<string, string>>): unknown {
  return typeof value === "string" && Object.hasOwn(words, value) ? words[value] : value;
}

/** More is the noise of binary arithmetic, which `groupedNumber` cuts away. */
const mostShared = 6;

/** The decimals of two numbers that are read side by side: 2.30 beside 0.46. */
function sharedDecimals(...values: readonly unknown[]): number {
  const numbers = values.filter((value) => typeof value === "number");
  const decimals = numbers.length < 2 ? 0 : decimalsOfAll(numbers);
  return decimals > mostShared ? 0 : decimals;
}

/** A number for a person, with at least so many decimals. */
function withDecimals(value: number, fewest: number): string {
  const digits = groupedNumber(value);
  const [, fraction = ""] = digits.split(".");
  if (fraction.length >= fewest || digits.includes("e")) return digits;
  return `${digits}${fraction === "" ? "." : ""}${"0".repeat(fewest - fraction.length)}`;
}

/** The unit as it stands behind a number; "" where there is none. */
export function unitWords(field: string, item: Fields, wordsOf: WordsOf): string {
  const { unit = field === "value" ? unitOf(item) : "" } = wordsOf(field);
  return unit;
}

/** A series says its own unit. One that begins with a number would read as a part of the value: 12 100 million yen. */
function unitOf(item: Fields): string {
  const unit = typeof item.unit === "string" ? plainLine(item.unit, 60) : "";
  if (unit === "") return "";
  return /^\d/.test(unit) ? ` (${unit})` : ` ${unit}`;
}

function listWords(values: readonly unknown[], voice: Voice): string {
  const { phrases } = voice;
  const words = values.slice(0, listMax).map((entry) => plainLine(entryWords(entry, voice), valueMax));
  const more =
    values.length > listMax ? [phrases.changes.andMore(phrases.number(values.length - listMax))] : [];
  const long = values.some((value) => typeof value === "object");
  return long ? [...words, ...more].join("\n") : phrases.list([...words, ...more]);
}

/** A period with its value, a revision, a mistake in a file, or plain text. */
function entryWords(entry: unknown, voice: Voice): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  const { period, value, from, to, file, line, column, message } = entry as Record<string, unknown>;
  if (file !== undefined) return `${file}:${line}:${column} ${message}`;
  const { changes } = voice.phrases;
  const named = inWords(String(period), voice);
  const decimals = sharedDecimals(from, to);
  const figure = (number: unknown) =>
    typeof number === "number" ? withDecimals(number, decimals) : undefined;
  const [before, after] = [figure(from), figure(to)];
  if (before !== undefined)
    return after === undefined ? changes.withdrawn(named, before) : changes.revised(named, before, after);
  const known = figure(value) ?? after;
  return known === undefined ? changes.unvalued(named) : changes.valued(named, known);
}
