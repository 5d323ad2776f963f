/**
 * Edits of a YAML text in which everything else stays as it was written, byte by byte: comments, blank lines, line ends,
 * the form of values. A library's document, written back, would move comments and spaces of lines that nobody edited.
 * Each edit is read again; where it would say anything but what was asked, it throws an Error and edits nothing.
 */
import { isDeepStrictEqual } from "node:util";
import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { type Keys, withCut, withList, withSet } from "./edited-data.ts";
import {
  blockLines,
  columnAt,
  flowText,
  keyText,
  lineBreakOf,
  lineStartAt,
  nextLineAt,
  type Written,
} from "./written-value.ts";

type OwnPair = Pair<Node, Node | null>;

/**
 * The text with this value at a path. A value that is there is replaced where it stands; of keys that are not there a
 * line is added in the map that would have them, at its end or behind the key `behind`. Throws also where the path leads
 * through a value that is no map, or the text is no YAML.
 */
export function withValue(text: string, path: Keys, value: Written, behind?: string): string {
  return proven(text, setText(text, path, value, behind), (data) => withSet(data, path, value));
}

/** The text with one more entry at the beginning of a list; a list that is not there is made. */
export function withFirst(text: string, path: Keys, value: Written): string {
  const list = filledList(text, path);
  if (list === undefined) return withValue(text, path, [value]);
  const at = (list.items[0] as Node).range?.[0] ?? 0;
  const dash = list.range?.[0] ?? 0;
  const line = lineStartAt(text, dash);
  const edited =
    list.flow === true
      ? spliced(text, at, at, `${flowText(value)}, `)
      : spliced(text, line, line, entryLine(text, list, value));
  return proven(text, edited, (data) => withList(data, path, (old) => [value, ...old]));
}

/** The text with these entries at the end of a list, several each on a line; a list that is not there is made. */
export function withLast(text: string, path: Keys, ...values: readonly [Written, ...Written[]]): string {
  const list = filledList(text, path);
  const [value, next, ...rest] = values;
  if (list === undefined) {
    const made = withValue(text, path, [value]);
    return next === undefined ? made : withLast(made, path, next, ...rest);
  }
  const end = endOfNode(list.items.at(-1) as Node);
  const margin = /^ */.exec(text.slice(lineStartAt(text, list.range?.[0] ?? 0)))?.[0] ?? "";
  const gap = next === undefined ? " " : `${lineBreakOf(text)}${margin}  `;
  const edited =
    list.flow === true
      ? spliced(text, end, end, values.map((one) => `,${gap}${flowText(one)}`).join(""))
      : withLines(text, nextLineAt(text, end), values.map((one) => entryLine(text, list, one)).join(""));
  return proven(text, edited, (data) => withList(data, path, (old) => [...old, ...values]));
}

/**
 * The text with entries of a list edited, each as a text that has it alone: a list of hundreds is not read again for each.
 * @param edits by the place in the list
 */
export function withEntriesEdited(
  text: string,
  path: Keys,
  edits: ReadonlyMap<number, (entry: string) => string>,
): string {
  const list = filledList(text, path);
  let edited = text;
  const values = new Map<number, unknown>();
  // From the last to the first, so that places before an edit stay.
  for (const [index, edit] of [...edits].sort(([one], [other]) => other - one)) {
    const node = list?.items[index] as Node | undefined;
    if (node === undefined) throw new Error("there is no such entry");
    const [from = 0, to = 0] = node.range ?? [];
    const isBlock = isMap(node) && node.flow !== true;
    // All lines of a block begin at the column of its first, which stands behind a dash.
    const margin = isBlock ? " ".repeat(columnAt(text, from)) : "";
    const end = isBlock ? nextLineAt(text, endOfNode(node)) : to;
    const entry = edit(margin + text.slice(from, end));
    values.set(index, parsed(entry).toJS());
    edited = spliced(edited, from, end, entry.slice(margin.length));
  }
  return proven(text, edited, (data) =>
    withList(data, path, (old) => old.map((one, at) => (values.has(at) ? values.get(at) : one))),
  );
}

