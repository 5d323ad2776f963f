/** Places of the entries of a list in a YAML text, for edits that leave everything else as it is written. */
import { isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import type { Path } from "./parse-yaml.ts";

/** Offsets in the text; the end is behind the last character. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface EntryPlace extends Range {
  /** A map in braces or a list in brackets; a text is neither. */
  readonly isFlow: boolean;
  /** Values of a map by key, in order; none of anything else. */
  readonly values: ReadonlyMap<string, Range>;
}

export interface ListPlaces extends Range {
  /** In brackets, not a line an entry. */
  readonly isFlow: boolean;
  readonly entries: readonly EntryPlace[];
}

/**
 * @param text without a byte order mark, and without mistakes in its YAML
 * @returns undefined where no list stands at the path
 */
export function listPlaces(text: string, path: Path): ListPlaces | undefined {
  const list = parseDocument(text, { prettyErrors: false, logLevel: "error" }).getIn(path, true);
  if (!isSeq(list)) return undefined;
  const entries = list.items.map((item) => ({
    ...contentOf(item as Node, text),
    isFlow: (isMap(item) || isSeq(item)) && item.flow === true,
    values: valuesOf(item, text),
  }));
  return { ...contentOf(list, text), isFlow: list.flow === true, entries };
}

function valuesOf(item: unknown, text: string): ReadonlyMap<string, Range> {
  if (!isMap(item)) return new Map();
  return new Map(
    item.items.flatMap(({ key, value }) =>
      isScalar(key) && value !== null ? [[String(key.value), contentOf(value as Node, text)] as const] : [],
    ),
  );
}

/** A node's own range of several lines takes the line end behind it, too. */
function contentOf({ range }: Node, text: string): Range {
  const [start = 0, end = start] = range ?? [];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** The column of an offset, from 0. */
export function columnAt(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** Where the line of an offset ends, before its line end. */
export function lineEndAt(text: string, offset: number): number {
  const end = /\r?\n|$/g;
  end.lastIndex = offset;
  return end.exec(text)?.index ?? text.length;
}
