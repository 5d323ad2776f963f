/** Calls of functions and methods, and what is written as one: `has`, `cel.bind`, and the other values of optional ones. */
import { Optional } from "@marcbachmann/cel-js";
import { unmeteredWordsOf } from "../keyword-lists.ts";
import type { Closure } from "../language.ts";
import { type Meter, spend } from "../meter.ts";
import { askingHandler } from "../surroundings.ts";
import { type Handler, literalText, type Node } from "../syntax.ts";
import { fieldOfRecord } from "./fields.ts";
import { loopClosure } from "./loops.ts";
import { type Invoked, invoking, isLoop, type Making, typeOfValue } from "./making.ts";
import { constant, fieldPath, plainTypeOf } from "./plain-values.ts";

export function callClosure(node: Node, making: Making): Closure {
  if (isLoop(node)) return loopClosure(node, making);
  const { name, receiver, given } = partsOf(node);
  const [first] = given;
  if (name === "has" && first !== undefined) return hasClosure(node, first, making);
  if (node.meta.macro !== undefined && receiver !== undefined)
    return name === "bind" ? binding(given, making) : otherwise(name, receiver, first, making);
  if (!isUnmetered(node)) making.noteCost();
  const reads = (receiver === undefined ? given : [receiver, ...given]).map(making.closure);
  return invoking(reads, invoked(node, making), Object.hasOwn(costs, name) ? costs[name] : undefined);
}

function partsOf({ op, args }: Node) {
  const parts = args as [string, ...unknown[]];
  const isMethod = op === "rcall";
  return {
    name: parts[0],
    receiver: isMethod ? (parts[1] as Node) : undefined,
    given: parts[isMethod ? 2 : 1] as readonly Node[],
  };
}

const plainFunctions: ReadonlySet<string> = new Set(["abs", "min", "max", "round", "own_string"]);

/** Whether it costs little whatever the event has: numbers, and searches of one text for what is known. */
function isUnmetered(node: Node): boolean {
  const { name, receiver, given } = partsOf(node);
  const values = receiver === undefined ? given : [receiver, ...given];
  switch (name) {
    case "own_has_any":
      return values[0]?.checkedType?.name === "string" && unmeteredWordsOf(values[1]) !== undefined;
    // To find one long text of the event in another takes long.
    case "own_contains":
      return literalText(given[0]) !== undefined;
    case "own_startsWith":
    case "own_endsWith":
      return values.every(isPlain);
    case "event_size":
      return values[0]?.checkedType?.name === "string" || values[0]?.checkedType?.name === "list<string>";
    default:
      return plainFunctions.has(name) && values.every(isPlain);
  }
}

function isPlain(node: Node): boolean {
  return plainTypeOf(node) !== undefined;
}

/** What a function of the library's costs by the value that it is about; ours count for themselves. */
const costs: Readonly<Record<string, (meter: Meter, values: readonly unknown[]) => void>> = {
  ...{ size: ofText, bytes: ofText, double: ofText, bool: ofText },
  duration: ofSpan,
};

function ofText(meter: Meter, [text]: readonly unknown[]): void {
  if (typeof text === "string") spend(meter, text.length >> 3);
}

const longestSpan = 30;
const spanSteps = 500;

// The library tries every way to cut the text into numbers.
function ofSpan(meter: Meter, [text]: readonly unknown[]): void {
  spend(meter, spanSteps);
  if (typeof text === "string" && text.length > longestSpan) throw new RangeError("this span is too long");
}

/** The function of a call: decided by the check, or for the types of its values. */
function invoked(node: Node, { types }: Making): Invoked {
  const { receiver, given } = partsOf(node);
  const decided = decidedHandler(node);
  if (decided !== undefined) return withHandler(decided);
  return (variables, values) => {
    const own = receiver === undefined ? values : values.slice(1);
    const found = node.candidates?.findFunction(
      own.map((value, at) => typeOfValue(value, given[at]?.checkedType, types)),
      receiver && typeOfValue(values[0], receiver.checkedType, types),
    );
    return found ? withHandler(found.handler)(variables, values) : undefined;
  };
}

function withHandler(handler: Handler): Invoked {
  const own = askingHandler(handler);
  return own === undefined
    ? (_, values) => handler(...values)
    : (variables, values) => own(variables, ...values);
}

/** The one function that a call can be; undefined where that depends on the values. */
function decidedHandler(node: Node): Handler | undefined {
  const { receiver, given } = partsOf(node);
  const types = given.flatMap(({ checkedType }) => checkedType ?? []);
  const of = receiver?.checkedType;
  if (types.length < given.length || types.some(({ hasDynType }) => hasDynType)) return undefined;
  if (of?.kind === "dyn" || of?.hasPlaceholderType) return undefined;
  return node.candidates?.findFunction(types, of)?.handler;
}

/** Whether a field is there. A value of another type is neither. */
function hasClosure(node: Node, asked: Node, making: Making): Closure {
  const path = making.isShadowed ? undefined : fieldPath(asked, making.language);
  if (path !== undefined) {
    return ({ event }) => {
      const value = path.raw(event) ?? undefined;
      if (value !== undefined) return typeof value === path.type ? true : undefined;
      return path.key !== undefined && path.key(event) === undefined ? undefined : false;
    };
  }
  making.noteCost();
  if (node.meta.alternate !== undefined) return making.closure(node.meta.alternate);
  const { types } = making;
  const [owner, name] = asked.args as [Node, string];
  const field = fieldOfRecord(owner, name, making);
  if (field !== undefined)
    return (variables) =>
      field.raw(variables) === undefined ? false : field.read(variables) !== undefined || undefined;
  return invoking([making.closure(owner)], (_, [value]) => {
    const found = types.debugType(value).fieldLazy(value, name, undefined, types);
    return found instanceof Optional ? found.hasValue() : found !== undefined;
  });
}

/** `cel.bind(x, value, expression)` */
function binding([variable, value, body]: readonly Node[], making: Making): Closure {
  if (variable === undefined || value === undefined || body === undefined) return constant(undefined);
  const { place, inside } = making.naming(variable.args as string);
  making.noteCost();
  const read = making.closure(value);
  const inner = inside.closure(body);
  return (variables) => {
    const { named } = variables.around;
    const found = read(variables);
    if (found === undefined) return undefined;
    const outer = named[place];
    named[place] = found;
    const answer = inner(variables);
    named[place] = outer;
    return answer;
  };
}

/** `x.or(y)` and `x.orValue(y)` */
function otherwise(name: string, receiver: Node, given: Node | undefined, making: Making): Closure {
  making.noteCost();
  const read = making.closure(receiver);
  const other = given ? making.closure(given) : constant(undefined);
  return (variables) => {
    const value = read(variables);
    if (!(value instanceof Optional)) return undefined;
    if (value.hasValue()) return name === "or" ? value : value.value();
    const instead = other(variables);
    return name !== "or" || instead instanceof Optional ? instead : undefined;
  };
}
