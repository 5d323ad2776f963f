/**
 * Gathers the reference data that all rules share: the lists and tables of every file, and the watchlists. A table is
 * written out in a rule file, or stands in a CSV file beside it.
 */

import { type Cell, isColumnName, type Kind, readCsvTable } from "../../lib/csv-table.ts";
import type { Problem } from "../../lib/problem.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path, YamlFile } from "../../lib/yaml/parse-yaml.ts";
import type { Lists, Reference, ReferenceRow, ReferenceTable, WatchedStocks } from "../cel/reference.ts";
import {
  type DataFile,
  type DataFiles,
  fileNamed,
  isMap,
  type ReportAt,
  reportTo,
  wordLines,
} from "./data-file.ts";

/** The reference data of a file. */
export interface ReferenceFile {
  readonly yaml: YamlFile;
  readonly lists: Lists;
  readonly tables: ReadTables;
}

export interface Gathered {
  readonly reference: Reference;
  /** Files that name a list, by the list's name. */
  readonly listFiles: ReadonlyMap<string, YamlFile>;
}

/** A name stands for one thing, whichever file says it: a second list or table of a name is a mistake. */
export function gatherReference(
  files: readonly ReferenceFile[],
  watched: WatchedStocks | "unknown",
  problems: Problem[],
): Gathered {
  const lists = byName(files, "lists", ({ lists }) => Object.entries(lists), problems);
  const tables = byName(files, "tables", ({ tables }) => tables, problems);
  const listFiles = new Map([...lists].map(([name, { yaml }]) => [name, yaml]));
  return {
    reference: { lists: valuesOf(lists), tables: valuesOf(tables), watched },
    listFiles,
  };
}

interface Named<Value> {
  readonly value: Value;
  readonly yaml: YamlFile;
}

function byName<Value>(
  files: readonly ReferenceFile[],
  key: "lists" | "tables",
  entriesOf: (file: ReferenceFile) => Iterable<readonly [string, Value]>,
  problems: Problem[],
): Map<string, Named<Value>> {
  const found = new Map<string, Named<Value>>();
  for (const file of files) {
    const { yaml } = file;
    for (const [name, value] of entriesOf(file)) {
      const before = found.get(name);
      if (before === undefined) found.set(name, { value, yaml });
      else {
        const place = `${before.yaml.file}:${before.yaml.atKey([key, name]).line}`;
        const message = `there is another ${key === "lists" ? "list" : "table"} \`${name}\` at ${place}`;
        reportTo(problems, yaml.file)(
          yaml.atKey([key, name]),
          message,
          "all files see it: leave this one out, or give it another name",
        );
      }
    }
  }
  return found;
}

function valuesOf<Value>(named: ReadonlyMap<string, Named<Value>>): Record<string, Value> {
  return Object.fromEntries([...named].map(([name, { value }]) => [name, value]));
}

const mostWords = 100_000;

/**
 * The value of a rule file with the words of files in the place of their names. Mistakes are reported, and leave an
 * empty list.
 */
export function withWords(yaml: YamlFile, files: DataFiles, report: ReportAt): unknown {
  const { value } = yaml;
  if (!isMap(value) || !isMap(value.lists)) return value;
  const lists = Object.entries(value.lists).map(([name, list]) => [
    name,
    isMap(list) ? wordsOfList(list, { path: ["lists", name], yaml, files, report }) : list,
  ]);
  return { ...value, lists: Object.fromEntries(lists) };
}

interface ListContext {
  readonly path: Path;
  readonly yaml: YamlFile;
  readonly files: DataFiles;
  readonly report: ReportAt;
}

function wordsOfList(
  list: Readonly<Record<string, unknown>>,
  { path, yaml, files, report }: ListContext,
): readonly string[] {
  const unknown = Object.keys(list).filter((key) => key !== "file");
  for (const key of unknown)
    report(yaml.atKey([...path, key]), `unknown key \`${key}\``, didYouMean(key, ["file"]));
  const { file } = list;
  const place = yaml.at([...path, "file"]);
  if (typeof file === "string") {
    const found = wordsOf(files.get(file) ?? { ok: false, message: `the file \`${file}\` cannot be read` });
    if (typeof found !== "string") return found;
    report(place, found);
  } else if (file !== undefined) report(place, "this must be text");
  else if (unknown.length === 0) report(yaml.at(path), "`file` is missing");
  return [];
}

const known = new WeakMap<DataFile, readonly string[]>();

/** The words, the same array however many lists name the file; or what is wrong. */
function wordsOf(file: DataFile): readonly string[] | string {
  if (!file.ok) return file.message;
  const words = known.get(file) ?? wordLines(file.text);
  known.set(file, words);
  return words.length <= mostWords ? words : `a list has at most ${mostWords} words`;
}

const mostRows = 100_000;

interface TableContext {
  readonly path: Path;
  readonly yaml: YamlFile;
  readonly files: DataFiles;
  readonly problems: Problem[];
  readonly report: ReportAt;
}

/** Tables by name; undefined for one with a mistake, of which nothing is known then. */
export type ReadTables = ReadonlyMap<string, ReferenceTable | undefined>;

