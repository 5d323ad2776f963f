/** Fields as services send them: numbers that may be texts, and several ways to say "unknown". */
import * as z from "zod";
import { readDecimal, shiftDecimal } from "../lib/decimal.ts";

const unknowns: ReadonlySet<unknown> = new Set([undefined, null, "", "-", "*"]);

function isUnknown(value: unknown): boolean {
  return unknowns.has(typeof value === "string" ? value.trim() : value);
}

/** A field that `read` understands; what it does not is reported as not being `what`. */
function required<T>(what: string, read: (value: unknown) => T | undefined) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue(`expected ${what}`);
    return z.NEVER;
  });
}

/** The same, where absent, null, "", "-" and "*" mean unknown and become undefined. */
export function wireOptional<T>(what: string, read: (value: unknown) => T | undefined) {
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

const readInteger = (value: unknown) => {
  const number = readDecimal(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** Control characters and halves of characters go: neither would come back from storage or a log as it went in. */
const readText = (value: unknown) =>
  typeof value === "string"
    ? value
        .replace(/[\p{Cc}\s]+/gu, " ")
        .replace(/\p{Cs}/gu, "\ufffd")
        .trim()
    : undefined;

const readFilledText = (value: unknown) => (isUnknown(value) ? undefined : readText(value));

const readDay = (value: unknown) => z.iso.date().safeParse(value).data;

const readPercent = (value: unknown) => shiftDecimal(value, 2);

/** Text on one line, trimmed, not empty. */
export const wireText = required("a text", readFilledText);
export const wireInteger = required("an integer", readInteger);
/** YYYY-MM-DD. */
export const wireDay = required("a date YYYY-MM-DD", readDay);

export const optionalText = wireOptional("a text", readText);
export const optionalNumber = wireOptional("a number", readDecimal);
export const optionalInteger = wireOptional("an integer", readInteger);
export const optionalDay = wireOptional("a date YYYY-MM-DD", readDay);
/** A fraction, such as 0.0053, as percent, 0.53. */
export const optionalFraction = wireOptional("a number", readPercent);
