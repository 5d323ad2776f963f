/**
 * A list of holdings or of codes, read from what a broker lets one download, from any table with a column of codes, or
 * from text. Every line that is not taken says why; a line that cannot be what the file says of it refuses the whole.
 */
import { CsvError, type CsvRow, csvColumn, csvRows, type Separator } from "../../lib/csv.ts";
import { shortCode } from "../../model/fields.ts";
import type { ImportPlan, LeftOutLine, LeftOutReason } from "../../model/imported.ts";
import { headingOf, isForeignMarket, isTotal, kindSaid, type ListHeading } from "./list-headings.ts";
import { listNumber, listText, refusedAt } from "./list-text.ts";

/** A stock as one line of the file has it. */
export interface HeldLine {
  readonly code: string;
  readonly name?: string;
  readonly shares?: number;
  readonly price?: number;
  readonly line: number;
  readonly column: number;
}

export interface ReadHoldings extends Pick<ImportPlan, "form" | "tells"> {
  /** At least one. */
  readonly held: readonly HeldLine[];
  readonly leftOut: readonly LeftOutLine[];
}

/** Throws Refused with the line and column where the file is no such list, or a line of it is damaged. */
export function readHoldings(bytes: Uint8Array): ReadHoldings {
  const text = listText(bytes);
  const separator: Separator = count(text, "\t") > count(text, ",") ? "\t" : ",";
  const read = fromTable(text, separator) ?? fromCodes(text, separator) ?? fromText(text);
  if (read.held.length > 0) return read;
  const [first] = read.leftOut;
  throw refusedAt(first?.line ?? 1, first?.column ?? 1, "the file has no Japanese stock that could be taken");
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** A code of a stock that is listed in Japan, in the form of any broker. */
const codeForm = "[1-9][0-9A-Z][0-9][0-9A-Z][0-9]?";
const wholeCode = new RegExp(`^(?:[A-Z]{2,4}:)?(${codeForm})(?:[.\\s:-][A-Z]{1,4})?$`);
const codeBefore = new RegExp(`^['"=(]*(${codeForm})['")]*(?:[\\s:/・]|$)`);
const codeBehind = new RegExp(`(?:[(\\[<【「]|\\s)(${codeForm})[)\\]>】」]?$`);

/** The code in a cell that has a code alone, or with the name. */
function codeIn(cell: string): string | undefined {
  const plain = cell.normalize("NFKC").trim();
  const upper = plain.toUpperCase();
  const code = (wholeCode.exec(upper) ?? codeBefore.exec(upper) ?? codeBehind.exec(upper))?.[1];
  return code === undefined ? undefined : shortCode(code);
}

/** A name beside the code in its cell. */
function nameBeside(cell: string, code: string): string | undefined {
  const rest = cell
    .trim()
    .replace(new RegExp(`[(\\[]?${code}0?[)\\]]?`, "i"), "")
    .trim();
  return rest === "" ? undefined : rest;
}

const mostText = 60;
const mostCells = 300;

/** One line of a file, with its place. */
interface Line {
  readonly row: CsvRow;
  readonly cells: readonly string[];
  column(index: number): number;
}

function* linesOf(text: string, separator: Separator): Generator<Line, void> {
  for (const row of csvRows(text, separator)) {
    if (row.cells.length > mostCells) throw refusedAt(row.line, 1, `a row has more than ${mostCells} cells`);
    const cells = row.cells.map((cell) => cell.normalize("NFKC").replace(/\s+/g, " ").trim());
    if (cells.some((cell) => cell !== ""))
      yield { row, cells, column: (index) => csvColumn(text, row, index, separator) };
  }
}

/** Reads by the headings; undefined: the text has none that is known. */
function fromTable(text: string, separator: Separator): ReadHoldings | undefined {
  const table = createTable();
  try {
    for (const line of linesOf(text, separator)) table.take(line);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (table.read() !== undefined)
      throw refusedAt(error.line, 1, "a quote does not open or close a cell here");
  }
  return table.read();
}

function createTable() {
  const held: HeldLine[] = [];
  const leftOut: LeftOutLine[] = [];
  const tells = { shares: false, price: false };
  let heading: ListHeading | undefined;
  let section: LeftOutReason | "stock" = "stock";
  /** Behind the title of totals there are figures, up to the next title or heading. */
  let isSummed = false;

  function takeTitle(title: string): void {
    isSummed = isTotal(title);
    if (!isSummed) section = kindSaid(title) ?? section;
  }

  function takeHeading(next: ListHeading, line: Line): void {
    requireHoldings(next, section, line);
    heading = next;
    isSummed = false;
    tells.shares ||= next.at.shares !== undefined && next.other === undefined;
    tells.price ||= next.at.price !== undefined && next.other === undefined;
  }
  return {
    take(line: Line): void {
      const [first = "", second] = line.cells.filter((cell) => cell !== "");
      const next = headingOf(line.cells);
      // A code alone below several columns is a row that was cut.
      const isTitle =
        second === undefined && (heading === undefined || heading.width > 1) && codeIn(first) === undefined;
      if (next !== undefined) takeHeading(next, line);
      else if (isTitle) takeTitle(first);
      else if (heading !== undefined && !isSummed) {
        const taken = takeRow(line, heading, section);
        if (taken === undefined) return;
        if ("why" in taken) leftOut.push(taken);
        else held.push(taken);
      }
    },
    read: (): ReadHoldings | undefined =>
      heading === undefined ? undefined : { form: "table", held, leftOut, tells },
  };
}

function requireHoldings(
  { at, history, twice, other }: ListHeading,
  section: LeftOutReason | "stock",
  { row, cells, column }: Line,
): void {
  if (history !== undefined)
    throw refusedAt(
      row.line,
      column(history),
      `\`${cells[history]}\` is a column of what was done: download the list of what you hold`,
    );
  if (twice !== undefined)
    throw refusedAt(row.line, column(twice), `there is another column \`${cells[twice]}\``);
  if (at.code === undefined && other === undefined && section === "stock")
    throw refusedAt(row.line, 1, "no column of stock codes is among these");
}

/** What becomes of a row below a heading; undefined: it is no holding, such as a total. */
function takeRow(
  { row, cells, column }: Line,
  heading: ListHeading,
  section: LeftOutReason | "stock",
): HeldLine | LeftOutLine | undefined {
  const { at, width } = heading;
  const cell = (index: number | undefined) => (index === undefined ? "" : (cells[index] ?? ""));
  const codeAt = at.code ?? 0;
  const place = { line: row.line, column: column(Math.min(codeAt, cells.length - 1)) };
  const written = cell(codeAt) || cell(at.name) || cells.find((one) => one !== "") || "";
  const without = (why: LeftOutReason): LeftOutLine => {
    const words = [...new Set([cell(codeAt), cell(at.name)])].filter((one) => one !== "").join(" ");
    return { ...place, why, text: (words || written).slice(0, mostText) };
  };
  const code = codeIn(cell(codeAt));
  if (code === undefined && cells.some((one) => isTotal(one))) return undefined;
  const kind = kindSaid(cell(at.kind)) ?? heading.other ?? section;
  if (kind !== "stock") return without(kind);
  if (isForeignMarket(cell(at.market))) return without("foreign");
  if (code === undefined)
    return without(/^[A-Z][A-Z.]{0,5}$|^\d{5,6}$/.test(cell(codeAt)) ? "foreign" : "unread");
  if (/売/.test(cell(at.side))) return without("margin");
  const cellsThere = cells.findLastIndex((one) => one !== "") + 1;
  if (cells.length < width || cellsThere > width)
    throw refusedAt(
      row.line,
      column(Math.min(cells.length, width) - 1),
      `this row has ${cellsThere > width ? cellsThere : cells.length} cells, the heading ${width}`,
    );
  const number = (index: number | undefined) => {
    const found = index === undefined ? "none" : listNumber(cell(index));
    if (found === undefined)
      throw refusedAt(row.line, column(index ?? 0), `\`${cell(index).slice(0, mostText)}\` is no number`);
    return found === "none" ? undefined : found;
  };
  const [shares, price] = [number(at.shares), number(at.price)];
  if (shares !== undefined && shares < 0) return without("sold");
  if (price !== undefined && price < 0)
    throw refusedAt(row.line, column(at.price ?? 0), "a price is never less than 0");
  const name = (at.name !== codeAt && cell(at.name)) || nameBeside(cell(codeAt), code);
  return {
    ...{ code, line: row.line, column: place.column },
    ...(name !== undefined && { name: name.slice(0, mostText) }),
    ...(shares !== undefined && { shares }),
    ...(price !== undefined && { price }),
  };
}

/** Reads the one column that looks like codes, of a table without a heading that is known; undefined: it is no such table. */
function fromCodes(text: string, separator: Separator): ReadHoldings | undefined {
  let lines: Line[];
  try {
    lines = [...linesOf(text, separator)];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
  const isCode = (cell: string | undefined) => cell !== undefined && wholeCode.test(cell.toUpperCase());
  const cells = lines.flatMap((line) => line.cells).filter((cell) => cell !== "");
  const width = Math.max(...lines.map((line) => line.cells.length));
  if (lines.length < 2 || width < 2 || cells.every(isCode)) return undefined;
  const looking = Array.from({ length: width }, (_, at) => at).filter((at) => {
    const own = lines.map((line) => line.cells[at] ?? "").filter((cell) => cell !== "");
    return own.length > 1 && own.length * 2 > lines.length && own.filter(isCode).length > 0.6 * own.length;
  });
  const [at, second] = looking;
  if (at === undefined) return undefined;
  if (second !== undefined && at > 0)
    throw refusedAt(
      1,
      1,
      "several columns look like codes: call the one that is meant `code` in a first line",
    );
  const held: HeldLine[] = [];
  const leftOut: LeftOutLine[] = [];
  for (const { row, cells: own, column } of lines) {
    const written = own[at] ?? "";
    const place = { line: row.line, column: column(Math.min(at, own.length - 1)) };
    const code = isCode(written) ? codeIn(written) : undefined;
    if (code !== undefined) held.push({ code, ...place });
    else
      leftOut.push({ ...place, why: "unread", text: (written || own.join(" ")).trim().slice(0, mostText) });
  }
  return { form: "codes", held, leftOut, tells: { shares: false, price: false } };
}

/** A code within words: no year, date, amount or part of another number. */
const codeInWords =
  /(?<![0-9A-Za-z][.,/:-]?|[¥\\$+-])([1-9][0-9A-Za-z][0-9][0-9A-Za-z]0?)(?![0-9A-Za-z]|[.,/:-]\d|\s*(?:年|月|円|株|口|%|万|億))/g;

/** Takes the codes out of a text: of each part between commas and line ends one, or all where it has nothing else. */
function fromText(text: string): ReadHoldings {
  const held: HeldLine[] = [];
  const leftOut: LeftOutLine[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    for (const { 0: part, index } of line.matchAll(/[^,、，;；|\t]+/g)) {
      if (part.trim() === "") continue;
      // A wide character becomes one narrow one, so that places stay.
      const plain = part.replace(/[！-～　]/g, (wide) => wide.normalize("NFKC"));
      const found = [...plain.matchAll(codeInWords)].map((one) => ({
        code: shortCode((one[1] ?? "").toUpperCase()),
        place: { line: at + 1, column: index + one.index + 1 },
      }));
      const isAll = plain.trim().split(/\s+/).length === found.length;
      const words = part.trim().slice(0, mostText);
      if (found.length === 0) leftOut.push({ line: at + 1, column: index + 1, why: "unread", text: words });
      for (const [order, { code, place }] of found.entries())
        if (order === 0 || isAll) held.push({ code, ...place });
        else leftOut.push({ ...place, why: "second", text: code });
    }
  }
  const unread = leftOut.filter(({ why }) => why === "unread");
  const [first] = unread;
  if (first !== undefined && unread.length > held.length)
    throw refusedAt(first.line, first.column, "no stock code is here, nor in most of the text");
  return { form: "text", held, leftOut, tells: { shares: false, price: false } };
}
