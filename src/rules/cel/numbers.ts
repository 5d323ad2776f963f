/**
 * Numbers. An expression about an event has one kind of them, doubles, so that `now.ratio * 2 > 1` works as it reads.
 * One that names nothing of the event is CEL as it is published, with whole numbers, unsigned ones and doubles apart.
 */
import type { Environment } from "@marcbachmann/cel-js";
import { UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import { plainNumber } from "../../model/numbers.ts";
import type { Language } from "./language.ts";
import { isParam } from "./parse-tree.ts";
import { children, ExpressionError, type Node, register } from "./syntax.ts";

/** Whether an expression names a value of the event. */
export function isAboutEvent(node: Node, names: ReadonlySet<string>): boolean {
  if (isParam(node) || (node.op === "call" && (node.args as unknown[])[0] === "mine")) return true;
  return node.op === "id"
    ? names.has(String(node.args))
    : children(node).some((child) => isAboutEvent(child, names));
}

/** The value of a literal. Throws an ExpressionError for one that has no place there. */
export function literalOf({ args, start }: Node, ofEvents: boolean): unknown {
  if (!ofEvents) return args;
  if (typeof args === "bigint") return Number(args);
  if (args instanceof UnsignedInt) return Number(args.value);
  if (args === null) {
    throw new ExpressionError(start, "there is no null here", "has(now.fund) asks whether a field is there");
  }
  return args;
}

/** As CEL has it, a remainder is one of whole numbers. Throws an ExpressionError for decimals that are written out. */
export function checkRemainder({ args }: Node): void {
  const decimal = (args as Node[]).find((part) => part.op === "value" && typeof part.args === "number");
  if (decimal !== undefined) {
    throw new ExpressionError(decimal.start, "a remainder of decimals needs a value of the event");
  }
}

/** A computed place in a list, made whole: the one number that has to be, beside values of an event. */
export function asPlace(at: Node, { environment }: Language): Node {
  // The check says more of a place that is written out.
  if (at.op === "value" || at.op === "-_") return at;
  const call = environment.parse("own_place(0)").ast as unknown as Node;
  call.args = ["own_place", [at]];
  return Object.assign(call, { pos: at.pos, start: at.start, end: at.end });
}

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

function roundTo(value: number, digits: number): number {
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
