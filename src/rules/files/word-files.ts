/** Lists whose words stand in a text file beside the rules: `words: { file: words.txt }`, one word a line. */
import { createHash } from "node:crypto";
import { isAbsolute, join, normalize } from "node:path";
import type { Problem } from "../../lib/problem.ts";
import { asUnread, readSmallFile } from "../../lib/read-small-file.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { type Path, type Place, parseYaml, type YamlFile } from "../../lib/yaml/parse-yaml.ts";
import { hashOfTexts, mostBytes, type RuleText } from "./read-rule-files.ts";

type WordFile = { ok: true; words: readonly string[] } | { ok: false; message: string };

/** By the name that the rule files give. */
export type WordFiles = ReadonlyMap<string, WordFile>;

const mostWords = 100_000;

/** All that rules are made from. */
export interface RuleFiles {
  readonly texts: readonly RuleText[];
  readonly words: WordFiles;
  /** Hash of all names and contents, with the names of files that could not be read. */
  readonly hash: string;
}

/** Names of the files of words that the rules name, each once. */
export function wordFilesIn(texts: readonly RuleText[]): string[] {
  return [...new Set(texts.flatMap(namedFiles))].sort();
}

/** Reads files of words. Never throws. */
export async function readWordFiles(folder: string, names: readonly string[]): Promise<WordFiles> {
  const files = new Map<string, WordFile>();
  // One after the other, as the rule files.
  for (const name of names) files.set(name, await readWords(folder, name));
  return files;
}

/** The hash of the rule files with that of the words they name. */
export function hashWithWords(hash: string, files: WordFiles): string {
  if (files.size === 0) return hash;
  return createHash("sha256")
    .update(hash)
    .update(JSON.stringify([...files]))
    .digest("hex");
}

/** The hash that files of these contents have. */
export function hashOf(texts: readonly RuleText[], words: WordFiles): string {
  return hashWithWords(hashOfTexts(texts), words);
}

/** The file that the entry of a list names. */
function fileOfList(list: unknown): unknown {
  return isMap(list) ? list.file : undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namedFiles({ file, text }: RuleText): string[] {
  // Parsing takes a while, and few files of rules have such a list.
  if (![/\blists["']?\s*:/, /\bfile["']?\s*:/].every((key) => key.test(text))) return [];
  const { value } = parseYaml(text, file);
  const lists = isMap(value) && isMap(value.lists) ? Object.values(value.lists) : [];
  return lists.map(fileOfList).filter((name) => typeof name === "string");
}

async function readWords(folder: string, name: string): Promise<WordFile> {
  if (!isInside(name)) return { ok: false, message: "the file must stand in the folder of the rules" };
  try {
    return parseWords(await readSmallFile(join(folder, name), mostBytes));
  } catch (error) {
    return { ok: false, message: `\`${name}\`: ${asUnread(error).message}` };
  }
}

function isInside(name: string): boolean {
  return !isAbsolute(name) && !/^\.\.([\\/]|$)/.test(normalize(name));
}

/** One word a line, without the blanks around it. A line that begins with `#` is a comment. */
function parseWords(bytes: Uint8Array): WordFile {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, message: "the file is not UTF-8" };
  }
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const words = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (words.length <= mostWords) return { ok: true, words };
  return { ok: false, message: `a list has at most ${mostWords} words` };
}

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
    return [name, isMap(list) ? wordsOfList(list, { path: ["lists", name], yaml, files, report }) : list];
  });
  return { ...value, lists: Object.fromEntries(lists) };
}

interface ListContext {
  readonly path: Path;
  readonly yaml: YamlFile;
  readonly files: WordFiles;
  report(place: Place, message: string, suggestion?: string): void;
}

function wordsOfList(
  list: Readonly<Record<string, unknown>>,
  { path, yaml, files, report }: ListContext,
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
