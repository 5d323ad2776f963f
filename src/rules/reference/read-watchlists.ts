/** Watchlists as rules see them: those that the settings write out, and those of CSV files. */
import { type Kind, readCsvTable, type TableRow } from "../../lib/csv-table.ts";
import type { Problem } from "../../lib/problem.ts";
import { codeMeant, noStockCode, shortCode, writtenCodeForm } from "../../model/fields.ts";
import {
  listColumn,
  mostWatched,
  sides,
  type WatchedStock,
  type WatchlistFile,
  type Watchlists,
  type WrittenWatchlists,
  watchColumns,
} from "../../model/watchlists.ts";
import type { WatchedStocks } from "../cel/reference.ts";
import type { DataFiles } from "./data-file.ts";

/** Mistakes in files are reported; nothing is known of the lists then. */
export function readWatchlists(
  written: WrittenWatchlists,
  files: DataFiles,
  problems: Problem[],
): WatchedStocks | "unknown" {
  const before = problems.length;
  const columns = new Map<string, Kind>(watchColumns);
  // What is written out says the kind of a column before a file does.
  for (const list of Object.values(written))
    if (!("file" in list)) for (const stock of list) learnColumns(stock, columns);
  const empty = new Set<string>();
  const lists = Object.entries(written).map(([name, list]): [string, readonly WatchedStock[]] => {
    if (!("file" in list)) return [name, list];
    const read = fromFile(name, list, { columns, files, problems });
    for (const column of read.names) if (!columns.has(column)) empty.add(column);
    return [name, read.stocks];
  });
  if (problems.length > before) return "unknown";
  const watchlists: Watchlists = Object.fromEntries(lists);
  const all = new Map<string, Kind | undefined>([...empty].map((column) => [column, undefined]));
  for (const [column, kind] of columns) all.set(column, kind);
  return { watchlists, columns: all };
}

function learnColumns(stock: WatchedStock, columns: Map<string, Kind>): void {
  for (const [column, value] of Object.entries(stock))
    if (value !== undefined && !columns.has(column))
      columns.set(column, typeof value === "number" ? "number" : "text");
}

interface FileContext {
  readonly columns: Map<string, Kind>;
  readonly files: DataFiles;
  readonly problems: Problem[];
}

function fromFile(
  list: string,
  { file: name, texts }: WatchlistFile,
  { columns, files, problems }: FileContext,
): { stocks: readonly WatchedStock[]; names: readonly string[] } {
  const file = files.get(name) ?? { ok: false, message: "the file cannot be read" };
  if (!file.ok) {
    const message = `the watchlist \`${list}\`: ${file.message.replace(`\`${name}\`: `, "")}`;
    problems.push({ file: name, line: 1, column: 1, message });
    return { stocks: [], names: [] };
  }
  const kinds = new Map<string, Kind>([...columns, ...texts.map((text): [string, Kind] => [text, "text"])]);
  const table = readCsvTable(file.text, { needs: ["code"], kinds, mostRows: mostWatched });
  const seen = new Set<string>();
  const stocks = table.rows.flatMap((row) => stockOf(row, seen) ?? []);
  for (const [column, kind] of table.columns) if (kind !== undefined) columns.set(column, kind);
  for (const { suggestion, ...mistake } of table.mistakes)
    problems.push({ file: name, ...mistake, ...(suggestion === undefined ? {} : { suggestion }) });
  if (table.columns.has(listColumn))
    problems.push({
      file: name,
      line: 1,
      column: 1,
      message: "a column `watchlist` would hide the list's name",
    });
  return { stocks, names: [...table.columns.keys()] };
}

function stockOf({ cells, refuse }: TableRow, seen: Set<string>): WatchedStock | undefined {
  const { code: text, side } = cells;
  const code = shortCode(String(text ?? ""));
  if (text === undefined) refuse("code", "`code` is empty");
  else if (!writtenCodeForm.test(String(text))) {
    const meant = codeMeant(String(text));
    refuse("code", noStockCode, meant && `write ${meant}`);
  } else if (seen.has(code)) refuse("code", `\`${code}\` is on this list already`);
  seen.add(code);
  if (side !== undefined && !sides.includes(String(side))) refuse("side", "`side` is long or short");
  for (const column of ["shares", "price"])
    if (typeof cells[column] === "number" && cells[column] < 0)
      refuse(column, `\`${column}\` is never less than 0`);
  return { ...cells, code } as WatchedStock;
}
