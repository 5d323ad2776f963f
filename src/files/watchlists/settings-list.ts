/** A watchlist that the settings write out, edited in their text: comments and everything else stay as they are. */
import { withLast, without, withValue, writtenAt } from "../../lib/yaml/edit-yaml.ts";

export type Cell = string | number;
type Cells = Readonly<Record<string, Cell>>;
type Entry = readonly [lists: string, list: string, index: number];

/** Undefined: the list is written in a way that is not edited here. */
export type EditedText = string | undefined;

export function withEntry(text: string, list: string, code: string, cells: Cells): EditedText {
  const entry = Object.keys(cells).length === 0 ? code : { code, ...cells };
  return orNot(() => withLast(text, ["watchlists", list], entry));
}

export function withoutEntry(text: string, list: string, index: number): EditedText {
  return orNot(() => without(text, ["watchlists", list, index]));
}

/** @param cells by column; undefined takes one away */
export function withCells(
  text: string,
  list: string,
  index: number,
  code: string,
  cells: Readonly<Record<string, Cell | undefined>>,
): EditedText {
  const entry: Entry = ["watchlists", list, index];
  return orNot(() =>
    Object.entries(cells).reduce(
      (now, [column, value]) => withCell(now, entry, code, { column, value }),
      text,
    ),
  );
}

interface Change {
  readonly column: string;
  readonly value: Cell | undefined;
}

function withCell(text: string, entry: Entry, code: string, { column, value }: Change): string {
  if (value === undefined) return without(text, [...entry, column]);
  // A code alone becomes a map, in which there is room for more.
  const isCode = writtenAt(text, entry) !== undefined;
  return isCode
    ? withValue(text, entry, { code, [column]: value })
    : withValue(text, [...entry, column], value);
}

function orNot(edit: () => string): EditedText {
  try {
    return edit();
  } catch {
    return undefined;
  }
}
