/** Arithmetic, and numbers made of other values. Numbers of events are doubles. */
import type { Environment } from "@marcbachmann/cel-js";
import { plainNumber } from "../../lib/text/plain-number.ts";
import { register } from "./register.ts";

export function addNumbers(environment: Environment): void {
  register(environment, [
    ["abs(int): int", (a: bigint) => (a < 0 ? -a : a)],
    ["abs(double): double", (a: number) => Math.abs(a)],
    ["min(int, int): int", (a: bigint, b: bigint) => (b < a ? b : a)],
    ["min(double, double): double", (a: number, b: number) => Math.min(a, b)],
    ["max(int, int): int", (a: bigint, b: bigint) => (b > a ? b : a)],
    ["max(double, double): double", (a: number, b: number) => Math.max(a, b)],
    ["round(int): int", (a: bigint) => a],
    ["round(double): double", (a: number) => Math.round(a)],
    ["round(double, int): double", (a: number, digits: bigint) => roundTo(a, Number(digits))],
    ["round(double, double): double", roundTo],
    ["event_int(double): double", whole],
    ["event_int(string): double", wholeOf],
    ["event_uint(double): double", (value: number) => positive(whole(value))],
    ["event_uint(string): double", (text: string) => positive(wholeOf(text))],
    ["own_string(string): string", (text: string) => text],
    ["own_string(bool): string", String],
    ["own_string(int): string", String],
    ["own_string(uint): string", String],
    ["own_string(double): string", plainNumber],
    ["own_string(bytes): string", (bytes: Uint8Array) => new TextDecoder("utf8").decode(bytes)],
    ["own_place(double): int", place],
    ["own_place(string): string", (key: string) => key],
    ["own_place(bool): bool", (key: boolean) => key],
  ]);
  environment.registerOperator("double % double: double", (a: number, b: number) => a % b);
}

export function roundTo(value: number, digits: number): number {
  const factor = 10 ** Math.min(10, Math.max(0, Math.trunc(digits)));
  return Math.round(value * factor) / factor;
}

function whole(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError("this is no number");
  return Math.trunc(value) + 0;
}

function wholeOf(text: string): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) throw new RangeError("this text is no whole number");
  return Number(text);
}

function positive(value: number): number {
  if (value < 0) throw new RangeError("this is less than 0");
  return value;
}

/** The place in a list that a computed number is. */
function place(value: number): bigint {
  if (!Number.isInteger(value)) throw new RangeError("a place in a list is a whole number");
  return BigInt(value);
}
