/** A watchlist as its file has it, read and edited: the settings' own text, or a CSV file that they name. */
import { basename, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/interpolate.ts";
import { CsvError, csvEdits } from "../../lib/csv.ts";
import { type Problem, Refused, withoutMark } from "../../lib/problem.ts";
import { asUnread, readSmallFile } from "../../lib/read-small-file.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import { codeMeant, noStockCode, shortCode } from "../../model/fields.ts";
import type { WatchlistEditAsked, WatchlistStep } from "../../model/page/watchlists.ts";
import { noWatchlist } from "../../model/watchlists.ts";
import { isMap } from "../../rules/reference/data-file.ts";
import { fileHash } from "../edited-rules.ts";
import {
  type Cell,
  type ChangedStock,
  causedBy,
  withCells,
  withEntries,
  withoutEntry,
} from "./settings-check.ts";

export interface WrittenStock {
  readonly code: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface WrittenList {
  readonly path: string;
  readonly isInSettings: boolean;
  /** With its byte order mark. */
  readonly text: string;
  readonly hash: string;
  /** All but `code`. */
  readonly columns: readonly string[];
  readonly stocks: readonly WrittenStock[];
}

const mostBytes = 4_000_000;

/** Rejects with Refused where there is no such list, or its file cannot be read. */
export async function readList(config: Config, name: string): Promise<WrittenList> {
  const list = Object.hasOwn(config.watchlists, name) ? config.watchlists[name] : undefined;
  if (list === undefined) throw new Refused(noWatchlist(name));
  const isInSettings = !("file" in list);
  const path = isInSettings ? config.file : list.file;
  const text = await readText(path);
  const read = isInSettings ? fromSettings(withoutMark(text), name) : fromCsv(withoutMark(text), path);
  return { path, isInSettings, text, hash: fileHash(text), ...read };
}

async function readText(path: string): Promise<string> {
  try {
    return (await readSmallFile(path, mostBytes)).toString("utf8");
  } catch (error) {
    throw new Refused(`${basename(path)}: ${asUnread(error).message}`);
  }
}

function fromSettings(text: string, name: string): Pick<WrittenList, "columns" | "stocks"> {
  const { value, problems } = parseYaml(text, "");
  const lists = isMap(value) && isMap(value.watchlists) ? value.watchlists : {};
  const written = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (problems.length > 0 || !Array.isArray(written))
    throw new Refused("the settings have mistakes, or this list is no longer in them");
  const stocks = written.map((entry): WrittenStock => {
    const { code, ...cells } = isMap(entry) ? entry : { code: entry };
    return { code: shortCode(String(code)), cells: cells as Record<string, Cell> };
  });
  return { columns: [...new Set(stocks.flatMap(({ cells }) => Object.keys(cells)))], stocks };
}

function fromCsv(text: string, path: string): Pick<WrittenList, "columns" | "stocks"> {
  try {
    const { columns, rows } = csvList(text);
    const at = columns.indexOf("code");
    const others = columns.filter((name) => name !== "code");
    const stocks = rows.map((cells): WrittenStock => {
      const known = columns.flatMap((name, index): [string, string][] => {
        const cell = cells[index]?.trim() ?? "";
        return name === "code" || cell === "" ? [] : [[name, cell]];
      });
      return { code: shortCode(cells[at]?.trim() ?? ""), cells: Object.fromEntries(known) };
    });
    return { columns: others, stocks };
  } catch (error) {
    if (error instanceof CsvError) throw new Refused(`${basename(path)}: ${error.message}`);
    throw error;
  }
}

/** An edit that is good, as texts of the file. */
export interface EditedList {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Hash of the text after it. */
  readonly hash: string;
  /** Whether it is an edit of the settings, which are read again for it. */
  readonly isInSettings: boolean;
  /** Mistakes that the edit would make, in its file or elsewhere. */
  readonly problems: readonly Problem[];
}

/** Rejects with Refused where the file changed meanwhile, or it cannot be edited so. */
export async function editList(
  config: Config,
  environment: Environment,
  { list: name, hash, edit }: WatchlistEditAsked,
): Promise<EditedList> {
  const list = await readList(config, name);
  if (list.hash !== hash) throw new Refused("the file has changed meanwhile: read the list again");
  const text = withoutMark(list.text);
  const steps = edit.do === "several" ? edit.steps : [edit];
  const edited = list.isInSettings ? inSettings(text, name, list, steps) : inCsv(text, list, steps);
  if (edited === undefined)
    throw new Refused("this list is written in a way that is not edited here: edit its file");
  const after = list.text.slice(0, list.text.length - text.length) + edited;
  const problems = await causedBy(config, environment, {
    ...(list.isInSettings
      ? { settings: after }
      : { data: { file: relative(config.rules, list.path), text: edited } }),
  });
  return {
    ...{ path: list.path, before: list.text, after, hash: fileHash(after) },
    ...{ isInSettings: list.isInSettings, problems },
  };
}

/** The stocks as the steps so far leave them. */
type Stocks = Pick<WrittenList, "stocks">;

function inCsv(before: string, list: WrittenList, steps: readonly WatchlistStep[]): string | undefined {
  let text: string | undefined = before;
  let { stocks }: Stocks = list;
  for (const step of steps) {
    if (text === undefined) return undefined;
    if (step.do === "column") text = withCsvColumn(text, step.name);
    else if (step.do === "add") {
      const code = newCode({ stocks }, step.code);
      text = withCsvEntry(text, code, step.cells);
      stocks = [...stocks, { code, cells: {} }];
    } else {
      const index = indexOf({ stocks }, step.code);
      text = step.do === "remove" ? withoutCsvEntry(text, index) : withCsvCells(text, index, step.cells);
      if (step.do === "remove") stocks = stocks.toSpliced(index, 1);
    }
  }
  return text;
}

/** The outcome is read again: anything but the edit itself must be as it was. */
function inSettings(
  before: string,
  name: string,
  list: WrittenList,
  steps: readonly WatchlistStep[],
): string | undefined {
  let text: string | undefined = before;
  let { stocks }: Stocks = list;
  // Steps of one kind in a row are written in one go: each edit reads the whole text several times.
  const added: WrittenStock[] = [];
  const changed: ChangedStock[] = [];
  for (const [at, step] of steps.entries()) {
    if (text === undefined) return undefined;
    const isLast = steps[at + 1]?.do !== step.do;
    if (step.do === "column") throw new Refused("in the settings each stock has columns of its own");
    if (step.do === "add") {
      const stock = { code: newCode({ stocks }, step.code), cells: filled(typed(step.cells, { stocks })) };
      stocks = [...stocks, stock];
      added.push(stock);
      if (isLast) text = withEntries(text, name, added.splice(0));
      continue;
    }
    const index = indexOf({ stocks }, step.code);
    if (step.do === "remove") {
      text = withoutEntry(text, name, index);
      stocks = stocks.toSpliced(index, 1);
      continue;
    }
    const cells = typed(step.cells, { stocks });
    const own = { ...stocks[index]?.cells, ...cells };
    stocks = stocks.map((one, place) => (place === index ? { ...one, cells: filled(own) } : one));
    changed.push({ index, code: step.code, cells });
    if (isLast) text = withCells(text, name, changed.splice(0));
  }
  return proven(text, before, name, stocks);
}

function filled(cells: Readonly<Record<string, Cell | undefined>>): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(cells).filter((one): one is [string, Cell] => one[1] !== undefined),
  );
}

