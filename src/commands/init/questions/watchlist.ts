/** The watchlist of a setup: read from the settings or its file, and written back with all that was noted in it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Config } from "../../../config/config.ts";
import { parseCsv } from "../../../lib/csv.ts";
import type { Written } from "../../../lib/yaml/written-value.ts";
import { shortCode } from "../../../model/fields.ts";
import type { NamedStock } from "./stocks.ts";

export interface Watchlist {
  readonly name: string;
  readonly codes: readonly string[];
  /** Its file as the settings name it; undefined: it is written into them. */
  readonly file?: string;
  /** What the file holds. */
  readonly text?: string;
  /** What the settings note about a stock, by its code. */
  readonly entries: ReadonlyMap<string, Written>;
}

const usualName = "mine";

/** The list that is called mine, else the first; without any, an empty one of that name. */
export function readWatchlist({ watchlists, file }: Config): Watchlist {
  const [name, list] =
    Object.entries(watchlists).find(([own]) => own === usualName) ?? Object.entries(watchlists)[0] ?? [];
  if (name === undefined || list === undefined) return { name: usualName, codes: [], entries: new Map() };
  if (!("file" in list)) {
    const noted = list.filter((stock) => Object.keys(stock).length > 1);
    const entries = new Map(noted.map((stock) => [stock.code, stock as Written]));
    return { name, codes: list.map(({ code }) => code), entries };
  }
  const text = existsSync(list.file) ? readFileSync(list.file, "utf8") : "";
  const { codeAt, rows } = readRows(text);
  const codes = rows.map(({ cells }) => shortCode(cells[codeAt] ?? "")).filter((code) => code !== "");
  return { name, codes, file: relative(dirname(file), list.file), text, entries: new Map() };
}

/** The file with these stocks: lines of those that stay are left as they are, those of others go. */
export function writeWatchlist(before: string | undefined, stocks: readonly NamedStock[]): string {
  const { heading, codeAt, rows } = readRows(before ?? "");
  const head = heading ?? "code,name";
  const columns = parseCsv(head)[0] ?? [];
  const lines = stocks.map((stock) => {
    const kept = rows.find(({ cells }) => shortCode(cells[codeAt] ?? "") === stock.code);
    return kept?.line ?? columns.map((column) => cell(cellOf(stock, column))).join(",");
  });
  return `${[head, ...lines].join("\n")}\n`;
}

function cellOf({ code, name = "" }: NamedStock, column: string): string {
  return column === "code" ? code : column === "name" ? name : "";
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows with their lines; no cell that people note about a stock holds a line break. */
function readRows(text: string) {
  const [heading, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const columns = heading === undefined ? ["code"] : (parseCsv(heading)[0] ?? []);
  const codeAt = Math.max(0, columns.indexOf("code"));
  return { heading, codeAt, rows: lines.map((line) => ({ line, cells: parseCsv(line)[0] ?? [] })) };
}
