/** Reads the rule files of a folder and the files that they and the settings name, with their hash. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { isAbsolute, join, normalize } from "node:path";
import type { Problem } from "../../lib/problem.ts";
import { asUnread, inTime, readSmallFile, unansweredFiles } from "../../lib/read-small-file.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import type { WrittenWatchlists } from "../../model/watchlists.ts";
import { type DataFile, type DataFiles, fileNamed, isMap } from "../reference/data-file.ts";

export interface RuleText {
  /** Name inside the folder. */
  readonly file: string;
  readonly text: string;
}

export interface ReadTexts {
  /** By name. */
  readonly texts: readonly RuleText[];
  /** Hash of the names and contents. */
  readonly hash: string;
  readonly problems: readonly Problem[];
  /** There is no such folder. */
  readonly isAway: boolean;
}

/** Stands for the folder itself where a problem is of no file in it. */
export const wholeFolder = ".";

const noFolder: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder of rules",
  ENOTDIR: "this is no folder of rules",
};

/** Whether a file of the rules folder is read; editors' temporary and hidden files are not. */
export function isRuleFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !name.startsWith(".");
}

/** Most bytes of a file; one of more than a million characters is refused with a place. */
export const mostBytes = 4_000_000;
const mostFiles = 1_000;

/**
 * Reads the files one after the other, so that a mount that hangs takes one thread and no more. The rest of the
 * folder is left unread then: it is on the same mount.
 */
export async function readRuleFiles(folder: string): Promise<ReadTexts> {
  const problems: Problem[] = [];
  const unread = (file: string, message: string): void =>
    void problems.push({ file, line: 1, column: 1, message });
  let isAway = false;
  const names = await inTime(readdir(folder)).catch((error: unknown) => {
    const { code, message } = asUnread(error);
    isAway = noFolder[code ?? ""] !== undefined;
    const words = code === undefined ? message : `the folder of rules cannot be read (${code})`;
    unread(wholeFolder, noFolder[code ?? ""] ?? words);
    return [];
  });
  const files = names.filter(isRuleFile).sort();
  if (files.length > mostFiles) {
    unread(wholeFolder, `the folder has ${files.length} rule files; ${mostFiles} are read at most`);
    files.length = 0;
  }
  const texts: RuleText[] = [];
  const unseen: string[] = [];
  for (const file of files) {
    try {
      const text = (await readSmallFile(join(folder, file), mostBytes)).toString("utf8");
      texts.push({ file, text });
    } catch (error) {
      unseen.push(file);
      unread(file, asUnread(error).message);
      if (unansweredFiles() > 0) break;
    }
  }
  return { texts, hash: hashOfTexts(texts, unseen), problems, isAway };
}

/** @param unread files that could not be read */
function hashOfTexts(texts: readonly RuleText[], unread: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const { file, text } of texts) hash.update(`${file}\0${text}\0`);
  for (const file of unread) hash.update(`${file}\0`);
  return hash.digest("hex");
}

/** Which keys of a rule file hold secrets. None of a rule does; lists and labels have names such as keywords, authors. */
const secrets =
  /^(.*[-_.])?(api[-_]?key|access[-_]?key|tokens?|smtp|pass(word|wd|wort)?|pwd?|secrets?|auth(orization)?|credentials?|login|bearer)$/i;

export function isSecretInRules(key: string): boolean {
  return secrets.test(key.replace(/([a-z])([A-Z])/g, "$1_$2"));
}

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
