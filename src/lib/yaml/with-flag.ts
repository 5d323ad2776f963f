/** Sets a key that is true or false in a YAML text, in which everything else stays as it was written, byte by byte. */
import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";

type Place = readonly (string | number)[];

/**
 * The text with `key: value` in the map at a path: where the key is written, only its value changes, so that a comment
 * beside it stays; else it is added behind the key `behind`. Undefined where that cannot be done without a change of
 * anything else, such as in a text with mistakes.
 */
export function withFlag(
  text: string,
  place: Place,
  flag: { readonly key: string; readonly value: boolean; readonly behind: string },
): string | undefined {
  const document = parseDocument(text, { logLevel: "error" });
  const map = document.getIn(place, true);
  if (document.errors.length > 0 || !isMap(map)) return undefined;
  const edited = editedText(text, map as YAMLMap<Node, Node | null>, flag);
  const meant = { ...(document.getIn(place) as YAMLMap).toJSON(), [flag.key]: flag.value };
  document.setIn([...place, flag.key], flag.value);
  const after = edited === undefined ? undefined : parseDocument(edited, { logLevel: "error" });
  const isMeant =
    after?.errors.length === 0 &&
    isDeepStrictEqual(after.toJS(), document.toJS()) &&
    isDeepStrictEqual((after.getIn(place) as YAMLMap).toJSON(), meant);
  return isMeant ? edited : undefined;
}

function editedText(
  text: string,
  map: YAMLMap<Node, Node | null>,
  { key, value, behind }: { readonly key: string; readonly value: boolean; readonly behind: string },
): string | undefined {
  const written = pairOf(map, key)?.value;
  if (written != null) return spliced(text, written.range?.[0], written.range?.[1], String(value));
  const before = pairOf(map, behind);
  const end = before?.value?.range?.[1];
  const start = before?.key.range?.[0];
  if (end === undefined || start === undefined) return undefined;
  if (map.flow === true) return spliced(text, end, end, `, ${key}: ${value}`);
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  // The lines of a list's entry begin with a dash: the keys behind the first one stand below it.
  const margin = " ".repeat(start - lineStart);
  const lineEnd = text.indexOf("\n", end);
  const isLast = lineEnd === -1;
  const at = isLast ? text.length : lineEnd;
  const line = `\n${margin}${key}: ${value}`;
  const carriage = !isLast && text[lineEnd - 1] === "\r" ? "\r" : "";
  return carriage === "" ? spliced(text, at, at, line) : spliced(text, at, at, `${line}${carriage}`);
}

function pairOf(map: YAMLMap<Node, Node | null>, key: string): Pair<Node, Node | null> | undefined {
  return (map.items as Pair<Node, Node | null>[]).find(
    (pair) => isScalar(pair.key) && pair.key.value === key,
  );
}

function spliced(
  text: string,
  from: number | undefined,
  to: number | undefined,
  part: string,
): string | undefined {
  return from === undefined || to === undefined ? undefined : text.slice(0, from) + part + text.slice(to);
}
