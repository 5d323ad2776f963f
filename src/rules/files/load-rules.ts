/** Loads rule files: reads, checks, compiles and lints them, with every mistake at its place. */
import type { Problem } from "../../lib/problem.ts";
import { inTurns } from "../../lib/turns.ts";
import type { DataFiles } from "../reference/data-file.ts";
import { compiling, type LoadedRules, type RulesBefore } from "./compile-files.ts";
import {
  dataFilesIn,
  hashWithData,
  type RuleText,
  readDataFiles,
  readRuleFiles,
  wholeFolder,
} from "./read-rule-files.ts";

/** Finds what is wrong with rules without making any of them active; undefined: compiling them is as good. */
export type RuleCheck = (
  texts: readonly RuleText[],
  problems: readonly Problem[],
  readData: (names: readonly string[]) => Promise<DataFiles>,
) => Promise<CheckedFiles | undefined>;

interface CheckedFiles {
  readonly data: DataFiles;
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

/**
 * Reads, checks and compiles all rule files of a folder. Never throws; problems come all at once.
 * @param check finds them elsewhere; left out: compiling does
 */
export async function loadRules(
  folder: string,
  options: RulesBefore,
  check?: RuleCheck,
): Promise<LoadedRules> {
  const { texts, problems, hash: hashOfRules, isAway } = await readRuleFiles(folder);
  const readData = (names: readonly string[]) => readDataFiles(folder, names, options.watchlists);
  const found = await check?.(texts, problems, readData);
  const data = found?.data ?? (await readData(dataFilesIn(texts)));
  const hash = hashWithData(hashOfRules, data);
  const read = { texts, data, hash };
  if (found !== undefined && found.problems.length > 0) {
    const { problems, warnings } = found;
    const files = texts.map(({ file }) => file);
    return { ok: false, problems, warnings, files, read, isAway, dataFiles: [...data.keys()] };
  }
  const { before } = options;
  if (before?.hash === hash)
    return { ok: true, rules: before, warnings: [], read, isAway, dataFiles: [...data.keys()] };
  // Beside polls and readers: each rule is compiled and linted in a turn of its own.
  const loaded = await inTurns(compiling(texts, { ...options, hash, problems, data, isAway }));
  if (texts.length > 0 || problems.length > 0) return loaded;
  return { ...loaded, warnings: [noRuleFiles] };
}

const noRuleFiles: Problem = {
  ...{ file: wholeFolder, line: 1, column: 1, severity: "warning" },
  message: "there are no rules: no file of this folder ends in .yaml or .yml",
};
