import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../lib/problem.ts";

export interface RuleText {
  /** Name inside the folder. */
  readonly file: string;
  readonly text: string;
}

export interface RuleTexts {
  /** By name. */
  readonly texts: readonly RuleText[];
  /** Of the names and contents. */
  readonly hash: string;
  readonly problems: readonly Problem[];
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

export async function readRuleFiles(folder: string): Promise<RuleTexts> {
  const problems: Problem[] = [];
  const unread = (file: string, message: string): void =>
    void problems.push({ file, line: 1, column: 1, message });
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    unread(wholeFolder, noFolder[error.code ?? ""] ?? "the folder of rules cannot be read");
    return [];
  });
  const texts: RuleText[] = [];
  const hash = createHash("sha256");
  for (const file of names.filter(isRuleFile).sort()) {
    try {
      const text = await readFile(join(folder, file), "utf8");
      texts.push({ file, text });
      hash.update(`${file}\0${text}\0`);
    } catch {
      hash.update(`${file}\0`);
      unread(file, "the file cannot be read");
    }
  }
  return { texts, hash: hash.digest("hex"), problems };
}
