/**
 * Edits of a YAML text in which everything else stays as it was written, byte by byte: comments, blank lines, the form
 * of values. A library's document, written back, would move comments and spaces of lines that nobody edited.
 */
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";

/** A value that an edit writes. */
export type Written = string | number | boolean | readonly Written[] | { readonly [key: string]: Written };

type Keys = readonly (string | number)[];

/**
 * The text with this value at a path. A value that is there is replaced where it stands; of keys that are not there a
 * line is added at the end of the map that would have them. Throws an Error where the path leads through a value that is
 * no map, or the text is no YAML.
 */
export function withValue(text: string, path: Keys, value: Written): string {
  const document = parsed(text);
  const node = document.getIn(path, true) as Node | null | undefined;
  if (node && !isEmpty(node)) return replaced(text, node, value);
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = document.getIn(path.slice(0, depth), true) as Node | null | undefined;
    const rest = nested(path.slice(depth + 1), value);
    const key = String(path[depth]);
    if (isMap(parent)) {
      const pair = pairOf(parent, path[depth]);
      if (pair !== undefined) return filled(text, pair, rest);
      if (parent.items.length > 0) return added(text, parent, key, rest);
      return replaced(text, parent, { [key]: rest });
    }
    if (parent && !isEmpty(parent)) throw new Error(`${path.slice(0, depth).join(".")} is no map`);
    if (depth === 0) return atEnd(text, blockLines(key, rest, 0));
  }
  return text;
}

/** The text with one more entry at the beginning of a list; a list that is not there is made. */
export function withFirst(text: string, path: Keys, value: Written): string {
  const list = parsed(text).getIn(path, true);
  const first = isSeq(list) ? (list.items[0] as Node | undefined) : undefined;
  if (!isSeq(list) || first === undefined) return withValue(text, path, [value]);
  const at = first.range?.[0] ?? 0;
  if (list.flow === true) return `${text.slice(0, at)}${flowText(value)}, ${text.slice(at)}`;
  const from = lineStart(text, at);
  const margin = /^\s*/.exec(text.slice(from))?.[0] ?? "";
  return `${text.slice(0, from)}${margin}- ${flowText(value)}\n${text.slice(from)}`;
}

/** The text without the key at the end of a path and its value; unchanged where there is none. */
export function withoutKey(text: string, path: Keys): string {
  const document = parsed(text);
  const parent = document.getIn(path.slice(0, -1), true) ?? document.contents;
  const pair = isMap(parent) ? pairOf(parent, path.at(-1)) : undefined;
  if (!isMap(parent) || pair === undefined) return text;
  if (parent.flow === true || parent.items.length === 1) {
    const left = parent.toJSON() as Record<string, Written>;
    delete left[String(path.at(-1))];
    return replaced(text, parent, left);
  }
  const from = lineStart(text, startOf(pair));
  return text.slice(0, from) + text.slice(lineEnd(text, endOf(pair)));
}

/** The value at a path as it is written, with references such as `${NAME}`; undefined where it is no single value. */
export function writtenAt(text: string, path: Keys): string | undefined {
  const node = parsed(text).getIn(path, true);
  return isScalar(node) && node.value !== null ? String(node.value) : undefined;
}

/** A value on one line. */
function flowText(value: Written): string {
  if (typeof value === "string")
    return plain.test(value) && !words.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  if (isList(value)) return `[${value.map(flowText).join(", ")}]`;
  const entries = Object.entries(value).map(([key, own]) => `${keyText(key)}: ${flowText(own)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

const plain = /^[A-Za-z][A-Za-z0-9_-]*$/;
/** Read as something else than a text. */
const words = /^(true|false|null|yes|no|on|off|y|n)$/i;

function keyText(key: string): string {
  return /^[A-Za-z][A-Za-z0-9_:-]*$/.test(key) && !key.endsWith(":") ? key : JSON.stringify(key);
}

function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}

function parsed(text: string) {
  const document = parseDocument(text, { logLevel: "error" });
  if (document.errors.length > 0) throw new Error(document.errors[0]?.message ?? "this is no YAML");
  return document;
}

function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

/** The value below the keys that are not there either. */
function nested(keys: Keys, value: Written): Written {
  return keys.reduceRight<Written>((inner, key) => ({ [String(key)]: inner }), value);
}

function pairOf(map: YAMLMap, key: unknown): Pair<Node, Node | null> | undefined {
  const pairs = map.items as Pair<Node, Node | null>[];
  return pairs.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function replaced(text: string, node: Node, value: Written): string {
  const [from = 0, to = 0] = node.range ?? [];
  const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
  if (!isBlock) return text.slice(0, from) + flowText(value) + text.slice(to);
  // The value moves up behind its key.
  const before = text.slice(0, from).replace(/\s+$/, "");
  return `${before}${before === "" ? "" : " "}${flowText(value)}${text.slice(endOfNode(node))}`;
}

/** A value for a key that has none. */
function filled(text: string, { key }: Pair<Node, Node | null>, value: Written): string {
  const at = text.indexOf(":", key.range?.[1] ?? 0) + 1;
  return `${text.slice(0, at)} ${flowText(value)}${text.slice(at)}`;
}

/** A line more at the end of a map. */
function added(text: string, map: YAMLMap, key: string, value: Written): string {
  const last = map.items.at(-1) as Pair<Node, Node | null>;
  if (map.flow === true) {
    const at = endOf(last);
    return `${text.slice(0, at)}, ${keyText(key)}: ${flowText(value)}${text.slice(at)}`;
  }
  const indent = startOf(last) - lineStart(text, startOf(last));
  const at = lineEnd(text, endOf(last));
  const head = text.slice(0, at);
  return `${head}${head.endsWith("\n") ? "" : "\n"}${blockLines(key, value, indent)}${text.slice(at)}`;
}

function atEnd(text: string, lines: string): string {
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}`;
}

/** A key in lines of its own down to the first map whose values are all on one line. */
function blockLines(key: string, value: Written, indent: number): string {
  const margin = " ".repeat(indent);
  const isDeep = typeof value === "object" && !isList(value) && Object.values(value).some(isNested);
  if (!isDeep) return `${margin}${keyText(key)}: ${flowText(value)}\n`;
  const inner = Object.entries(value).map(([name, own]) => blockLines(name, own, indent + 2));
  return `${margin}${keyText(key)}:\n${inner.join("")}`;
}

function isNested(value: Written): boolean {
  return typeof value === "object" && (!isList(value) || value.some((one) => typeof one === "object"));
}

function startOf({ key }: Pair<Node, Node | null>): number {
  return key.range?.[0] ?? 0;
}

function endOf({ key, value }: Pair<Node, Node | null>): number {
  return value === null ? (key.range?.[1] ?? 0) : Math.max(endOfNode(value), (key.range?.[1] ?? 0) + 1);
}

/** Where a value ends, without the comments and blank lines behind it that a block takes for its own. */
function endOfNode(node: Node): number {
  const end = node.range?.[1] ?? 0;
  if (isMap(node) && node.flow !== true && node.items.length > 0)
    return endOf(node.items.at(-1) as Pair<Node, Node | null>);
  const last = isSeq(node) && node.flow !== true ? (node.items.at(-1) as Node | undefined) : undefined;
  return last === undefined ? end : endOfNode(last);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Behind the line break of the line in which a value ends. */
function lineEnd(text: string, at: number): number {
  // A text of several lines ends behind its last break.
  if (text[at - 1] === "\n") return at;
  const next = text.indexOf("\n", at);
  return next === -1 ? text.length : next + 1;
}