/** The text without the key or the entry at the end of a path, with its lines; unchanged where there is none. */
export function without(text: string, path: Keys): string {
  const document = parsed(text);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const key = path.at(-1);
  const index = isMap(parent) ? pairsOf(parent).findIndex((pair) => isKey(pair, key)) : Number(key);
  if ((!isMap(parent) && !isSeq(parent)) || parent.items[index] === undefined) return text;
  return proven(text, cutText(text, document, path, parent as YAMLMap | YAMLSeq, index), (data) =>
    withCut(data, path),
  );
}

/** The value at a path as it is written, with references such as `${NAME}`; undefined where it is no single value. */
export function writtenAt(text: string, path: Keys): string | undefined {
  const node = parsed(text).getIn(path, true);
  return isScalar(node) && node.value !== null ? String(node.value) : undefined;
}

function parsed(text: string) {
  const document = parseDocument(text, { logLevel: "error" });
  if (document.errors.length > 0) throw new Error(document.errors[0]?.message ?? "this is no YAML");
  return document;
}

function proven(before: string, after: string, change: (data: unknown) => unknown): string {
  if (isDeepStrictEqual(parsed(after).toJS(), change(parsed(before).toJS()))) return after;
  throw new Error("this is written in a way that is not edited here");
}

function setText(text: string, path: Keys, value: Written, behind: string | undefined): string {
  const document = parsed(text);
  const node = document.getIn(path, true) as Node | null | undefined;
  if (node && !isEmpty(node)) return replaced(text, keyOf(document, path), node, value);
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = document.getIn(path.slice(0, depth), true) as Node | null | undefined;
    const rest = nested(path.slice(depth + 1), value);
    const key = String(path[depth]);
    if (isMap(parent)) {
      const pair = pairsOf(parent).find((one) => isKey(one, path[depth]));
      if (pair !== undefined) return filled(text, pair, rest);
      if (parent.items.length > 0) return added(text, parent, { key, value: rest, behind });
      return replaced(text, undefined, parent, { [key]: rest });
    }
    if (parent && !isEmpty(parent)) throw new Error(`${path.slice(0, depth).join(".")} is no map`);
    if (depth === 0) return withLines(text, text.length, blockLines(key, rest, 0, lineBreakOf(text)));
  }
  return text;
}

function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

/** The value below the keys that are not there either. */
function nested(keys: Keys, value: Written): Written {
  return keys.reduceRight<Written>((inner, key) => ({ [String(key)]: inner }), value);
}

function pairsOf(map: YAMLMap): OwnPair[] {
  return map.items as OwnPair[];
}

function isKey({ key }: OwnPair, name: unknown): boolean {
  return isScalar(key) && key.value === name;
}

/** The key of the value at a path; undefined for an entry of a list. */
function keyOf(document: ReturnType<typeof parsed>, path: Keys): Node | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  return isMap(parent) ? pairsOf(parent).find((pair) => isKey(pair, path.at(-1)))?.key : undefined;
}

function filledList(text: string, path: Keys): YAMLSeq | undefined {
  const list = parsed(text).getIn(path, true);
  return isSeq(list) && list.items.length > 0 ? list : undefined;
}

function entryLine(text: string, list: YAMLSeq, value: Written): string {
  return `${" ".repeat(columnAt(text, list.range?.[0] ?? 0))}- ${flowText(value)}${lineBreakOf(text)}`;
}

