/**
 * The kinds of fields that records are made of, and the readers of their values as services send them: numbers that may
 * be texts, and several ways to say "unknown". `wire`: one name, or all names of both dialects.
 */
import * as z from "zod";
import { shortCode } from "../model/fields.ts";
import { readDecimal, shiftDecimal } from "../model/numbers.ts";
import { isRecord } from "./misfits.ts";
import {
  type Field,
  type FieldTable,
  isUnknown,
  type ReadValue,
  type RecordOf,
  readRecord,
  type Tell,
} from "./record.ts";

/** A larger one is no figure of a market, and cannot be told from the next. */
export const readNumber = (value: unknown): number | undefined => {
  const number = readDecimal(value);
  return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
};

export const readInteger = (value: unknown): number | undefined => {
  const number = readDecimal(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** On one line. Control characters and halves of characters go: neither would come back from storage or a log as it went in. */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined;
  if (isPlain(value)) return value.trim();
  return value
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
};

/** ASCII, kana and kanji with single spaces, of which nothing is replaced: nearly all of many megabytes of texts. */
function isPlain(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isShown = (unit > 0x20 && unit < 0x7f) || (unit > 0x3000 && unit < 0xd800);
    if (!isShown && (unit !== 0x20 || before === 0x20)) return false;
    before = unit;
  }
  return true;
}

const isoDate = z.iso.date();

/** Whether a year is one that a day of a market or a series can have; the statistics' document ends at 2050. */
export const isYear = (text: string): boolean => text >= "1850" && text <= "2100";

const readDay = (value: unknown): string | undefined => {
  const day = isoDate.safeParse(value).data;
  return day !== undefined && isYear(day.slice(0, 4)) ? day : undefined;
};

/** A fraction, such as 0.0053, as percent, 0.53. */
const readPercent = (value: unknown): number | undefined => readNumber(shiftDecimal(value, 2));

/** A field that `read` understands; what it does not is reported as not being `what`. */
function required<T>(what: string, read: (value: unknown) => T | undefined) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue(`expected ${what}`);
    return z.NEVER;
  });
}

/** Makes a field for which absent, null, "", "-" and "*" mean unknown and become undefined. */
function wireOptional<T>(what: string, read: (value: unknown) => T | undefined) {
  return z
    .unknown()
    .transform((value, context): T | undefined => {
      if (isUnknown(value)) return undefined;
      const result = read(value);
      if (result === undefined) context.addIssue(`expected ${what}`);
      return result;
    })
    .optional();
}

export const wireInteger = required("an integer", readInteger);

export const optionalText = wireOptional("a text", readText);
export const optionalInteger = wireOptional("an integer", readInteger);

type Names = string | readonly string[];

const named = <Value>(wire: Names, read: ReadValue<Value>) =>
  (typeof wire === "string" ? [wire] : wire).map((name) => ({ name, read }));

/** A field of a kind of its own. */
export function wireField<Value>(
  wire: Names,
  kind: {
    read: ReadValue<Value>;
    type: string;
    expected: string;
    about: string;
    unit?: string;
    verbatim?: boolean;
    byHand?: boolean;
    holds?: readonly string[];
    records?: FieldTable;
  },
): Field<Value, false> {
  const { read, ...rest } = kind;
  return { ...rest, wire: named(wire, read), required: false };
}

/** Makes a field required: a record without it is malformed. */
export function need<Value>(optional: Field<Value, false>): Field<Value, true> {
  return { ...optional, required: true };
}

/** Codes of classes come as numbers from some services. */
const readTextOrNumber = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : readText(value);

/** Text on one line, trimmed. */
export const textField = (wire: Names, about: string) =>
  wireField(wire, { read: readTextOrNumber, type: "text", expected: "a text", about });

export const dayField = (wire: Names, about: string) =>
  wireField(wire, { read: readDay, type: "date", expected: "a date YYYY-MM-DD", about });

const writtenCode = /^\d[0-9A-Z]{3}[0-9A-Z]?$/;

/** A stock code in its short form, see `shortCode`, of one that is written with four or five characters. */
export const codeField = (wire: Names, about = "stock code, four characters for a common stock") => {
  const read = (value: unknown) => {
    const written = readText(value);
    return written !== undefined && writtenCode.test(written) ? shortCode(written) : undefined;
  };
  return wireField(wire, { read, type: "code", expected: "a stock code", about });
};

const longestName = 1_000;

/**
 * A name by which a record is known: one that lost its letters on the way, to U+FFFD, would be somebody else's.
 */
export const keyName = (wire: Names, about: string) => {
  const read = (value: unknown) => {
    const name = readText(value);
    const isWhole = name !== undefined && name.length <= longestName && !name.includes("\ufffd");
    return isWhole && /\p{L}/u.test(name) ? name : undefined;
  };
  return wireField(wire, { read, type: "text", expected: "a name", about, byHand: true });
};

