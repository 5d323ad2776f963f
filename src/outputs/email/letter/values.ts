/** Values of items in words: numbers with their units, times in Japan's time. */
import { inJapanTime } from "../../../lib/japan-time.ts";
import type { Fields } from "../../../model/event.ts";
import { plainLine, plainText } from "./plain.ts";
import type { WordsOf } from "./words.ts";

const VALUE_MAX = 300;
const TEXT_MAX = 2_000;
const LIST_MAX = 12;

/** What `field` of `item` says, for a person; undefined where it says nothing. */
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
