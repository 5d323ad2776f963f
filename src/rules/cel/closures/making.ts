/** The parts that every closure is made with: the types of values, the names of loops, and the steps that are known before. */
import { type Environment, EvaluationError } from "@marcbachmann/cel-js";
import type { Closure, Language, Variables } from "../language.ts";
import type { Meter } from "../meter.ts";
import { namedList } from "../reference.ts";
import { children, type Node, type ValueType } from "../syntax.ts";
import { vocabulary } from "../vocabulary.ts";

export interface Making {
  readonly language: Language;
  readonly types: ValueTypes;
  /** Places of the values that loops and `cel.bind` name here. */
  readonly places: ReadonlyMap<string, number>;
  /** Whether one of them is called as something of the event, which then is what it says no more. */
  readonly isShadowed: boolean;
  /** Notes that the cost grows with the event, so that the meter must be there. */
  noteCost(): void;
  closure(node: Node): Closure;
  /** Makes closures in which one more name has a value. */
  naming(name: string): { readonly place: number; readonly inside: Making };
}

/** The types of an environment, as the library declares them. */
export interface ValueTypes {
  readonly objectTypes: ReadonlyMap<string, { readonly fields?: Readonly<Record<string, ValueType>> }>;
  readonly optionalType: ValueType;
  readonly registry: {
    getListType(entry: ValueType): ValueType;
    getMapType(key: ValueType, value: ValueType): ValueType;
  };
  /** The type of a value, but of what is in it. Throws for what is none. */
  debugType(value: unknown): ValueType;
}

const known = new WeakMap<Environment, ValueTypes>();

/** The library's checker knows the types of values too, and gives itself to whoever checks a node. */
export function valueTypesOf(environment: Environment): ValueTypes {
  const before = known.get(environment);
  if (before !== undefined) return before;
  const program = environment.parse("true");
  let types: ValueTypes | undefined;
  (program.ast as unknown as Node).setMeta(
    "check",
    (checker: ValueTypes & { getType(name: string): unknown }) => {
      const createError = (code: string, message: string) => new EvaluationError({ code, message });
      types = Object.assign(Object.create(checker), { createError });
      return checker.getType("bool");
    },
  );
  program.check();
  if (types === undefined) throw new TypeError("the library has no checker");
  known.set(environment, types);
  return types;
}

/** The type of a value as it was checked, or as it is where the check could not tell. Throws for what is none. */
export function typeOfValue(value: unknown, checked: ValueType | undefined, types: ValueTypes): ValueType {
  return checked?.hasDynType === false ? checked : deepType(value, types);
}

/** Lists and maps are of the type of what is first in them. Throws for what is no value. */
export function deepType(value: unknown, types: ValueTypes): ValueType {
  const type = types.debugType(value);
  if (type.kind === "list") {
    const [first] = value as Iterable<unknown>;
    return first === undefined ? type : types.registry.getListType(deepType(first, types));
  }
  if (type.kind !== "map") return type;
  const [first] = value instanceof Map ? value : Object.entries(value as object);
  if (first === undefined) return type;
  const { keyType = type, valueType = type } = type;
  return types.registry.getMapType(
    keyType.hasDynType ? deepType(first[0], types) : keyType,
    valueType.hasDynType ? deepType(first[1], types) : valueType,
  );
}

export type Invoked = (variables: Variables, values: readonly unknown[]) => unknown;

/**
 * Makes a closure that calls a function with the values of parts; undefined where one has none, or the function throws.
 * @param cost takes what it costs to look at the values
 */
export function invoking(
  reads: readonly Closure[],
  call: Invoked,
  cost?: (meter: Meter, values: readonly unknown[]) => void,
): Closure {
  return (variables) => {
    const values: unknown[] = [];
    for (const read of reads) {
      const value = read(variables);
      if (value === undefined) return undefined;
      values.push(value);
    }
    try {
      cost?.(variables.around.meter, values);
      return call(variables, values);
    } catch (error) {
      // An evaluation that has no steps left ends.
      if (variables.around.meter.left < 0) throw error;
      return undefined;
    }
  };
}

/** Steps of the parts that always take the same; of a loop those of its list alone. */
export function stepsOf(node: Node, language: Language): number {
  if (isLoop(node)) return stepsOf((node.args as [string, Node])[1], language) + 1;
  const steps = children(node).reduce((sum, child) => sum + stepsOf(child, language), 1);
  return node.op === "in" ? steps + (knownLength((node.args as [Node, Node])[1], language) ?? 0) : steps;
}

/** Steps of one turn of a loop. */
export function stepsOfTurn({ args }: Node, language: Language): number {
  const [, , given] = args as [string, Node, Node[]];
  return given.reduce((sum, part) => sum + stepsOf(part, language), 1);
}

export function isLoop({ op, args }: Node): boolean {
  if (op !== "rcall") return false;
  const [called] = args as [string];
  return Object.hasOwn(vocabulary, called) && vocabulary[called]?.names === "entry";
}

/** The length of a list that is the same for every event. */
export function knownLength(node: Node, { reference }: Language): number | undefined {
  return node.op === "list" ? (node.args as Node[]).length : namedList(node, reference)?.length;
}
