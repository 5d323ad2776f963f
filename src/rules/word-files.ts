/** Lists whose words stand in a text file beside the rules: `words: { file: words.txt }`, one word a line. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join, normalize } from "node:path";
import { parseYaml } from "../lib/yaml/parse-yaml.ts";
import type { RuleText } from "./read-rule-files.ts";

type WordFile = { ok: true; words: readonly string[] } | { ok: false; message: string };

/** By the name that the rule files give. */
export type WordFiles = ReadonlyMap<string, WordFile>;

const largest = { bytes: 4_000_000, words: 100_000 };

/** Reads every file of words that the rules name. Never throws. */
export async function readWordFiles(folder: string, texts: readonly RuleText[]): Promise<WordFiles> {
  const names = [...new Set(texts.flatMap(namedFiles))].sort();
  const files = await Promise.all(names.map(async (name) => [name, await readWords(folder, name)] as const));
  return new Map(files);
}

/** The hash of the rule files with that of the words they name. */
export function hashWithWords(hash: string, files: WordFiles): string {
  if (files.size === 0) return hash;
  return createHash("sha256")
    .update(hash)
    .update(JSON.stringify([...files]))
    .digest("hex");
}

/** The file that the entry of a list names. */
function fileOfList(list: unknown): unknown {
  return isMap(list) ? list.file : undefined;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namedFiles({ file, text }: RuleText): string[] {
  if (!/\bfile["']?\s*:/.test(text)) return [];
  const { value } = parseYaml(text, file);
  const lists = isMap(value) && isMap(value.lists) ? Object.values(value.lists) : [];
  return lists.map(fileOfList).filter((name) => typeof name === "string");
}

async function readWords(folder: string, name: string): Promise<WordFile> {
  if (!isInside(name)) return { ok: false, message: "the file must stand in the folder of the rules" };
  try {
    const path = join(folder, name);
    const facts = await stat(path);
    if (!facts.isFile()) return { ok: false, message: `\`${name}\` is no file` };
    if (facts.size > largest.bytes)
      return { ok: false, message: `the file is longer than ${largest.bytes} bytes` };
    return parseWords(await readFile(path));
  } catch {
    return { ok: false, message: `the file \`${name}\` cannot be read` };
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
  if (words.length <= largest.words) return { ok: true, words };
  return { ok: false, message: `a list has at most ${largest.words} words` };
}
