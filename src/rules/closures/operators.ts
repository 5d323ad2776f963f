/** Operators, functions and methods over plain values of the types that the check let through. */

import { plainNumber } from "../../model/numbers.ts";
import { foldSearched } from "../cel/keyword-lists.ts";
import { longestText } from "../cel/meter.ts";
import { roundTo } from "../cel/numbers.ts";
import type { Closure, Plain } from "./plain-values.ts";

type Compute = (left: Plain, right: Plain) => Plain | undefined;

// The check has made sure that both sides are texts, or both numbers.
const numeric = (compute: (left: number, right: number) => Plain) => compute as Compute;

export const binary: Readonly<Record<string, Compute>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "+": (left, right) =>
    typeof left === "string" ? joined(left, right as string) : (left as number) + (right as number),
  "-": numeric((left, right) => left - right),
  "*": numeric((left, right) => left * right),
  "/": numeric((left, right) => left / right),
  "%": numeric((left, right) => left % right),
};

// A text that is made may not be longer than one that is seen.
function joined(left: string, right: string): string | undefined {
  return left.length + right.length > longestText ? undefined : left + right;
}

/** False where one side is, whatever the other; no value where that does not decide. */
export function both(left: Closure, right: Closure): Closure {
  return (event) => {
    const first = left(event);
    if (first === false) return false;
    const second = right(event);
    return first === true || second === false ? second : undefined;
  };
}

/** True where one side is, whatever the other; no value where that does not decide. */
export function either(left: Closure, right: Closure): Closure {
  return (event) => {
    const first = left(event);
    if (first === true) return true;
    const second = right(event);
    return first === false || second === true ? second : undefined;
  };
}

type ComputeCall = (...values: Plain[]) => Plain;

// The check has made sure of the types.
const numbers = (compute: (...values: number[]) => number) => compute as ComputeCall;
const texts = (compute: (text: string, part: string) => boolean) => compute as ComputeCall;

export const calls: Readonly<Record<string, ComputeCall>> = {
  abs: numbers((value = 0) => Math.abs(value)),
  min: numbers(Math.min),
  max: numbers(Math.max),
  round: numbers((value = 0, digits) => (digits === undefined ? Math.round(value) : roundTo(value, digits))),
  own_string: (value = "") => (typeof value === "number" ? plainNumber(value) : String(value)),
};

export const methods: Readonly<Record<string, ComputeCall>> = {
  own_contains: texts((text, part) => foldSearched(text).includes(foldSearched(part))),
  own_startsWith: texts((text, part) => foldSearched(text).startsWith(foldSearched(part))),
  own_endsWith: texts((text, part) => foldSearched(text).endsWith(foldSearched(part))),
};
