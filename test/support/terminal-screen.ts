/** What a terminal shows after some output: the parts of its language that the program speaks. */
import { cellsOf } from "../../src/lib/text/terminal.ts";

const start = "\u001b";
const sequence = new RegExp(`${start}\\[(\\d*)([A-Za-z])|[^${start}]`, "gsuy");

/**
 * The lines from the first on, as they stand; colours are left out. Lines that are too long break.
 * @param output as the program wrote it
 */
export function shownLines(output: string, columns: number): string[] {
  const rows: string[][] = [[]];
  let [row, column] = [0, 0];
  const at = (index: number): string[] => {
    for (let made = rows.length; made <= index; made += 1) rows.push([]);
    return rows[index] ?? [];
  };
  for (const [text, count, letter] of output.matchAll(sequence)) {
    if (text === "\r") column = 0;
    else if (text === "\n") row += 1;
    else if (letter === "A") row = Math.max(0, row - Number(count || 1));
    else if (letter === "K") at(row).length = Math.min(at(row).length, column);
    else if (letter === "J") {
      rows.length = Math.min(rows.length, row + 1);
      at(row).length = Math.min(at(row).length, column);
    } else if (letter === "m") continue;
    else if (letter !== undefined) throw new Error(`the terminal was told what it does not know: ${letter}`);
    else {
      const cells = cellsOf(text);
      if (column + cells > columns) [row, column] = [row + 1, 0];
      at(row)[column] = text;
      for (let more = 1; more < cells; more += 1) at(row)[column + more] = "";
      column += cells;
    }
    at(row);
  }
  return rows.map((cells) =>
    Array.from(cells, (cell) => cell ?? " ")
      .join("")
      .trimEnd(),
  );
}