export function readTables(yaml: YamlFile, files: DataFiles, problems: Problem[]): ReadTables {
  const report = reportTo(problems, yaml.file);
  const tables = new Map<string, ReferenceTable | undefined>();
  const written = isMap(yaml.value) ? yaml.value.tables : undefined;
  if (written === undefined || written === null) return tables;
  if (!isMap(written)) {
    report(yaml.at(["tables"]), "this must be a map of keys and values");
    return tables;
  }
  for (const [name, entry] of Object.entries(written)) {
    const path = ["tables", name];
    const context = { path, yaml, files, problems, report };
    if (!isColumnName(name)) report(yaml.atKey(path), "a table's name has letters, digits and _");
    else if (!isMap(entry)) {
      report(yaml.at(path), "a table is { file: table.csv, key: code }, or a map of keys to columns");
      tables.set(name, undefined);
    } else {
      const isFile = typeof fileNamed(entry) === "string";
      tables.set(name, isFile ? fromFile(entry, context) : writtenOut(entry, context));
    }
  }
  return tables;
}

const fileKeys = ["file", "key", "texts"];

function fromFile(
  entry: Readonly<Record<string, unknown>>,
  context: TableContext,
): ReferenceTable | undefined {
  const { path, yaml, files, problems, report } = context;
  const before = problems.length;
  for (const key of Object.keys(entry))
    if (!fileKeys.includes(key))
      report(yaml.atKey([...path, key]), `unknown key \`${key}\``, didYouMean(key, fileKeys));
  const { file: name, key, texts = [] } = entry;
  if (key === undefined) report(yaml.at(path), "`key` is missing: the column that rows are found by");
  else if (typeof key !== "string") report(yaml.at([...path, "key"]), "this must be text");
  if (!Array.isArray(texts) || texts.some((column) => typeof column !== "string"))
    report(yaml.at([...path, "texts"]), "`texts` is a list of columns");
  const file = files.get(String(name)) ?? { ok: false, message: `the file \`${name}\` cannot be read` };
  if (!file.ok) report(yaml.at([...path, "file"]), file.message);
  if (problems.length > before || !file.ok) return undefined;
  return tableOf(file, { name: String(name), key: String(key), texts: texts as string[] }, problems);
}

interface TableFile {
  readonly name: string;
  readonly key: string;
  readonly texts: readonly string[];
}

function tableOf(
  { text }: Extract<DataFile, { ok: true }>,
  { name, key, texts }: TableFile,
  problems: Problem[],
): ReferenceTable | undefined {
  const kinds = new Map<string, Kind>([key, ...texts].map((column) => [column, "text"]));
  const { columns, rows, mistakes } = readCsvTable(text, { needs: [key], kinds, mostRows });
  const found = new Map<string, ReferenceRow>();
  for (const row of rows) {
    const value = row.cells[key];
    if (value === undefined) row.refuse(key, `\`${key}\` is empty: no row is found by it`);
    else if (found.has(String(value))) row.refuse(key, `there is another row of \`${value}\``);
    else found.set(String(value), row.cells);
  }
  for (const { suggestion, ...mistake } of mistakes)
    problems.push({ file: name, ...mistake, ...(suggestion === undefined ? {} : { suggestion }) });
  return mistakes.length === 0 ? { columns, rows: found } : undefined;
}

function writtenOut(
  entry: Readonly<Record<string, unknown>>,
  context: TableContext,
): ReferenceTable | undefined {
  const { path, yaml, problems, report } = context;
  const before = problems.length;
  const columns = new Map<string, Kind | undefined>();
  const rows = new Map<string, ReferenceRow>();
  for (const [key, row] of Object.entries(entry)) {
    const at = [...path, key];
    if (rows.size >= mostRows) {
      report(yaml.atKey(at), `a table has at most ${mostRows} rows`);
      break;
    }
    if (!isMap(row)) report(yaml.at(at), "a row is a map of columns, such as { name: Banks }");
    else rows.set(key, rowOf(row, columns, at, context));
  }
  return problems.length === before ? { columns, rows } : undefined;
}

function rowOf(
  row: Readonly<Record<string, unknown>>,
  columns: Map<string, Kind | undefined>,
  at: Path,
  { yaml, report }: TableContext,
): ReferenceRow {
  const cells: Record<string, Cell> = {};
  for (const [column, value] of Object.entries(row)) {
    const place = [...at, column];
    if (!isColumnName(column)) report(yaml.atKey(place), "a column's name has letters, digits and _");
    else if (value === null) columns.set(column, columns.get(column));
    else if (typeof value !== "string" && typeof value !== "number")
      report(yaml.at(place), "this must be a number or a text");
    else {
      const kind = typeof value === "number" ? "number" : "text";
      const known = columns.get(column) ?? kind;
      columns.set(column, known);
      if (known !== kind)
        report(yaml.at(place), `\`${column}\` is a ${known} in other rows, and a ${kind} here`);
      cells[column] = value;
    }
  }
  return cells;
}
