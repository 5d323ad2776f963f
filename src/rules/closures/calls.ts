/** Functions and methods of the vocabulary over plain values, by the names that the rewritten tree has. */
import { plainNumber } from "../../lib/text/plain-number.ts";
import { foldSearched } from "../cel/fold-searched.ts";
import { roundTo } from "../cel/number-functions.ts";
import type { Plain } from "./field-path.ts";

type Compute = (...values: Plain[]) => Plain;

// The check has made sure of the types.
const numbers = (compute: (...values: number[]) => number) => compute as Compute;
const texts = (compute: (text: string, part: string) => boolean) => compute as Compute;

export const calls: Readonly<Record<string, Compute>> = {
  abs: numbers((value = 0) => Math.abs(value)),
  min: numbers(Math.min),
  max: numbers(Math.max),
  round: numbers((value = 0, digits) => (digits === undefined ? Math.round(value) : roundTo(value, digits))),
  own_string: (value = "") => (typeof value === "number" ? plainNumber(value) : String(value)),
};

export const methods: Readonly<Record<string, Compute>> = {
  own_contains: texts((text, part) => foldSearched(text).includes(foldSearched(part))),
  own_startsWith: texts((text, part) => foldSearched(text).startsWith(foldSearched(part))),
  own_endsWith: texts((text, part) => foldSearched(text).endsWith(foldSearched(part))),
};
