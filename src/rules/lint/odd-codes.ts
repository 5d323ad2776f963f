/** Comparisons of a stock code with what no stock has as its code: they never hold, and nobody notices. */
import type * as z from "zod";
import type { EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { codeMeant } from "../../model/fields.ts";
import type { Lists } from "../cel/reference.ts";
import { children, isNode, literalText, type Node } from "../cel/syntax.ts";
import { pathOf } from "./ranges.ts";

export interface OddCode {
  /** Place in the expression; of an entry of a list, the place where the list is named. */
  readonly index: number;
  /** The list and the place in it, where it is an entry of one. */
  readonly entry?: { readonly list: string; readonly place: number };
  readonly code: string;
  /** The code that was probably meant. */
  readonly meant: string | undefined;
}

export function findOddCodes(
  tree: Node,
  types: readonly EventType[],
  known: EventTypes,
  lists: Lists,
): OddCode[] {
  const pattern = patternOf(types, known);
  return pattern === undefined ? [] : oddCodesIn(tree, { pattern, lists });
}

/** The form of codes, if all items with a code have that of a stock. */
function patternOf(types: readonly EventType[], { known }: EventTypes): RegExp | undefined {
  const codes = types.flatMap((type) => (known.get(type)?.item.shape.code as z.ZodType | undefined) ?? []);
  const [pattern, ...others] = new Set(codes.map((code) => code.meta()?.pattern));
  return typeof pattern === "string" && others.length === 0 ? new RegExp(pattern) : undefined;
}

interface Around {
  readonly pattern: RegExp;
  readonly lists: Lists;
}

function oddCodesIn(node: Node, around: Around): OddCode[] {
  return [...own(node, around), ...children(node).flatMap((child) => oddCodesIn(child, around))];
}

function own(node: Node, { pattern, lists }: Around): OddCode[] {
  if (!["==", "!=", "in"].includes(node.op)) return [];
  const [left, right] = node.args as [Node, Node];
  const given = isCode(left) ? right : isCode(right) ? left : undefined;
  if (given === undefined) return [];
  const odd = (code: string | undefined): code is string => code !== undefined && !pattern.test(code);
  const name = listName(given);
  if (name !== undefined) {
    return oddEntries(lists[name] ?? [], odd).map(([place, code]) => ({
      ...{ index: given.start, entry: { list: name, place } },
      ...{ code, meant: codeMeant(code) },
    }));
  }
  return [given, ...(given.op === "list" ? children(given) : [])].flatMap((literal) => {
    const code = literalText(literal);
    return odd(code) ? [{ index: literal.start, code, meant: codeMeant(code) }] : [];
  });
}

type Entry = readonly [place: number, code: string];

/** Most odd codes told of one list: a list that holds something else altogether is full of them. */
const mostEntries = 20;

// Thousands of rules may name a list of thousands.
const known = new WeakMap<readonly string[], readonly Entry[]>();

function oddEntries(list: readonly string[], isOdd: (code: string) => boolean): readonly Entry[] {
  const found =
    known.get(list) ?? [...list.entries()].filter(([, code]) => isOdd(code)).slice(0, mostEntries);
  known.set(list, found);
  return found;
}

function isCode(node: Node): boolean {
  const path = pathOf(node);
  return path === "now.code" || path === "was.code";
}

function listName({ op, args }: Node): string | undefined {
  const [owner, name] = op === "." ? (args as [unknown, string]) : [];
  return isNode(owner) && owner.op === "id" && owner.args === "lists" ? name : undefined;
}
