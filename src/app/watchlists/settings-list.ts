/** A watchlist that the settings write out, edited in their text: comments and everything else stay as they are. */
import {
  columnAt,
  type EntryPlace,
  type ListPlaces,
  lineEndAt,
  listPlaces,
} from "../../lib/yaml/list-places.ts";

export type Cell = string | number;
type Cells = Readonly<Record<string, Cell>>;

/** Undefined: the list is written in a way that is not edited here. */
export type EditedText = string | undefined;

export function withEntry(text: string, list: string, code: string, cells: Cells): EditedText {
  const places = listPlaces(text, ["watchlists", list]);
  const last = places?.entries.at(-1);
  if (places === undefined) return undefined;
  const entry = Object.keys(cells).length === 0 ? written(code) : mapOf({ code, ...cells });
  if (last === undefined)
    return places.isFlow ? spliced(text, places.start, places.end, `[${entry}]`) : undefined;
  if (places.isFlow) return spliced(text, last.end, last.end, `, ${entry}`);
  const at = lineEndAt(text, last.end);
  return spliced(text, at, at, `${lineEndOf(text)}${" ".repeat(columnAt(text, places.start))}- ${entry}`);
}

export function withoutEntry(text: string, list: string, index: number): EditedText {
  const places = listPlaces(text, ["watchlists", list]);
  const entry = places?.entries[index];
  if (places === undefined || entry === undefined) return undefined;
  if (places.isFlow) return withoutFlow(text, places, index);
  if (places.entries.length === 1) return spliced(text, places.start, entry.end, "[]");
  const dash = text.lastIndexOf("-", entry.start - 1);
  const start = text.lastIndexOf("\n", dash) + 1;
  const end = lineEndAt(text, entry.end);
  return spliced(text, start, end + (/^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0), "");
}

/** A comma may stand at the end of a list in brackets, so one that a comment follows is left. */
function withoutFlow(text: string, { entries }: ListPlaces, index: number): EditedText {
  const { start, end } = entries[index] as EntryPlace;
  const next = /^\s*,[ \t]*/.exec(text.slice(end))?.[0];
  if (next !== undefined) return spliced(text, start, end + next.length, "");
  const before = entries[index - 1]?.end ?? start;
  const isPlain = /^\s*,\s*$/.test(text.slice(before, start));
  return spliced(text, isPlain ? before : start, end, "");
}

/** @param cells by column; undefined takes one away */
export function withCells(
  text: string,
  list: string,
  index: number,
  code: string,
  cells: Readonly<Record<string, Cell | undefined>>,
): EditedText {
  let edited: EditedText = text;
  for (const [column, value] of Object.entries(cells)) {
    if (edited === undefined) return undefined;
    const entry: EntryPlace | undefined = listPlaces(edited, ["watchlists", list])?.entries[index];
    if (entry === undefined) return undefined;
    edited = withValue(edited, entry, code, column, value);
  }
  return edited;
}

function withValue(
  text: string,
  entry: EntryPlace,
  code: string,
  column: string,
  value: Cell | undefined,
): EditedText {
  const own = entry.values.get(column);
  if (own !== undefined && value !== undefined) return spliced(text, own.start, own.end, written(value));
  if (own !== undefined) return withoutValue(text, entry, column);
  if (value === undefined) return text;
  if (entry.values.size === 0) return spliced(text, entry.start, entry.end, mapOf({ code, [column]: value }));
  const last = [...entry.values.values()].at(-1);
  if (last === undefined) return undefined;
  if (entry.isFlow) return spliced(text, last.end, last.end, `, ${column}: ${written(value)}`);
  const at = lineEndAt(text, last.end);
  const lead = `${lineEndOf(text)}${" ".repeat(columnAt(text, entry.start))}`;
  return spliced(text, at, at, `${lead}${column}: ${written(value)}`);
}

/** The first key of an entry stays: what stands before it is the entry's own. */
function withoutValue(text: string, { values, isFlow }: EntryPlace, column: string): EditedText {
  const columns = [...values.keys()];
  const own = values.get(column);
  const before = values.get(columns[columns.indexOf(column) - 1] ?? "");
  if (own === undefined || before === undefined) return undefined;
  if (isFlow) return spliced(text, before.end, own.end, "");
  // A remark behind it stays, behind the line before.
  return spliced(text, lineEndAt(text, before.end), own.end, "");
}

function mapOf(cells: Cells): string {
  return `{ ${Object.entries(cells)
    .map(([column, value]) => `${column}: ${written(value)}`)
    .join(", ")} }`;
}

/** Texts always stand in quotes: a code is no number. */
function written(value: Cell): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

function spliced(text: string, start: number, end: number, own: string): string {
  return `${text.slice(0, start)}${own}${text.slice(end)}`;
}

function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