function proven(
  after: string | undefined,
  before: string,
  name: string,
  stocks: readonly WrittenStock[],
): string | undefined {
  if (after === undefined) return undefined;
  const [was, is] = [before, after].map((text) => parseYaml(text, ""));
  if (is === undefined || is.problems.length > 0) return undefined;
  const others = (value: unknown) => {
    const { watchlists, ...rest } = isMap(value) ? value : {};
    const { [name]: _, ...lists } = isMap(watchlists) ? watchlists : {};
    return [rest, lists];
  };
  const isSame = isDeepStrictEqual(others(was?.value), others(is.value));
  return isSame && isDeepStrictEqual(fromSettings(after, name).stocks, stocks) ? after : undefined;
}

/** Texts as a person writes them: numbers are numbers, nothing takes a cell away. What the settings fill in is not text. */
function typed(
  cells: Readonly<Record<string, string>>,
  { stocks }: Stocks,
): Record<string, Cell | undefined> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, text]) => {
      if (text.includes("${"))
        throw new Refused(`\`${column}\`: \${ stands for a value from the environment`);
      const isText =
        ["note", "side"].includes(column) || stocks.some((one) => typeof one.cells[column] === "string");
      const isNumber = !isText && /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text.trim());
      return [column, text.trim() === "" ? undefined : isNumber ? Number(text.trim()) : text];
    }),
  );
}

function newCode(list: Stocks, written: string): string {
  const code = codeMeant(written);
  if (code === undefined) throw new Refused(noStockCode);
  if (list.stocks.some((one) => one.code === code)) throw new Refused(`\`${code}\` is on this list already`);
  return code;
}

function indexOf(list: Stocks, code: string): number {
  const index = list.stocks.findIndex((one) => one.code === code);
  if (index < 0) throw new Refused(`\`${code}\` is not on this list`);
  return index;
}

// A watchlist in a CSV file, edited in its text.

/** Rows of a list's file: the place of `code`, and the cells below the heading. */
interface CsvList {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** @param text without a byte order mark. Throws a CsvError. */
export function csvList(text: string): CsvList {
  const [heading, ...rows] = csvEdits(text).rows;
  return { columns: heading?.cells.map((name) => name.trim()) ?? [], rows: rows.map(({ cells }) => cells) };
}

export function withCsvEntry(text: string, code: string, cells: Readonly<Record<string, Cell>>): string {
  const given: Readonly<Record<string, Cell>> = { ...cells, code };
  const { columns } = csvList(text);
  return csvEdits(text).withRow(columns.map((name) => String(Object.hasOwn(given, name) ? given[name] : "")));
}

/** @param index of the row below the heading */
export function withoutCsvEntry(text: string, index: number): string {
  const edits = csvEdits(text);
  const row = edits.rows[index + 1];
  return row === undefined ? text : edits.withoutRow(row);
}

/** @returns undefined where there is no such column */
export function withCsvCells(
  text: string,
  index: number,
  cells: Readonly<Record<string, Cell | undefined>>,
): string | undefined {
  let edited = text;
  for (const [column, value = ""] of Object.entries(cells)) {
    const edits = csvEdits(edited);
    const at = edits.rows[0]?.cells.findIndex((name) => name.trim() === column) ?? -1;
    const row = edits.rows[index + 1];
    if (at < 0 || row === undefined) return undefined;
    edited = edits.withCell(row, at, String(value));
  }
  return edited;
}

export function withCsvColumn(text: string, name: string): string {
  return csvEdits(text).withColumn(name);
}
