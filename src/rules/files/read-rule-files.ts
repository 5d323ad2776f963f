/** Reads the rule files of a folder, with their hash, and says which names in them are secret. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../../lib/problem.ts";
import { asUnread, inTime, readSmallFile, unansweredFiles } from "../../lib/read-small-file.ts";

export interface RuleText {
  /** Name inside the folder. */
  readonly file: string;
  readonly text: string;
}

export interface RuleTexts {
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
export async function readRuleFiles(folder: string): Promise<RuleTexts> {
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
export function hashOfTexts(texts: readonly RuleText[], unread: readonly string[] = []): string {
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
