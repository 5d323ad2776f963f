/** Operators: comparisons, arithmetic, and whether something is in a list. */
import type { Closure } from "../language.ts";
import { longestText, type Meter, spend, spendLook } from "../meter.ts";
import { latestName } from "../named-fields.ts";
import { newestItem } from "../standing-names.ts";
import { type Handler, literalText, type Node } from "../syntax.ts";
import { deepType, type Invoked, invoking, knownLength, type Making, typeOfValue } from "./making.ts";
import { binary, literal, literalList, type Plain, plainTypeOf } from "./plain-values.ts";

/** `!x` and `-x`. */
export function negated(node: Node, making: Making): Closure {
  const { op, candidates } = node;
  const of = node.args as Node;
  const read = making.closure(of);
  const type = plainTypeOf(of);
  if (op === "!_" && type === "boolean") return onPlain(read, (truth) => !truth);
  if (op === "-_" && type === "number") return onPlain(read, (number) => -number);
  making.noteCost();
  return invoking([read], (_, [value]) => {
    const found = candidates?.findUnaryOverload(typeOfValue(value, of.checkedType, making.types));
    return found ? found.handler(value) : undefined;
  });
}

function onPlain(read: Closure, compute: (value: Plain) => Plain): Closure {
  return (variables) => {
    const value = read(variables);
    return value === undefined ? undefined : compute(value as Plain);
  };
}

/** An operator with two sides. */
export function operatorClosure(node: Node, making: Making): Closure {
  const [left, right] = node.args as [Node, Node];
  if (node.op === "in") return member(node, making);
  const type = plainTypeOf(left);
  const compute = type !== undefined && type === plainTypeOf(right) ? binary[node.op] : undefined;
  if (compute === undefined) return general(node, making);
  const isLooked = areLarge(node);
  return onBoth(making.closure(left), making.closure(right), compute, literal(right), isLooked);
}

type Compute = NonNullable<(typeof binary)[string]>;

/** @param isLooked whether both sides may be long texts that are looked through */
function onBoth(
  left: Closure,
  right: Closure,
  compute: Compute,
  fixed: Plain | undefined,
  isLooked: boolean,
): Closure {
  if (fixed !== undefined) {
    return (variables) => {
      const value = left(variables);
      return value === undefined ? undefined : compute(value as Plain, fixed);
    };
  }
  return (variables) => {
    const first = left(variables);
    if (first === undefined) return undefined;
    const second = right(variables);
    if (second === undefined) return undefined;
    if (isLooked) spendLook(variables.around.meter, second);
    return compute(first as Plain, second as Plain);
  };
}

/** An operator that the check could not decide, or whose values are not plain. */
function general(node: Node, making: Making): Closure {
  const [one, other] = node.args as [Node, Node];
  const reads = [making.closure(one), making.closure(other)];
  const apply = applied(node, making);
  const isLooked = node.op === "in" ? knownLength(other, making.language) === undefined : areLarge(node);
  if (node.op !== "in" || !isUnmeteredSearch(one, other)) making.noteCost();
  const call: Invoked =
    node.op === "+"
      ? ({ around }, [first, second]) => bounded(apply(first, second), around.meter)
      : (_, [first, second]) => apply(first, second);
  return invoking(reads, call, isLooked ? (meter, [, second]) => spendLook(meter, second) : undefined);
}

/** A text that is written out, in a list of the event: that is short. */
function isUnmeteredSearch(one: Node, list: Node): boolean {
  return literalText(one) !== undefined && list.checkedType?.name === "list<string>";
}

/** The function of an operator: decided by the check, or for the types of each two values. Throws where there is none. */
function applied(node: Node, { types }: Making): Handler {
  const [left, right] = (node.args as Node[]).map(({ checkedType }) => checkedType);
  const { candidates, leftStaticType, rightStaticType } = node;
  const decided =
    left === undefined || right === undefined || left.hasDynType || right.hasDynType
      ? undefined
      : candidates?.findBinaryOverload(left, right);
  if (decided) return (one, other) => decided.handler(one, other, undefined, types);
  return (one, other) => {
    const found = candidates?.findBinaryOverload(
      leftStaticType ?? deepType(one, types).wrappedType,
      rightStaticType ?? deepType(other, types).wrappedType,
    );
    return found ? found.handler(one, other, undefined, types) : undefined;
  };
}

/** Entries of a list that an expression makes. */
const longestList = 10_000;

/** What was joined, unless it is too long: else it would grow in loops beyond all measure. */
function bounded(value: unknown, meter: Meter): unknown {
  if (typeof value === "string") return value.length > longestText ? undefined : value;
  if (!Array.isArray(value) && !(value instanceof Uint8Array)) return value;
  spend(meter, value.length);
  return value.length > longestList ? undefined : value;
}

const comparing: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

/** Whether it compares what may be long on both sides. */
function areLarge({ op, args }: Node): boolean {
  return comparing.has(op) && !(args as Node[]).some(isSmall);
}

function isSmall({ op, checkedType }: Node): boolean {
  return op === "value" || small.has(checkedType?.name);
}

const small: ReadonlySet<string | undefined> = new Set(["double", "int", "bool"]);

/** Whether something is in a list, or is a key. */
function member(node: Node, making: Making): Closure {
  const [one, list] = node.args as [Node, Node];
  const { language, isShadowed } = making;
  const read = making.closure(one);
  const source = isShadowed ? undefined : language.stands?.sources.get(latestName(list) ?? "");
  if (source !== undefined) {
    making.noteCost();
    return (variables) => {
      const subject = read(variables);
      return subject === undefined ? undefined : newestItem(variables, source, subject) !== undefined;
    };
  }
  const values = isShadowed || plainTypeOf(one) === undefined ? undefined : literalList(list, language);
  if (values !== undefined) return onPlain(read, (value) => values.has(value));
  return general(node, making);
}
