/**
 * Recognises a slip that looks like an edit: a file that had rules and has none, a folder whose files are all gone.
 * An editor may have failed to save, a disk may be full, a mount may be away.
 */
import type { Problem } from "../../lib/problem.ts";
import { inTurns } from "../../lib/turns.ts";
import type { CompiledRules } from "../rule-set.ts";
import { hashOf, type RuleFiles, wordsIn } from "./data-files.ts";
import { compiling, type LoadedRules, type RuleOptions } from "./load-rules.ts";
import { wholeFolder } from "./read-rule-files.ts";

/** A file that turned empty, or `.` for the whole folder. */
export interface Emptied {
  readonly file: string;
  /** Names of the rules that would go with it; none where it held words, a table or a watchlist. */
  readonly rules: readonly string[];
}

/** Rules that are active, with the files that they were made from. */
export interface GoodRules {
  readonly rules: CompiledRules;
  readonly read: RuleFiles;
}

/** Files that turned empty since the last good rules. Rules that moved to another file are not missed. */
export function emptiedSince({ rules: before, read }: GoodRules, now: LoadedRules): Emptied[] {
  if (before.rules.length > 0 && isWithoutFiles(now)) return [{ file: wholeFolder, rules: before.names }];
  if (!now.ok) return [];
  // Rules that are turned off are there: somebody meant it.
  const names = new Set(now.rules.all.map(({ name }) => name));
  const filled = new Set(now.rules.all.map(({ file }) => file));
  const files = now.read.texts.flatMap(({ file }) => {
    if (filled.has(file)) return [];
    const had = before.rules.filter((rule) => rule.file === file).map(({ name }) => name);
    const rules = had.filter((name) => !names.has(name));
    return rules.length > 0 ? [{ file, rules }] : [];
  });
  const data = [...now.read.data.keys()].filter((file) => linesIn(now.read, file) === 0);
  const emptied = data.filter((file) => (linesIn(read, file) ?? 0) > 0);
  return [...files, ...emptied.map((file) => ({ file, rules: [] }))];
}

function isWithoutFiles(now: LoadedRules): boolean {
  return now.read.texts.length === 0 && (now.ok || now.isAway);
}

/** Lines that say something; of a table those under its heading. */
function linesIn({ data }: RuleFiles, file: string): number | undefined {
  const found = data.get(file);
  if (!found?.ok) return undefined;
  const lines = wordsIn(found.text).length;
  return /\.csv$/i.test(file) ? Math.max(0, lines - 1) : lines;
}

/** The rules of now with the emptied files as they were; those from before where the two do not go together. */
export async function withEmptied(
  before: GoodRules,
  now: LoadedRules,
  emptied: readonly Emptied[],
  options: RuleOptions,
): Promise<Extract<LoadedRules, { ok: true }>> {
  const dataFiles = now.dataFiles;
  const { rules, read } = before;
  const asBefore = { ok: true as const, rules, read, warnings: [], dataFiles, isAway: false };
  const files = new Set(emptied.map(({ file }) => file));
  if (files.has(wholeFolder)) return asBefore;
  const textBefore = new Map(before.read.texts.map(({ file, text }) => [file, text]));
  const texts = now.read.texts.map(({ file, text }) => ({
    file,
    text: files.has(file) ? (textBefore.get(file) ?? text) : text,
  }));
  const dataNow = [...now.read.data].filter(([file]) => !files.has(file));
  const data = new Map([...before.read.data, ...dataNow]);
  const merged = await inTurns(compiling(texts, { ...options, data, hash: hashOf(texts, data) }));
  return merged.ok ? { ...merged, dataFiles } : asBefore;
}

const mostNamed = 20;

/** @param stay how long the rules stay, in words */
export function emptiedProblems(emptied: readonly Emptied[], stay: string): Problem[] {
  return emptied.map(({ file, rules }) => {
    const what = file === wholeFolder ? "the folder has no rule files any more" : "the file is empty now";
    const names = rules.slice(0, mostNamed).join(", ");
    const more = rules.length > mostNamed ? ` and ${rules.length - mostNamed} more` : "";
    const whose = rules.length === 0 ? "the entries that it had" : `its rules (${names}${more})`;
    return { file, line: 1, column: 1, message: `${what}; ${whose} ${stay}` };
  });
}
