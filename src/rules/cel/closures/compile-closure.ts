/**
 * Makes functions of the usual expressions: fields compared with values, joined by and, or and not, with sums and text
 * searches. They answer what the library would, without it; a test holds them to that.
 */
import { hasAny, wordsOf } from "../keyword-lists.ts";
import type { Language } from "../language.ts";
import { latestItem, standingPlace } from "../named-fields.ts";
import { newestItem, placeReader, standingReader } from "../standing-names.ts";
import { isNode, literalText, type Node } from "../syntax.ts";
import {
  binary,
  both,
  type Closure,
  either,
  fieldPath,
  listReader,
  literal,
  literalList,
  methods,
  type Plain,
  plainFunctions,
  plainOf,
  plainTypeOf,
} from "./plain-values.ts";

/** Takes a tree that was checked. Undefined where something is in it that only the library can evaluate. */
export function compileClosure(node: Node, language: Language): Closure | undefined {
  const value = literal(node);
  if (value !== undefined) return () => value;
  switch (node.op) {
    case ".":
      return fieldPath(node, language)?.read ?? standingField(node, language);
    case "call":
      return call(node, language);
    case "rcall": {
      const [name, receiver, given] = node.args as [string, Node, Node[]];
      if (name === "own_has_any") return search([receiver, ...given], language);
      if (name === "event_size") return given.length === 0 ? sizeReader(receiver, language) : undefined;
      // To find one long text of the event in another takes long, so that is left to what is metered.
      if (name === "own_contains" && literal(given[0]) === undefined) return undefined;
      return apply(methods[name], [receiver, ...given], language);
    }
    case "in":
      return member(node, language);
    case "!_":
      return apply((truth) => !truth, [node.args as Node], language);
    case "-_":
      return apply((number) => -(number as number), [node.args as Node], language);
    case "&&":
      return joined(both, node, language);
    case "||":
      return joined(either, node, language);
    case "?:":
      return choice(node, language);
    default:
      return Object.hasOwn(binary, node.op)
        ? apply(binary[node.op], node.args as Node[], language)
        : undefined;
  }
}

/** A value of what stands: `standing.NAME`, or a field with one plain type of an item. */
function standingField(node: Node, language: Language): Closure | undefined {
  const [owner, field] = node.args as [Node, string];
  if (language.stands === undefined) return undefined;
  const value = owner.args === "standing" ? language.stands.values.get(field) : undefined;
  if (owner.op === "id" && value !== undefined)
    return value.nth === undefined ? standingReader(value, language) : undefined;
  const type = plainTypeOf(node.checkedType?.name);
  const place = standingPlace(owner);
  const placed = place && language.stands.values.get(place.name);
  if (place !== undefined && placed !== undefined && type !== undefined) {
    const read = placeReader(placed, language);
    return (event) => plainOf(read(event, place.state)?.[field], type);
  }
  const item = latestItem(owner);
  const source = item && language.stands.sources.get(item.name);
  const subject = item && compileClosure(item.subject, language);
  if (source === undefined || subject === undefined || type === undefined) return undefined;
  return (event) => plainOf(newestItem(source, subject(event))?.[field], type);
}

function apply(
  compute: ((...values: Plain[]) => Plain | undefined) | undefined,
  nodes: readonly Node[],
  language: Language,
): Closure | undefined {
  const [first, second, third] = nodes.map((node) => compileClosure(node, language));
  if (compute === undefined || first === undefined || third !== undefined) return undefined;
  if (nodes.length === 1) {
    return (event) => {
      const value = first(event);
      return value === undefined ? undefined : compute(value);
    };
  }
  if (nodes.length !== 2 || second === undefined) return undefined;
  const fixed = literal(nodes[1]);
  if (fixed !== undefined) {
    return (event) => {
      const value = first(event);
      return value === undefined ? undefined : compute(value, fixed);
    };
  }
  return (event) => {
    const left = first(event);
    if (left === undefined) return undefined;
    const right = second(event);
    return right === undefined ? undefined : compute(left, right);
  };
}

function joined(
  join: (left: Closure, right: Closure) => Closure,
  { args }: Node,
  language: Language,
): Closure | undefined {
  const [left, right] = (args as Node[]).map((node) => compileClosure(node, language));
  return left === undefined || right === undefined ? undefined : join(left, right);
}

function choice({ args }: Node, language: Language): Closure | undefined {
  const [condition, then, otherwise] = (args as Node[]).map((node) => compileClosure(node, language));
  if (condition === undefined || then === undefined || otherwise === undefined) return undefined;
  return (event) => {
    const truth = condition(event);
    if (truth === undefined) return undefined;
    return truth === true ? then(event) : otherwise(event);
  };
}

function member({ args }: Node, language: Language): Closure | undefined {
  const [one, list] = args as [Node, Node];
  const values = literalList(list, language);
  if (values === undefined) return textMember(one, list, language);
  const read = compileClosure(one, language);
  return (
    read &&
    ((event) => {
      const value = read(event);
      return value === undefined ? undefined : values.has(value);
    })
  );
}

/** A text that is written out, in a list of the event. */
function textMember(one: Node, list: Node, language: Language): Closure | undefined {
  const text = literalText(one);
  const read = listReader(list, language);
  if (text === undefined || read === undefined) return undefined;
  return (event) => read(event)?.includes(text);
}

/** A search of a text for the words of a list that are known. */
function search([text, list]: readonly Node[], language: Language): Closure | undefined {
  const words = wordsOf(list);
  const read = words && text && compileClosure(text, language);
  if (words === undefined || read === undefined) return undefined;
  return (event) => {
    const value = read(event);
    return value === undefined ? undefined : hasAny(value as string, words);
  };
}

function call({ args }: Node, language: Language): Closure | undefined {
  const [name, given] = args as [string, unknown];
  const nodes = (given as unknown[]).filter(isNode);
  if (name === "own_has_any") return search(nodes, language);
  if (name === "event_size") return nodes[0] && sizeReader(nodes[0], language);
  if (name !== "has")
    return apply(Object.hasOwn(plainFunctions, name) ? plainFunctions[name] : undefined, nodes, language);
  const path = fieldPath(nodes[0], language);
  if (path === undefined) return undefined;
  return (event) => {
    const value = path.raw(event) ?? undefined;
    if (value === undefined)
      return path.key !== undefined && path.key(event) === undefined ? undefined : false;
    return typeof value === path.type ? true : undefined;
  };
}

/** Number of entries of a list of the event, or of characters of a text. */
function sizeReader(measured: Node, language: Language): Closure | undefined {
  if (measured.checkedType?.name === "string") return characterCount(measured, language);
  const read = listReader(measured, language);
  return read && ((event) => read(event)?.length);
}

function characterCount(text: Node, language: Language): Closure | undefined {
  const read = compileClosure(text, language);
  return (
    read &&
    ((event) => {
      const value = read(event);
      return value === undefined ? undefined : countCharacters(value as string);
    })
  );
}

/** Two halves of a pair are one character. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isLowHalf(text.charCodeAt(at)) && isHighHalf(text.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
