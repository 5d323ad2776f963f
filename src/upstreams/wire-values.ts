/** Readers of values as services send them: numbers that may be texts, and several ways to say "unknown". */
import * as z from "zod";
import { readDecimal, shiftDecimal } from "../lib/decimal.ts";

const unknownTexts = ["", "-", "*"];

/** Absent, null, "", "-" and "*". */
export function isUnknown(value: unknown): boolean {
  if (typeof value !== "string") return value === undefined || value === null;
  return unknownTexts.includes(value.trim());
}

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

export const readDay = (value: unknown): string | undefined => {
  const day = isoDate.safeParse(value).data;
  return day !== undefined && isYear(day.slice(0, 4)) ? day : undefined;
};

/** A fraction, such as 0.0053, as percent, 0.53. */
export const readPercent = (value: unknown): number | undefined => readNumber(shiftDecimal(value, 2));

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