export const numberField = (wire: Names, about: string, unit: string) =>
  wireField(wire, { read: readNumber, type: "number", expected: "a number", about, unit });

/** A whole number of things, none of which is 0. */
export const countField = (wire: Names, about: string, unit: string) => {
  const read = (value: unknown) => {
    const number = readInteger(value);
    return number !== undefined && number >= 0 ? number : undefined;
  };
  return wireField(wire, { read, type: "integer", expected: "a count", about, unit });
};

export const integerField = (wire: Names, about: string, unit: string) =>
  wireField(wire, { read: readInteger, type: "integer", expected: "an integer", about, unit });

/** Percent, also where the service sends it under other names as a fraction. */
export function percentField(wire: Names, about: string, fractions: Names = []): Field<number, false> {
  return {
    wire: [...named(wire, readNumber), ...named(fractions, readPercent)],
    type: "number",
    expected: "a number",
    unit: "percent",
    about,
    required: false,
  };
}

/** "1" and "0" in any of the ways in which services write them. */
export const readFlag = (value: unknown): boolean | undefined => {
  if (value === true || value === 1 || value === "1") return true;
  return value === false || value === 0 || value === "0" ? false : undefined;
};

export const flagField = (wire: Names, about: string) =>
  wireField(wire, { read: readFlag, type: "boolean", expected: '"0" or "1"', about });

const writtenTime = /^(\d|[01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/;

/** A time of day in Japan, HH:MM; with seconds where there are some. */
export const timeField = (wire: Names, about: string) => {
  const read = (value: unknown) => {
    const [, hours, minutes, seconds = ":00"] = writtenTime.exec(readText(value) ?? "") ?? [];
    if (hours === undefined) return undefined;
    return `${hours.padStart(2, "0")}:${minutes}${seconds === ":00" ? "" : seconds}`;
  };
  return wireField(wire, { read, type: "time", expected: "a time HH:MM", about });
};

/** Digits, of which zeros at the beginning may be lost where there are fewer than `length`, but no fewer than `least`. */
export const digitsField = (wire: Names, about: string, length: number, least = length) => {
  const read = (value: unknown) => {
    const text = typeof value === "number" ? String(value) : (readText(value) ?? "");
    if (!/^\d+$/.test(text) || text.length > length || text.length < least) return undefined;
    return text.padStart(length, "0");
  };
  return wireField(wire, { read, type: "text", expected: `${length} digits`, about });
};

/** Texts in a list; in files they stand in one text, with | between them. */
export const textsField = (wire: Names, about: string, word: (text: string) => string = (text) => text) => {
  const read: ReadValue<string[]> = (value, tell) => {
    const entries = typeof value === "string" ? value.split("|") : listOf(value);
    return entries?.flatMap((entry, at) => {
      const text = readTextOrNumber(entry);
      if (text === undefined) tell("expected a text", [at]);
      return text === undefined || text === "" ? [] : [word(text)];
    });
  };
  return wireField(wire, { read, type: "list of texts", expected: "a list of texts", about });
};

const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** Records within a record. */
interface Within<F extends FieldTable> {
  readonly fields: F;
  readonly about: string;
  /** Names that the service sends there and that no field of ours holds. */
  readonly unread?: readonly string[];
  /** What is kept of a record that was read; left out: all. */
  readonly keep?: (record: RecordOf<F>) => RecordOf<F>;
}

/** @param at place of the record within the value */
function readWithin<F extends FieldTable>(
  value: unknown,
  { fields, keep = (record) => record }: Within<F>,
  tell: Tell,
  at: readonly PropertyKey[],
): RecordOf<F> | undefined {
  if (isRecord(value))
    return keep(
      readRecord(fields, value, { addIssue: ({ message, path }) => tell(message, [...at, ...path]) }),
    );
  tell("expected an object", at);
  return undefined;
}

/** A record in the place of a value, read by a table of its own. */
export const recordField = <const F extends FieldTable>(wire: Names, within: Within<F>) => {
  const read: ReadValue<RecordOf<F>> = (value, tell) => readWithin(value, within, tell, []);
  return wireField(wire, { read, type: "record", expected: "an object", ...factsOf(within) });
};

/** A list of such records. */
export const recordsField = <const F extends FieldTable>(wire: Names, within: Within<F>) => {
  const read: ReadValue<readonly RecordOf<F>[]> = (value, tell) =>
    listOf(value)?.flatMap((entry, at) => readWithin(entry, within, tell, [at]) ?? []);
  return wireField(wire, {
    read,
    type: "list of records",
    expected: "a list of objects",
    ...factsOf(within),
  });
};

const factsOf = ({ fields, about, unread }: Pick<Within<FieldTable>, "fields" | "about" | "unread">) => ({
  about,
  records: fields,
  ...(unread && { holds: unread }),
});
