/**
 * Turns the parser's nodes into plain data; refuses what makes YAML surprising, and texts that would take long to
 * parse.
 */
import { isAlias, isMap, isScalar, isSeq } from "yaml";

type Report = (offset: number, message: string, suggestion?: string) => void;

const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Converts nodes of a YAML document to plain data; refused parts are reported and left out. */
export function nodesToData(node: unknown, text: string, report: Report): unknown {
  const refuseDecoration = (decorated: Decorated): void => refuse(decorated, text, report);
  if (isAlias(node)) {
    report(offsetOf(node), "aliases are not used here: write the value out");
    return undefined;
  }
  if (isScalar(node)) {
    refuseDecoration(node);
    if (typeof node.value === "bigint") return Number(node.value);
    return node.value ?? null;
  }
  if (isSeq(node)) {
    refuseDecoration(node);
    return node.items.map((item) => nodesToData(item, text, report));
  }
  if (!isMap(node)) return null;
  refuseDecoration(node);
  const data: Record<string, unknown> = {};
  for (const { key, value } of node.items) {
    const name = keyName(key, text, report);
    if (name === undefined) continue;
    if (Object.hasOwn(data, name)) report(offsetOf(key), "this key is in the same map twice");
    data[name] = nodesToData(value, text, report);
  }
  return data;
}

interface Decorated {
  readonly anchor?: string | undefined;
  readonly tag?: string | undefined;
  readonly range?: readonly number[] | null | undefined;
}

// An anchor or a tag stands before the node that it decorates.
function refuse(node: Decorated, text: string, report: Report): void {
  const before = (sign: string): number => Math.max(0, text.lastIndexOf(sign, offsetOf(node)));
  if (node.anchor !== undefined) report(before("&"), "anchors are not used here: remove the `&` name");
  if (node.tag !== undefined) {
    report(before("!"), "tags are not used here", "put a value that begins with `!` in quotes");
  }
}

function keyName(key: unknown, text: string, report: Report): string | undefined {
  const doubled = doubleBrace(key, text);
  if (doubled !== undefined) {
    report(doubled.offset, "not YAML: {{ would begin a map", doubled.suggestion);
    return undefined;
  }
  if (isAlias(key) || !isScalar(key)) {
    report(offsetOf(key), "a key must be a plain word");
    return undefined;
  }
  const name = String(key.value);
  if (name === "<<") {
    report(offsetOf(key), "merge keys are not used here: write the keys out");
    return undefined;
  }
  if (forbiddenKeys.has(name)) {
    report(offsetOf(key), `\`${name}\` cannot be a key`);
    return undefined;
  }
  refuse(key, text, report);
  return name;
}

/** A text that begins with {{ and stands without quotes, which YAML takes for a map that is the key of a map. */
function doubleBrace(key: unknown, text: string): { offset: number; suggestion: string } | undefined {
  const offset = offsetOf(key) - 1;
  if (!isMap(key) || !text.startsWith("{{", offset)) return undefined;
  const end = text.indexOf("\n", offset);
  const line = text.slice(offset, end < 0 ? text.length : end).trimEnd();
  const isAlone = /(^|\n)[ -]*[\w-]+:[ ]+$/.test(text.slice(Math.max(0, offset - 200), offset));
  const quote = ['"', "'"].find((sign) => !line.includes(sign));
  const isClear = isAlone && quote !== undefined && line.length <= 200 && !/ #|\\/.test(line);
  return {
    offset,
    suggestion: isClear ? `put it in quotes: ${quote}${line}${quote}` : "put the whole text in quotes",
  };
}

function offsetOf(node: unknown): number {
  return (node as Decorated | null)?.range?.[0] ?? 0;
}

/** Limits that are checked before the parser runs, since deep nesting costs it far more than the text's length. */
const yamlLimits = { characters: 1_000_000, brackets: 40, columns: 200 };

/** The first place that goes beyond a limit. Linear, whatever the text. */
export function overLimit(text: string): { offset: number; message: string } | undefined {
  if (text.length > yamlLimits.characters) {
    return { offset: 0, message: `the file is longer than ${yamlLimits.characters} characters` };
  }
  return notText(text) ?? tooManyBrackets(text) ?? tooFarIndented(text);
}

// The characters as which a file in another encoding is read. They would be taken for text, and its meaning lost.
function notText(text: string): { offset: number; message: string } | undefined {
  const offset = text.search(/[\0\ufffd]/);
  return offset < 0 ? undefined : { offset, message: "the file is not UTF-8 from here on: save it as UTF-8" };
}

// Brackets in quotes are text; so are those in plain scalars, but a person leaves few of them open.
function tooManyBrackets(text: string): { offset: number; message: string } | undefined {
  const marks = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[[{]|[\]}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [letter] = mark;
    if (letter === "[" || letter === "{") depth++;
    else if ((letter === "]" || letter === "}") && depth > 0) depth--;
    if (depth > yamlLimits.brackets) {
      return { offset: mark.index, message: "too many brackets inside each other" };
    }
  }
  return undefined;
}

// A map inside a map on one line is a mistake, but the parser goes in to the last one.
const keysInARow = new RegExp(`^(?:[^\\s"'[{:]+:[ \\t]+){${yamlLimits.columns}}`);

// Block nesting shows as indentation, or as a run of "- - - " or "a: a: a: " on one line.
function tooFarIndented(text: string): { offset: number; message: string } | undefined {
  let offset = 0;
  for (const line of text.split("\n")) {
    const [lead = ""] = /^[ \t?:-]*/.exec(line) ?? [];
    const isDivider = /^\s*-*\s*$/.test(line);
    if ((lead.length > yamlLimits.columns && !isDivider) || keysInARow.test(line)) {
      return { offset, message: "too many levels inside each other" };
    }
    offset += line.length + 1;
  }
  return undefined;
}
