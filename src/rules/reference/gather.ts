/** Gathers the reference data that all rules share: the lists and tables of every file, and the watchlists. */
import type { Problem } from "../../lib/problem.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path, YamlFile } from "../../lib/yaml/parse-yaml.ts";
import type { Lists, Reference, WatchedStocks } from "../cel/reference.ts";
import { type DataFile, type DataFiles, isMap, type ReportAt, reportTo, wordLines } from "./data-file.ts";
import type { ReadTables } from "./file-tables.ts";

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
