/** Lines broken to the width of a terminal, counted in its cells. */
import { cellsOf } from "./cells.ts";

export function cellsIn(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOf(character);
  return cells;
}

/** At most so many cells, the last an ellipsis where something was cut. */
export function cutToCells(text: string, most: number): string {
  if (cellsIn(text) <= most) return text;
  return `${text.slice(0, unitsWithin(text, Math.max(0, most - 1)))}…`;
}

/**
 * A line as several of at most `most` cells, the later ones behind an indent; between words where there are any.
 * @param most undefined: it stays one
 */
export function wrapped(line: string, most: number | undefined, indent: string): string[] {
  if (most === undefined || cellsIn(line) <= most) return [line];
  const lines: string[] = [];
  for (let rest = line; rest !== ""; ) {
    const lead = lines.length === 0 ? "" : indent;
    const room = Math.max(2, most - cellsIn(lead));
    const end = cellsIn(rest) <= room ? rest.length : breakOf(rest, room);
    lines.push(`${lead}${rest.slice(0, end).trimEnd()}`);
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** Finds the place to break a text that is too long: after the last word that fits, else after the last character. */
function breakOf(text: string, room: number): number {
  const fits = unitsWithin(text, room);
  if (text[fits] === " ") return fits;
  const space = text.lastIndexOf(" ", fits);
  return text.slice(0, Math.max(space, 0)).trim() === "" ? Math.max(fits, 1) : space + 1;
}

/** Counts the UTF-16 units of a text that fit into a number of cells. */
function unitsWithin(text: string, most: number): number {
  let [units, cells] = [0, 0];
  for (const character of text) {
    cells += cellsOf(character);
    if (cells > most) break;
    units += character.length;
  }
  return units;
}
