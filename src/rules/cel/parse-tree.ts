/**
 * Parses expressions, with the parameters of the rule: `params.NAME` is the value that the rule, or the settings, give
 * it. It is put into the tree as if it were written there, so that the index, the closures and the lint know it.
 */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Language, Params } from "./language.ts";
import { children, ExpressionError, isNode, type Node } from "./syntax.ts";

const given = new WeakMap<Node, string>();

/** Whether a node was put in the place of a parameter. */
export function isParam(node: Node): boolean {
  return given.has(node);
}

/** The parameter in whose place a node was put. */
export function paramNamed(node: Node): string | undefined {
  return given.get(node);
}

/** The tree of an expression, with its parameters filled in. Throws what the parser throws, or an ExpressionError. */
export function parseTree(source: string, language: Language) {
  const program = language.environment.parse(source);
  const tree = program.ast as unknown as Node;
  if (language.params !== undefined) fillIn(tree, language, language.params);
  if (source.includes("has(")) letHasLook(tree, language);
  return { program, tree };
}

/**
 * Lets `has(mine(now.code).short)` and `has(tables.x[now.code].name)` be asked: the library takes names and fields
 * alone. A row that is not there has no column.
 */
function letHasLook(node: Node, language: Language): void {
  for (const child of children(node)) letHasLook(child, language);
  const [called, given] = node.op === "call" ? (node.args as [string, Node[]]) : [];
  const field = called === "has" ? given?.[0] : undefined;
  if (field?.op !== ".") return;
  const [owner, name] = field.args as [Node, string];
  if (owner.op !== "call" && owner.op !== "[]") return;
  const source = owner.op === "call" ? "x.?y.hasValue()" : "x[?0].?y.hasValue()";
  const asked = language.environment.parse(source).ast as unknown as Node;
  const [, look] = asked.args as [string, Node];
  const [row] = look.args as [Node];
  if (owner.op === "call") look.args = [owner, name];
  else {
    row.args = owner.args;
    look.args = [row, name];
  }
  for (const part of [asked, look, row])
    Object.assign(part, { pos: field.pos, start: node.start, end: node.end });
  node.setMeta("alternate", asked);
}

function fillIn(node: Node, language: Language, params: Params): void {
  const name = nameOf(node);
  if (name === undefined) {
    for (const child of children(node)) fillIn(child, language, params);
    return;
  }
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (value === undefined)
    throw new ExpressionError(node.pos, `the rule has no parameter \`${name}\``, meant(name, params));
  const literal = language.environment.parse(JSON.stringify(value)).ast as unknown as Node;
  const { pos, start, end } = node;
  for (const part of children(literal)) Object.assign(part, { pos, start, end });
  node.op = literal.op;
  node.args = literal.args;
  node.setMeta("check", literal.meta.check);
  given.set(node, name);
}

/** The name in `params.NAME` and `params["NAME"]`. */
function nameOf({ op, args }: Node): string | undefined {
  if (op !== "." && op !== "[]") return undefined;
  const [owner, name] = args as [Node, unknown];
  if (owner.op !== "id" || owner.args !== "params") return undefined;
  const written = isNode(name) ? name.args : name;
  return typeof written === "string" ? written : undefined;
}

function meant(name: string, params: Params): string {
  const names = Object.keys(params);
  return didYouMean(name, names) ?? `there are ${names.join(", ")}`;
}

const languages = new WeakMap<Language, Map<string, Language>>();

/** The language of rules with these parameters: the same for rules that have the same ones. */
export function languageWith(params: Params | undefined, language: Language): Language {
  if (params === undefined || Object.keys(params).length === 0) return language;
  const known = languages.get(language) ?? new Map<string, Language>();
  languages.set(language, known);
  const key = JSON.stringify(params);
  const made = known.get(key) ?? { ...language, params, names: [...language.names, "params"] };
  known.set(key, made);
  return made;
}
