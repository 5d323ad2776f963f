/**
 * Patches of the library's nodes: the meter where an expression can take as long as an event is large, and a guard
 * where it would read what moments and spans have in JavaScript.
 */

import { Duration } from "@marcbachmann/cel-js/evaluator";
import { typeInWords } from "./explain.ts";
import type { Language } from "./language.ts";
import { isSpent, longestText, noteError, spend, spendCount, spendLook } from "./meter.ts";
import { namedList } from "./reference.ts";
import { children, type Evaluate, ExpressionError, isNode, type Node } from "./syntax.ts";
import { vocabulary } from "./vocabulary.ts";

/** Answers the steps of the parts that always take the same. Changes how the tree is evaluated. */
export function meterTree(node: Node, language: Language): number {
  if (node.op === "rcall" && isLoop(node)) return meterLoop(node, language);
  const steps = children(node).reduce((sum, child) => sum + meterTree(child, language), 1);
  meterNode(node);
  if (node.op !== "in") return steps;
  const [, list] = node.args as [Node, Node];
  const known = listLength(list, language);
  if (known === undefined) onValue(list, spendLook);
  return steps + (known ?? 0);
}

function meterNode(node: Node): void {
  switch (node.op) {
    case "+":
      if (!isNumber(node)) onValue(node, boundMade);
      break;
    case "call":
    case "rcall":
      meterCall(node);
      break;
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const [left, right] = node.args as [Node, Node];
      if (!isSmall(left) && !isSmall(right)) onValue(right, spendLook);
      break;
    }
    case "||":
    case "&&":
      // An error may be taken for an answer, and come again and again.
      onError((node.args as [Node, Node])[0], noteError);
  }
}

// Our own functions count for themselves; these are the library's.
const overText = new Set(["size", "bytes", "double", "bool"]);

function meterCall(node: Node): void {
  const [called] = node.args as [string];
  if (overText.has(called)) onValue(subject(node), spendCount);
  if (called === "duration") onValue(subject(node), boundSpan);
}

function isLoop({ args }: Node): boolean {
  const [called] = args as [string];
  return Object.hasOwn(vocabulary, called) && vocabulary[called]?.names === "entry";
}

// The cost of one turn is known; the number of turns is known when the list is.
function meterLoop(node: Node, language: Language): number {
  const [called, list, given] = node.args as [string, Node, Node[]];
  const steps = meterTree(list, language);
  const turn = given.reduce((sum, part) => sum + meterTree(part, language), 1);
  onValue(list, (value) => spend(turn * lengthOf(value)));
  for (const body of given.slice(1)) onTurn(body, called);
  return steps + 1;
}

function lengthOf(value: unknown): number {
  if (value instanceof Map) return value.size;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** Entries of a list that an expression makes. */
const longestList = 10_000;

// Else what is joined in loops would grow beyond all measure.
function boundMade(value: unknown): void {
  if (typeof value === "string") {
    if (value.length > longestText) throw new RangeError("this text is too long");
  } else if (Array.isArray(value) || value instanceof Uint8Array) {
    spend(value.length);
    if (value.length > longestList) throw new RangeError("this list is too long");
  }
}

const longestSpan = 30;
const spanSteps = 500;

// The library tries every way to cut the text into numbers.
function boundSpan(value: unknown): void {
  spend(spanSteps);
  if (typeof value === "string" && value.length > longestSpan) throw new RangeError("this span is too long");
}

function subject(node: Node): Node {
  const [, first] = node.args as [string, Node | Node[]];
  const [given] = [first].flat();
  return isNode(given) ? given : node;
}

function isNumber({ checkedType }: Node): boolean {
  return checkedType?.name === "double" || checkedType?.name === "int";
}

function isSmall(node: Node): boolean {
  return node.op === "value" || isNumber(node) || node.checkedType?.name === "bool";
}

/** The length of a list that is the same for every event. */
function listLength(node: Node, { reference }: Language): number | undefined {
  return node.op === "list" ? (node.args as Node[]).length : namedList(node, reference)?.length;
}

/** Ends a loop once there are no steps left. */
function onTurn(body: Node, loop: string): void {
  onError(body, noteError);
  const plain = evaluateOf(body);
  body.evaluate = (evaluator, self, context) => {
    if (!isSpent()) return plain(evaluator, self, context);
    // These two would take an error for an answer and go on with the next entry.
    if (loop === "exists") return true;
    if (loop === "all") return false;
    return spend(0);
  };
}

/** Calls `see` with the node's value each time that it has one. */
function onValue(node: Node, see: (value: unknown) => void): void {
  const plain = evaluateOf(node);
  node.evaluate = (evaluator, self, context) => {
    const value = plain(evaluator, self, context);
    see(value);
    return value;
  };
}

/** Calls `see` each time that the node has none. */
function onError(node: Node, see: () => void): void {
  const plain = evaluateOf(node);
  node.evaluate = (evaluator, self, context) => {
    try {
      return plain(evaluator, self, context);
    } catch (error) {
      see();
      throw error;
    }
  };
}

// The library decides at a node's first evaluation which function it is, and overwrites what stands there.
function evaluateOf(node: Node): Evaluate {
  if (Object.hasOwn(node, "evaluate")) return node.evaluate;
  const { alternate, macro, evaluate } = node.meta;
  if (alternate !== undefined)
    return (evaluator, _, context) => alternate.evaluate(evaluator, alternate, context);
  if (macro !== undefined) return (evaluator, _, context) => macro.evaluate(evaluator, macro, context);
  return evaluate;
}

const reading: ReadonlySet<string> = new Set([".", ".?", "[]", "[?]"]);

/**
 * Refuses to read fields of moments and spans, in a checked tree: the library would hand out what their objects have
 * in JavaScript. Throws an ExpressionError where the type tells already; else the value is looked at when it is there.
 */
export function keepFieldsAway(node: Node): void {
  for (const child of children(node)) keepFieldsAway(child);
  if (!reading.has(node.op)) return;
  const [owner] = node.args as [Node];
  const { name = "dyn", kind = "dyn" } = owner.checkedType ?? {};
  if (name === "type") throw new ExpressionError(node.pos, "the name of a kind of value has no fields");
  if (name.startsWith("google.")) throw new ExpressionError(node.pos, `a ${typeInWords(name)} has no fields`);
  if (kind === "dyn" || kind === "optional") onValue(owner, refuse);
}

function refuse(value: unknown): void {
  const inside = isOptional(value) ? value.orValue(undefined) : value;
  if (inside instanceof Date || inside instanceof Duration) throw new TypeError("this has no fields");
}

interface Optional {
  orValue(other: unknown): unknown;
}

function isOptional(value: unknown): value is Optional {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.prototype.toString.call(value) === "[object optional]"
  );
}
