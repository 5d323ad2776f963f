/** Turns the parser's nodes into plain data and refuses what makes YAML surprising. */
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
    if (Object.hasOwn(data, name)) report(offsetOf(key), "this key stands twice in the same map");
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
