/** Tables of text, whole or fit for a terminal that shows Japanese characters twice as wide. */
import { cellsIn, cutToCells } from "./wrap.ts";

type Rows = readonly (readonly string[])[];

const gap = "  ";
/** Cells of a column are not cut shorter than this; where they do not fit so, columns go on below. */
const leastCells = 10;

/**
 * Cells padded to one width a column.
 * @param columns cells of the terminal; undefined: as wide as the table is
 */
export function textTable(rows: Rows, columns?: number): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((most, row) => Math.max(most, cellsIn(row[at] ?? "")), 0),
  );
  const all = widths.map((_, at) => at);
  if (columns === undefined) return block(rows, all, widths);
  const most = mostCells(widths, columns);
  const fitted = widths.map((width) => Math.min(width, most));
  return blocksOf(fitted, columns)
    .map((places) => block(rows, places, fitted))
    .join("\n");
}

/** Computes the greatest width of a column with which all columns fit, or the least width that is allowed. */
function mostCells(widths: readonly number[], columns: number): number {
  let most = Math.max(leastCells, ...widths);
  while (most > leastCells && total(widths.map((width) => Math.min(width, most))) > columns) most -= 1;
  return Math.min(most, columns);
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1);
}

/** The columns of tables that stand one below the other, the first column in each. */
function blocksOf(widths: readonly number[], columns: number): number[][] {
  const blocks: number[][] = [[]];
  for (const at of widths.keys()) {
    const open = blocks.at(-1) ?? [];
    const grown = [...open, at];
    if (open.length === 0 || total(grown.map((place) => widths[place] ?? 0)) <= columns) open.push(at);
    else {
      const again = total([widths[0] ?? 0, widths[at] ?? 0]) <= columns;
      blocks.push(again && at > 0 ? [0, at] : [at]);
    }
  }
  return blocks;
}

function block(rows: Rows, places: readonly number[], widths: readonly number[]): string {
  return rows
    .map((row) => {
      const cells = places.map((at) => {
        const text = cutToCells(row[at] ?? "", widths[at] ?? 0);
        return text + " ".repeat(Math.max(0, (widths[at] ?? 0) - cellsIn(text)));
      });
      return `${cells.join(gap).trimEnd()}\n`;
    })
    .join("");
}
