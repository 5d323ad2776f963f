/** Lists whose words stand in a text file beside the rules: `words: { file: words.txt }`, one word a line. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path, YamlFile } from "../../lib/yaml/parse-yaml.ts";
import { type DataFile, type DataFiles, isMap, wordsIn } from "../files/data-files.ts";
import type { ReportAt } from "./report-at.ts";

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
  const words = known.get(file) ?? wordsIn(file.text);
  known.set(file, words);
  return words.length <= mostWords ? words : `a list has at most ${mostWords} words`;
}
