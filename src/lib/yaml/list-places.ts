/** Places of the entries of a list in a YAML text, for those who take an entry for a text of its own. */
import { isSeq, type Node, parseDocument } from "yaml";
import type { Path } from "./parse-yaml.ts";

/** Offsets in the text; the end is behind the last character. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ListPlaces extends Range {
  /** In brackets, not a line an entry. */
  readonly isFlow: boolean;
  readonly entries: readonly Range[];
}

/**
 * @param text without a byte order mark, and without mistakes in its YAML
 * @returns undefined where no list stands at the path
 */
export function listPlaces(text: string, path: Path): ListPlaces | undefined {
  const list = parseDocument(text, { prettyErrors: false, logLevel: "error" }).getIn(path, true);
  if (!isSeq(list)) return undefined;
  const entries = list.items.map((item) => contentOf(item as Node, text));
  return { ...contentOf(list, text), isFlow: list.flow === true, entries };
}

/** A node's own range of several lines takes the line end behind it, too. */
function contentOf({ range }: Node, text: string): Range {
  const [start = 0, end = start] = range ?? [];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
