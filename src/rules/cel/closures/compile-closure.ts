/**
 * Makes a function of a checked expression: closures inside each other, one for each node. They answer what the
 * library's own evaluation would, no value for its errors; a test holds them to that.
 */
import { wordsOf } from "../keyword-lists.ts";
import type { Closure, Language } from "../language.ts";
import { errorSteps, spend } from "../meter.ts";
import type { Node } from "../syntax.ts";
import { callClosure } from "./calls.ts";
import { accessClosure, nameClosure } from "./fields.ts";
import { type Making, valueTypesOf } from "./making.ts";
import { negated, operatorClosure } from "./operators.ts";
import { constant, literal } from "./plain-values.ts";

export interface CompiledClosure {
  readonly read: Closure;
  /** Its cost may grow with the event, so that it is to be evaluated under the meter. Else it never throws. */
  readonly isMetered: boolean;
}

/** Takes a tree that was checked. */
export function compileClosure(tree: Node, language: Language): CompiledClosure {
  let isMetered = false;
  const making = (places: ReadonlyMap<string, number>, depth: number): Making => {
    const own: Making = {
      language,
      types: valueTypesOf(language.environment),
      places,
      isShadowed: language.names.some((name) => places.has(name)),
      noteCost() {
        isMetered = true;
      },
      closure: (node) => closureOf(node, own),
      naming: (name) => ({ place: depth, inside: making(new Map(places).set(name, depth), depth + 1) }),
    };
    return own;
  };
  const read = making(new Map(), 0).closure(tree);
  return { read, isMetered };
}

function closureOf(node: Node, making: Making): Closure {
  const value = literal(node);
  if (value !== undefined) return constant(value);
  switch (node.op) {
    case "value":
      return constant(node.args);
    case "id":
      return nameClosure(node, making);
    case ".":
    case ".?":
    case "[]":
    case "[?]":
      return accessClosure(node, making);
    case "call":
    case "rcall":
      return callClosure(node, making);
    case "&&":
      return joined(node, false, making);
    case "||":
      return joined(node, true, making);
    case "?:":
      return choice(node, making);
    case "list":
      return list(node, making);
    case "map":
      return map(node, making);
    case "!_":
    case "-_":
      return negated(node, making);
    default:
      return operatorClosure(node, making);
  }
}

/** Decided where one side is, whatever the other; no value where neither decides and one has none. */
function joined({ args }: Node, decisive: boolean, making: Making): Closure {
  const [left, right] = (args as [Node, Node]).map(making.closure) as [Closure, Closure];
  return (variables) => {
    const first = left(variables);
    if (first === decisive) return decisive;
    if (first === undefined) spend(variables.around.meter, errorSteps);
    const second = right(variables);
    if (second === decisive) return decisive;
    return first === !decisive && second === !decisive ? second : undefined;
  };
}

function choice({ args }: Node, making: Making): Closure {
  const [condition, then, otherwise] = (args as Node[]).map(making.closure) as [Closure, Closure, Closure];
  return (variables) => {
    const truth = condition(variables);
    if (truth === true) return then(variables);
    return truth === false ? otherwise(variables) : undefined;
  };
}

/** One that is written out is the same at each evaluation. */
function list(node: Node, making: Making): Closure {
  const nodes = node.args as Node[];
  const words = wordsOf(node);
  if (words !== undefined) return constant(words);
  if (nodes.every(({ op }) => op === "value")) return constant(nodes.map(({ args }) => args));
  making.noteCost();
  return listOf(nodes.map(making.closure));
}

function listOf(reads: readonly Closure[]): Closure {
  return (variables) => {
    const entries: unknown[] = [];
    for (const read of reads) {
      const entry = read(variables);
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
    return entries;
  };
}

const inherited: ReadonlySet<unknown> = new Set(["__proto__", "constructor", "prototype"]);

function map({ args }: Node, making: Making): Closure {
  making.noteCost();
  const read = listOf((args as [Node, Node][]).map((entry) => listOf(entry.map(making.closure))));
  return (variables) => {
    const made = read(variables) as [string, unknown][] | undefined;
    return made && Object.fromEntries(made.filter(([key]) => !inherited.has(key)));
  };
}
