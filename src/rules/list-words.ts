import type { Problem } from "../lib/problem.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import type { Path, Place, YamlFile } from "../lib/yaml/parse-yaml.ts";
import { isMap, type WordFiles } from "./word-files.ts";

/**
 * The value of a rule file with the words of files in the place of their names. Mistakes go to `problems`, and leave an
 * empty list.
 */
export function withWords(yaml: YamlFile, files: WordFiles, problems: Problem[]): unknown {
  const { value } = yaml;
  if (!isMap(value) || !isMap(value.lists)) return value;
  const lists = Object.entries(value.lists).map(([name, list]) => {
    const report = (place: Place, message: string, suggestion?: string): void => {
      problems.push({
        file: yaml.file,
        ...place,
        message,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    };
    return [name, isMap(list) ? wordsOf(list, { path: ["lists", name], yaml, files, report }) : list];
  });
  return { ...value, lists: Object.fromEntries(lists) };
}

interface Context {
  readonly path: Path;
  readonly yaml: YamlFile;
  readonly files: WordFiles;
  report(place: Place, message: string, suggestion?: string): void;
}

function wordsOf(
  list: Readonly<Record<string, unknown>>,
  { path, yaml, files, report }: Context,
): readonly string[] {
  const unknown = Object.keys(list).filter((key) => key !== "file");
  for (const key of unknown) {
    report(yaml.atKey([...path, key]), `unknown key \`${key}\``, didYouMean(key, ["file"]));
  }
  const { file } = list;
  const place = yaml.at([...path, "file"]);
  if (typeof file === "string") {
    const found = files.get(file) ?? { ok: false, message: `the file \`${file}\` cannot be read` };
    if (found.ok) return found.words;
    report(place, found.message);
  } else if (file !== undefined) report(place, "this must be text");
  else if (unknown.length === 0) report(yaml.at(path), "`file` is missing");
  return [];
}
