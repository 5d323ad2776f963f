/** The library's syntax tree, as far as it is walked and rewritten here. */
import type { Environment } from "@marcbachmann/cel-js";

export interface Node {
  op: string;
  args: unknown;
  readonly pos: number;
  readonly start: number;
  readonly end: number;
  /** Set by the check. */
  readonly checkedType?: { readonly name: string; readonly kind: string };
  evaluate: Evaluate;
  /** Its evaluation: as another node, as a macro, or by a function. */
  readonly meta: {
    readonly alternate?: Node;
    readonly macro?: Macro;
    readonly evaluate: Evaluate;
    readonly check: Check;
  };
  /** Replaces how the node is evaluated. */
  setMeta(key: "evaluate", evaluate: Evaluate): unknown;
  /** Replaces how its type is found. */
  setMeta(key: "check", check: Check): void;
  /** Lets another node be checked and evaluated in its place. */
  setMeta(key: "alternate", other: Node): void;
}

type Check = (checker: { getType(name: string): unknown }, self: unknown, context: unknown) => unknown;

export type Evaluate = (evaluator: unknown, self: unknown, context: unknown) => unknown;

interface Macro {
  readonly evaluate: Evaluate;
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

/**
 * A function that counts, for either kind of number: `own_NAME` is whole numbers, `event_NAME` doubles.
 * @param signature its notation, given the name and the kind of its numbers
 */
export function counting(
  name: string,
  signature: (name: string, number: string) => string,
  count: (...values: never[]) => number,
): Signatures {
  return [
    [signature(`own_${name}`, "int"), (...values) => BigInt(count(...values))],
    [signature(`event_${name}`, "double"), count],
  ];
}
