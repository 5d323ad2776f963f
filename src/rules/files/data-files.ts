/**
 * Files that rule files and the settings name: words, one a line, and tables and watchlists as CSV. They are read, kept
 * and looked at for edits together with the rules.
 */
import { createHash } from "node:crypto";
import { isAbsolute, join, normalize } from "node:path";
import { asUnread, readSmallFile } from "../../lib/read-small-file.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import type { WrittenWatchlists } from "../../model/watchlists.ts";
import { hashOfTexts, mostBytes, type RuleText } from "./read-rule-files.ts";

export type DataFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** By the name that a rule file gives; a watchlist's by its path from the folder of the rules. */
export type DataFiles = ReadonlyMap<string, DataFile>;

/** All that rules are made from. */
export interface RuleFiles {
  readonly texts: readonly RuleText[];
  readonly data: DataFiles;
  /** Hash of all names and contents, with the names of files that could not be read. */
  readonly hash: string;
}

/** Names of the files that rule files name, each once. */
export function dataFilesIn(texts: readonly RuleText[]): string[] {
  return [...new Set(texts.flatMap(namedFiles))].sort();
}

/** Reads the files that the rule files and the watchlists of the settings name. Never throws. */
export async function readDataFiles(
  folder: string,
  names: readonly string[],
  watchlists: WrittenWatchlists = {},
): Promise<DataFiles> {
  const files = new Map<string, DataFile>();
  const ofSettings = Object.values(watchlists).flatMap((list) => ("file" in list ? [list.file] : []));
  // One after the other, as the rule files.
  for (const name of ofSettings) files.set(name, await readData(folder, name));
  for (const name of names)
    if (!files.has(name)) files.set(name, isInside(name) ? await readData(folder, name) : outside);
  return files;
}

const outside: DataFile = { ok: false, message: "the file must be in the folder of the rules" };

/** The hash of the rule files with that of the files they name. */
export function hashWithData(hash: string, files: DataFiles): string {
  if (files.size === 0) return hash;
  return createHash("sha256")
    .update(hash)
    .update(JSON.stringify([...files]))
    .digest("hex");
}

/** The hash that files of these contents have. */
export function hashOf(texts: readonly RuleText[], data: DataFiles): string {
  return hashWithData(hashOfTexts(texts), data);
}

/** The file that the entry of a list or table names. */
export function fileNamed(entry: unknown): unknown {
  return isMap(entry) ? entry.file : undefined;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namedFiles({ file, text }: RuleText): string[] {
  // Parsing takes a while, and few files of rules have such a list.
  if (![/\b(lists|tables)["']?\s*:/, /\bfile["']?\s*:/].every((key) => key.test(text))) return [];
  const { value } = parseYaml(text, file);
  const { lists, tables } = isMap(value) ? value : {};
  const entries = [lists, tables].flatMap((part) => (isMap(part) ? Object.values(part) : []));
  return entries.map(fileNamed).filter((name) => typeof name === "string");
}

async function readData(folder: string, name: string): Promise<DataFile> {
  try {
    const bytes = await readSmallFile(join(folder, name), mostBytes);
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, message: "the file is not UTF-8" };
    return { ok: false, message: `\`${name}\`: ${asUnread(error).message}` };
  }
}

function isInside(name: string): boolean {
  return !isAbsolute(name) && !/^\.\.([\\/]|$)/.test(normalize(name));
}

/** Words of a file, one a line, without the blanks around them. A line that begins with `#` is a comment. */
export function wordsIn(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
