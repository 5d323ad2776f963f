/**
 * Text laid out for a terminal, which shows Japanese characters twice as wide: lines broken to its width, and
 * tables.
 */

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

/** Counts the cells of a terminal that a character takes: two if it is East-Asian wide, none if it only decorates. */
export function cellsOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (decoration.test(character)) return 0;
  return wide.some(([first, last]) => first <= codePoint && codePoint <= last) ? 2 : 1;
}

const decoration = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Wide and full-width: kana, ideographs, Hangul, full-width forms, and pictures. Half-width kana are narrow. */
const wide: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

/** Counts the cells of a terminal that a line takes. */
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

/**
 * Finds the place to break a text that is too long: behind the last word that fits or between two Japanese characters,
 * else after the last character.
 */
function breakOf(text: string, room: number): number {
  const fits = unitsWithin(text, room);
  for (let at = fits; at > 0 && text.slice(0, at).trim() !== ""; at -= 1) if (mayBreak(text, at)) return at;
  return Math.max(fits, 1);
}

/** Japanese breaks anywhere, but a line neither begins with what closes nor ends with what opens. */
function mayBreak(text: string, at: number): boolean {
  const [before, after] = [text[at - 1] ?? "", text[at] ?? ""];
  if (before === " " || after === " ") return true;
  const isJapanese = japanese.test(before) || japanese.test(after);
  return isJapanese && !beginsNoLine.test(after) && !endsNoLine.test(before);
}

const japanese = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60]/;
const beginsNoLine =
  /[、。，．・：；？！）」』】〕》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々,.:;?!)\]}’”…％]/;
const endsNoLine = /[（「『【〔《([{‘“]/;

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
