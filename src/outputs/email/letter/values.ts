/**
 * Values of items in words: numbers with their units, times in Japan's time, and the words of fields. Strangers' text
 * is made fit to be read in a mail: it stays text and cannot rearrange what stands around it.
 */
import { tameLine, tameLines } from "../../../lib/text/tame.ts";
import { inJapanTime } from "../../../lib/zone.ts";
import type { Fields } from "../../../model/event.ts";
import type { EventTypes } from "../../../model/event-types.ts";
import { type FieldWords, markOf } from "../../../model/fields.ts";

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
