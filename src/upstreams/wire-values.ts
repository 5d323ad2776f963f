/** How values are read as services send them: numbers that may be texts, and several ways to say "unknown". */
import * as z from "zod";
import { readDecimal, shiftDecimal } from "../lib/decimal.ts";

const unknowns: ReadonlySet<unknown> = new Set([undefined, null, "", "-", "*"]);

/** Absent, null, "", "-" and "*". */
export function isUnknown(value: unknown): boolean {
  return unknowns.has(typeof value === "string" ? value.trim() : value);
}

export const readInteger = (value: unknown): number | undefined => {
  const number = readDecimal(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** On one line. Control characters and halves of characters go: neither would come back from storage or a log as it went in. */
export const readText = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
        .replace(/[\p{Cc}\s]+/gu, " ")
        .replace(/\p{Cs}/gu, "\ufffd")
        .trim()
    : undefined;

const isoDate = z.iso.date();

export const readDay = (value: unknown): string | undefined => isoDate.safeParse(value).data;

/** A fraction, such as 0.0053, as percent, 0.53. */
export const readPercent = (value: unknown): number | undefined => shiftDecimal(value, 2);
