/** The library's syntax tree, as far as it is walked, rewritten and evaluated here. */
import type { Environment } from "@marcbachmann/cel-js";

export interface Node {
  op: string;
  args: unknown;
  readonly pos: number;
  readonly start: number;
  readonly end: number;
  /** What another node, or a macro, stands for it; and how its type is found. */
  readonly meta: { readonly alternate?: Node; readonly macro?: unknown; readonly check: Check };
  /** Replaces how its type is found. */
  setMeta(key: "check", check: Check): unknown;
  /** Lets another node be checked and evaluated in its place. */
  setMeta(key: "alternate", other: Node): unknown;
  /** Set by the check. */
  readonly checkedType?: ValueType;
  /** Set by the check of an operator or a call: the functions that it may be. */
  readonly candidates?: Candidates;
  /** Set by the check of an operator with two sides: the type of each, where it is always the same. */
  readonly leftStaticType?: ValueType;
  readonly rightStaticType?: ValueType;
}

type Check = (checker: never, self: Node, context: unknown) => unknown;

/** A type, as the library declares it; what takes a `types` is handed those of its environment. */
export interface ValueType {
  readonly name: string;
  readonly kind: string;
  /** A part of it is known only when it is evaluated. */
  readonly hasDynType: boolean;
  readonly hasPlaceholderType: boolean;
  /** The type as that of a value which was found to be of it. */
  readonly wrappedType: ValueType;
  readonly valueType?: ValueType;
  readonly keyType?: ValueType;
  matchesValueType(value: unknown, types: unknown): boolean;
  /** The field, entry or column of a value; undefined where it is not there. Throws for a value of another type. */
  fieldLazy(value: unknown, key: unknown, node: undefined, types: unknown): unknown;
}

export type Handler = (...values: unknown[]) => unknown;

interface Candidates {
  readonly returnType: ValueType | null;
  findFunction(
    given: readonly ValueType[],
    receiver?: ValueType | null,
  ): { readonly handler: Handler } | null;
  findUnaryOverload(of: ValueType): { readonly handler: Handler } | false;
  findBinaryOverload(left: ValueType, right: ValueType): { readonly handler: Handler } | false;
}

/** A mistake in an expression; `index` counts its UTF-16 units from 0. */
export class ExpressionError extends Error {
  readonly index: number;
  readonly suggestion: string | undefined;
  /** Further mistakes in parts of the expression that do not depend on this one. */
  readonly others: readonly ExpressionError[];

  constructor(index: number, message: string, suggestion?: string, others: readonly ExpressionError[] = []) {
    super(message);
    this.name = "ExpressionError";
    this.index = index;
    this.suggestion = suggestion;
    this.others = others;
  }

  /** Moves the mistake to its place in a text in which the expression begins after so many UTF-16 units. */
  behind(units: number): ExpressionError {
    const others = this.others.map((other) => other.behind(units));
    return new ExpressionError(this.index + units, this.message, this.suggestion, others);
  }

  /** This mistake and the others, each by itself. */
  all(): ExpressionError[] {
    return [this, ...this.others.flatMap((other) => other.all())];
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "op" in value && "pos" in value;
}

/** The nodes that a node is made of, in order. */
export function children(node: Node): Node[] {
  const { op, args } = node;
  if (op === "value" || op === "id") return [];
  if (op === "call" || op === "rcall") return (args as unknown[]).flat().filter(isNode);
  return (Array.isArray(args) ? args.flat() : [args]).filter(isNode);
}

/** The conditions that an expression joins by `&&` and `||`, in order. */
export function joinedConditions(node: Node): Node[] {
  return node.op === "&&" || node.op === "||" ? children(node).flatMap(joinedConditions) : [node];
}

/** The operands of a chain of one operator, in order. */
export function operands(node: Node, op: "&&" | "||"): Node[] {
  return node.op === op ? children(node).flatMap((child) => operands(child, op)) : [node];
}

/** Signs of comparisons with their sides exchanged. */
export const mirrored: Readonly<Record<string, string>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** The text of a string literal. */
export function literalText(node: Node | undefined): string | undefined {
  return node?.op === "value" && typeof node.args === "string" ? node.args : undefined;
}

/**
 * The text of a node. The tree's ranges leave out brackets around a node, and so cut those at its ends: as many are
 * added as those inside need.
 */
export function nodeSource(node: Node, source: string): string {
  const { from, to } = rangeOf(node, source);
  return source.slice(from, to);
}

/** Where the text of a node stands. */
export function rangeOf({ start, end }: Node, source: string): { from: number; to: number } {
  const { before, after } = unmatched(source.slice(start, end));
  let from = start;
  for (let left = before; left > 0; left -= 1) from = source.lastIndexOf("(", from - 1);
  let to = end;
  for (let left = after; left > 0; left -= 1) to = source.indexOf(")", to) + 1;
  return { from, to };
}

/** Number of brackets that have to be opened before a text, and closed after it. */
function unmatched(text: string): { before: number; after: number } {
  let before = 0;
  let open = 0;
  for (const [token] of text.matchAll(tokens)) {
    if (token === "(") open += 1;
    if (token !== ")") continue;
    if (open === 0) before += 1;
    else open -= 1;
  }
  return { before, after: open };
}

// Brackets inside quotes and comments are none.
const tokens =
  /[rR]("""[\s\S]*?"""|'''[\s\S]*?'''|"[^"]*"|'[^']*')|"""(\\[\s\S]|[\s\S])*?"""|'''(\\[\s\S]|[\s\S])*?'''|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|\/\/.*|[()]/g;

/** Functions by their signatures in the library's notation: `string.trim(): string`. */
export type Signatures = readonly (readonly [signature: string, (...values: never[]) => unknown])[];

export function register(environment: Environment, signatures: Signatures): void {
  for (const [signature, handler] of signatures)
    environment.registerFunction(signature, handler, { async: false });
}