/** @param key of the value, behind which one of several lines moves up */
function replaced(text: string, key: Node | undefined, node: Node, value: Written): string {
  const [from = 0, to = 0] = node.range ?? [];
  const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
  if (!isBlock) return spliced(text, from, to, flowText(value));
  if (key === undefined) return spliced(text, from, endOfNode(node), flowText(value));
  const colon = text.indexOf(":", key.range?.[1] ?? 0) + 1;
  // What is remarked between the key and its value stays.
  const between = text.slice(colon, from).trimEnd();
  return `${text.slice(0, colon)} ${flowText(value)}${between}${text.slice(endOfNode(node))}`;
}

/** A value for a key that has none. */
function filled(text: string, { key }: OwnPair, value: Written): string {
  const colon = text.indexOf(":", key.range?.[1] ?? 0) + 1;
  return spliced(text, colon, colon, ` ${flowText(value)}`);
}

interface Added {
  readonly key: string;
  readonly value: Written;
  readonly behind: string | undefined;
}

/** A line more in a map. */
function added(text: string, map: YAMLMap, { key, value, behind }: Added): string {
  const pairs = pairsOf(map);
  const before = pairs.find((pair) => isKey(pair, behind)) ?? (pairs.at(-1) as OwnPair);
  const end = endOf(before);
  if (map.flow === true) return spliced(text, end, end, `, ${keyText(key)}: ${flowText(value)}`);
  const lines = blockLines(key, value, columnAt(text, startOf(before)), lineBreakOf(text));
  return withLines(text, nextLineAt(text, end), lines);
}

/** @param index of the item of the parent that goes */
function cutText(
  text: string,
  document: ReturnType<typeof parsed>,
  path: Keys,
  parent: YAMLMap | YAMLSeq,
  index: number,
): string {
  const places = isMap(parent)
    ? pairsOf(parent).map((pair) => ({ from: startOf(pair), to: endOf(pair) }))
    : (parent.items as Node[]).map((node) => ({ from: node.range?.[0] ?? 0, to: endOfNode(node) }));
  const { from, to } = places[index] as (typeof places)[number];
  const [before, after] = [places[index - 1], places[index + 1]];
  if (parent.flow === true) {
    // A comma may stand at the end of a list, so one that a comment follows is left.
    const comma = /^\s*,[ \t]*/.exec(text.slice(to))?.[0];
    if (comma !== undefined) return spliced(text, from, to + comma.length, "");
    const isPlain = before !== undefined && /^\s*,\s*$/.test(text.slice(before.to, from));
    return spliced(text, isPlain ? before.to : from, to, "");
  }
  if (places.length === 1)
    return replaced(text, keyOf(document, path.slice(0, -1)), parent, isMap(parent) ? {} : []);
  const start = isMap(parent) ? from : text.lastIndexOf("-", from - 1);
  const line = lineStartAt(text, start);
  if (text.slice(line, start).trim() === "") return spliced(text, line, nextLineAt(text, to), "");
  // It stands behind the dash of the entry that it is the first of.
  return spliced(text, from, after?.from ?? to, "");
}

function spliced(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}

/** Whole lines more at the beginning of a line, or at the end. */
function withLines(text: string, at: number, lines: string): string {
  const head = text.slice(0, at);
  return `${head}${head === "" || head.endsWith("\n") ? "" : lineBreakOf(text)}${lines}${text.slice(at)}`;
}

function startOf({ key }: OwnPair): number {
  return key.range?.[0] ?? 0;
}

function endOf({ key, value }: OwnPair): number {
  return value === null ? (key.range?.[1] ?? 0) : Math.max(endOfNode(value), (key.range?.[1] ?? 0) + 1);
}

/** Where a value ends, without the comments and blank lines behind it that a block takes for its own. */
function endOfNode(node: Node): number {
  const end = node.range?.[1] ?? 0;
  if (isMap(node) && node.flow !== true && node.items.length > 0) return endOf(node.items.at(-1) as OwnPair);
  const last = isSeq(node) && node.flow !== true ? (node.items.at(-1) as Node | undefined) : undefined;
  return last === undefined ? end : endOfNode(last);
}
