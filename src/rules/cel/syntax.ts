/** The library's syntax tree, as far as it is walked and rewritten here. */

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

  constructor(index: number, message: string, suggestion?: string) {
    super(message);
    this.name = "ExpressionError";
    this.index = index;
    this.suggestion = suggestion;
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
export function sourceOf({ start, end }: Node, source: string): string {
  const { before, after } = unmatched(source.slice(start, end));
  let from = start;
  for (let left = before; left > 0; left -= 1) from = source.lastIndexOf("(", from - 1);
  let to = end;
  for (let left = after; left > 0; left -= 1) to = source.indexOf(")", to) + 1;
  return source.slice(from, to);
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
