/**
 * What could stand at the caret of a rule's text: keys, types, values, and names within expressions. What a rule may hold
 * is read from the JSON Schema that the monitor serves to editors.
 */
import type { BenchCheckAnswer, BenchWordsAnswer } from "../../../model/page/bench.ts";

export interface Vocabulary extends BenchWordsAnswer {
  /** Of one rule. */
  readonly schema: SchemaNode;
  /** Fields of the types in `on`. */
  readonly fields: BenchCheckAnswer["fields"];
}

export interface Completion {
  readonly label: string;
  readonly about: string;
  /** What takes the place of the text from `from` to the caret. */
  readonly insert: string;
  readonly from: number;
}

const most = 50;
/** Keys whose value is an expression from its first character. */
const expressions: ReadonlySet<string> = new Set(["when", "by", "of", "until", "severity", "notify", "from"]);
const envelope = ["type", "subject", "source", "time", "published", "occurred", "id"];

/** @param asked whether the reader asked for it; else nothing comes before a first letter */
export function completionsAt(text: string, caret: number, known: Vocabulary, asked = false): Completion[] {
  const start = text.lastIndexOf("\n", caret - 1) + 1;
  const before = text.slice(start, caret);
  const word = /[\w.*:-]*$/.exec(before)?.[0] ?? "";
  if (word === "" && !asked) return [];
  const given = candidates(text.slice(0, start), before, word, known);
  const isNew = ({ name }: Suggestion) => name !== given.word && matches(name, given.word);
  return given.found
    .filter(isNew)
    .sort((a, b) => rank(a.name, given.word) - rank(b.name, given.word))
    .slice(0, most)
    .map(({ name, about }) => ({
      label: name,
      about,
      from: caret - given.word.length,
      insert: name + (given.after ?? ""),
    }));
}

interface Candidates {
  readonly found: readonly Suggestion[];
  /** The part of a name that is written. */
  readonly word: string;
  /** What follows a name that is taken. */
  readonly after?: string;
}

