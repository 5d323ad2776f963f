/** Loops over lists: `all`, `exists`, `exists_one`, `map` and `filter`. */
import type { Closure, Variables } from "../language.ts";
import { errorSteps, spend } from "../meter.ts";
import type { Node, ValueType } from "../syntax.ts";
import { type Making, stepsOfTurn } from "./making.ts";
import { constant } from "./plain-values.ts";

export function loopClosure(node: Node, making: Making): Closure {
  const [called, list, given] = node.args as [string, Node, Node[]];
  const [variable, ...bodies] = given;
  const { place, inside } = making.naming(String(variable?.args));
  const { iterCtx } = (node.meta.alternate as Node).args as { iterCtx: { iterType: ValueType } };
  const read = making.closure(list);
  making.noteCost();
  const [first = constant(undefined), second] = bodies.map(inside.closure);
  const turn = stepsOfTurn(node, making.language);
  const turns: Turns = { place, isEntry: (value) => iterCtx.iterType.matchesValueType(value, making.types) };
  const loop = loops[called]?.(turns, first, second);
  return (variables) => {
    const value = read(variables);
    const { meter, named } = variables.around;
    const entries = value === undefined ? undefined : entriesOf(value);
    if (entries === undefined) return undefined;
    // The cost of one turn is known; the number of turns is known when the list is.
    spend(meter, turn * entries.length);
    const outer = named[place];
    const answer = loop?.(entries, variables);
    named[place] = outer;
    return answer;
  };
}

/** Entries of a list, or keys of a map. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value.keys()];
  return typeof value === "object" && value !== null ? Object.keys(value) : undefined;
}

interface Turns {
  /** Where the entry of a turn stands. */
  readonly place: number;
  /** Whether a value is of the type that entries have. */
  isEntry(value: unknown): boolean;
}

type Loop = (entries: readonly unknown[], variables: Variables) => unknown;

type MakeLoop = (turns: Turns, first: Closure, second: Closure | undefined) => Loop;

const loops: Readonly<Record<string, MakeLoop>> = {
  all: quantifier(false),
  exists: quantifier(true),
  exists_one: (turns, condition) => {
    const filter = filtering(turns, condition, undefined);
    return (entries, variables) => {
      const kept = filter(entries, variables);
      return kept && kept.length === 1;
    };
  },
  map: (turns, first, second) =>
    second === undefined ? filtering(turns, undefined, first) : filtering(turns, first, second),
  filter: (turns, condition) => filtering(turns, condition, undefined),
};

/** Decided by the first entry of which that is said; no value where none is, and one has none. */
function quantifier(decisive: boolean): MakeLoop {
  return ({ place, isEntry }, condition) =>
    (entries, variables) => {
      const { meter, named } = variables.around;
      let isKnown = true;
      for (const entry of entries) {
        if (!isEntry(entry)) return undefined;
        named[place] = entry;
        const holds = condition(variables);
        if (holds === decisive) return decisive;
        if (typeof holds === "boolean") continue;
        spend(meter, errorSteps);
        isKnown = false;
      }
      return isKnown ? !decisive : undefined;
    };
}

/** Goes on with the entries for which a condition holds, all without one; no value where one has none. */
function filtering(
  { place, isEntry }: Turns,
  condition: Closure | undefined,
  transform: Closure | undefined,
): (entries: readonly unknown[], variables: Variables) => unknown[] | undefined {
  return (entries, variables) => {
    const { named } = variables.around;
    const kept: unknown[] = [];
    for (const entry of entries) {
      if (!isEntry(entry)) return undefined;
      named[place] = entry;
      const holds = condition === undefined || condition(variables);
      const value = holds === true ? (transform === undefined ? entry : transform(variables)) : undefined;
      if (typeof holds !== "boolean" || (holds && value === undefined)) return undefined;
      if (holds) kept.push(value);
    }
    return kept;
  };
}