function candidates(above: string, before: string, word: string, known: Vocabulary): Candidates {
  const lead = /^(\s*(?:- +)*)([\w]*)$/.exec(before);
  const indent = (lead?.[1] ?? /^\s*(?:- +)*/.exec(before)?.[0] ?? "").length;
  const path = pathAt(above, indent);
  const isTyped = path.at(-1) === "on" || path.at(-1) === "notify";
  if (lead && !isTyped) {
    const used = path.length === 0 ? keysIn(above) : new Set<string>();
    const keys = keysAt(known.schema, path).filter(({ name }) => !used.has(name));
    return { found: keys, word: lead[2] ?? "", after: ": " };
  }
  const [, holder, , inBraces] = /([A-Za-z_]\w*):\s*\{([^{}]*,)?\s*(\w*)$/.exec(before) ?? [];
  if (holder !== undefined)
    return { found: keysAt(known.schema, [...path, holder]), word: inBraces ?? "", after: ": " };
  const key = keysOfLine(before) ?? path.at(-1) ?? "";
  // Targets are written out; only a choice between them is an expression.
  if (key === "notify" && !before.includes("?")) return { found: valuesOf([key], known), word };
  return inExpression(before, key, known) ?? { found: valuesOf([...path, key], known), word };
}

function valuesOf(path: readonly string[], known: Vocabulary): readonly Suggestion[] {
  const key = path.at(-1);
  if (key === "on" || key === "type") return known.types.map(({ type, about }) => ({ name: type, about }));
  if (key === "notify") return known.receivers.map(plain);
  return valuesAt(known.schema, path.at(-2) === key ? path.slice(0, -1) : path).map(plain);
}

function inExpression(before: string, key: string, known: Vocabulary): Candidates | undefined {
  const chain = /(?<![\w.])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.(\w*)$/.exec(before);
  const [, root = "", word = ""] = chain ?? [];
  if (root === "now" || root === "was") return { found: known.fields, word };
  if (root === "event") return { found: envelope.map(plain), word };
  const named = known.names.filter((name) => root !== "" && name.startsWith(`${root}.`));
  const next = new Set(named.map((name) => name.slice(root.length + 1).split(".")[0] ?? ""));
  if (next.size > 0) return { found: [...next].map(plain), word };
  const isInBraces = /\{\{[^}]*$/.test(before);
  if (chain || !(isInBraces || (expressions.has(key) && /:\s*\S/.test(before)))) return undefined;
  const own = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
  const roots = [...new Set(known.names.map((name) => name.split(".")[0] ?? ""))];
  const values = valuesOf([key], known).filter(({ name }) => /^\w+$/.test(name));
  const words = ["now", "was", "event", "changed", ...roots, ...known.functions].map(plain);
  return { found: [...values, ...words], word: own };
}

const plain = (name: string): Suggestion => ({ name, about: "" });

/** The key that a line before the caret gives a value: the last one of a map in braces. */
function keysOfLine(before: string): string | undefined {
  return [...before.matchAll(/(?:^\s*(?:- +)*|[{,]\s*)([A-Za-z_]\w*):(?=\s|$)/g)].at(-1)?.[1];
}

/** Keys above that have ever smaller indentations: the path of what is indented by so much. */
function pathAt(above: string, indent: number): string[] {
  const path: string[] = [];
  let limit = indent;
  for (const line of above.split("\n").reverse()) {
    const [, blanks = "", key, value = ""] = /^(\s*(?:- +)*)([A-Za-z_]\w*):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined || blanks.length >= limit) continue;
    limit = blanks.length;
    // What has a value on its own line holds nothing further.
    if (/^(#.*)?$/.test(value)) path.unshift(key);
  }
  return path;
}

function keysIn(above: string): ReadonlySet<string> {
  return new Set([...above.matchAll(/^([A-Za-z_]\w*):/gm)].map(([, key = ""]) => key));
}

function matches(name: string, word: string): boolean {
  return name.toLowerCase().includes(word.toLowerCase());
}

/** Names that begin as the word come first. */
function rank(name: string, word: string): number {
  return name.toLowerCase().startsWith(word.toLowerCase()) ? 0 : 1;
}

export interface SchemaNode {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

interface Suggestion {
  readonly name: string;
  readonly about: string;
}

/** The schema of one rule within that of a rule file. */
export function ruleSchema(file: SchemaNode): SchemaNode {
  const rule = file.properties?.rules?.items ?? {};
  return { ...rule, definitions: file.definitions ?? {} };
}

/** Keys that a map at this path of keys may have; none where it is no map. */
function keysAt(schema: SchemaNode, path: readonly string[]): Suggestion[] {
  const found = new Map<string, string>();
  for (const form of formsAt(schema, path))
    for (const [name, own] of Object.entries(form.properties ?? {}))
      if (!found.has(name)) found.set(name, own.description ?? "");
  return [...found].map(([name, about]) => ({ name, about }));
}

/** Values from closed lists, true and false, and examples that are one word, of what stands at this path. */
function valuesAt(schema: SchemaNode, path: readonly string[]): string[] {
  const found = formsAt(schema, path).flatMap((form) => [
    ...(form.enum ?? []),
    ...(form.type === "boolean" ? [true, false] : []),
    ...(form.examples ?? []).filter((one) => /^[\w.*-]+$/.test(String(one))),
  ]);
  return [...new Set(found.filter((one) => typeof one !== "object").map(String))];
}

/** All forms that what stands at a path may have: entries of lists have the path of the list. */
function formsAt(schema: SchemaNode, path: readonly string[]): SchemaNode[] {
  const definitions = schema.definitions ?? {};
  let forms = spread(schema, definitions);
  for (const key of path) {
    const inside = forms.flatMap(({ properties }) => properties?.[key] ?? []);
    forms = inside.flatMap((one) => spread(one, definitions));
  }
  return forms;
}

/** A schema with what it refers to, its alternatives and the entries of its list. */
function spread(schema: SchemaNode, definitions: Readonly<Record<string, SchemaNode>>): SchemaNode[] {
  const referred = definitions[schema.$ref?.replace("#/definitions/", "") ?? ""];
  const others = [
    ...(referred ? [referred] : []),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...others.flatMap((one) => spread(one, definitions))];
}
