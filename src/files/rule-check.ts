/**
 * Checks edited rules in a thread of their own, so that a file that is large or made to take long holds no poll up. Only
 * what is good is then compiled where the monitor runs.
 */
import type { Config } from "../config/config.ts";
import type { Problem } from "../lib/problem.ts";
import { createWorker, hasWorker, Unanswered, type WorkerAnswers } from "../lib/worker.ts";
import { compileRuleTexts } from "../rules/files/compile-files.ts";
import type { RuleCheck } from "../rules/files/load-rules.ts";
import { dataFilesIn, type RuleText, wholeFolder } from "../rules/files/read-rule-files.ts";
import type { DataFiles } from "../rules/reference/data-file.ts";
import { ruleOptions } from "./check-files.ts";

interface CheckAsked {
  readonly config: Config;
  readonly texts: readonly RuleText[];
  readonly problems: readonly Problem[];
}

/** What is wrong, once every file of data that the rules need is there; until then which these are. */
interface RulesChecked {
  readonly dataFiles: readonly string[];
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

/** Thousands of rules take a few seconds. */
const limits = { ms: 30_000, maxOldGenerationSizeMb: 512 };

/** Fewer characters are compiled sooner than a thread is started, and hold nothing up. */
const fewest = { ofFile: 20_000, ofAll: 60_000 };

const program = "rule-check-thread";

/** Undefined where the program has no such thread, as from its sources: rules are then checked by compiling them. */
export function ruleCheck(config: Config): RuleCheck | undefined {
  if (!hasWorker(program)) return undefined;
  return async (texts, problems, readData) => {
    const lengths = texts.map(({ text }) => text.length);
    const isShort = lengths.every((length) => length < fewest.ofFile);
    if (isShort && lengths.reduce((sum, length) => sum + length, 0) < fewest.ofAll) return undefined;
    const worker = createWorker({
      ...{ program, answers: checkAnswers, given: { config, texts, problems }, limits },
    });
    let data: DataFiles = new Map();
    try {
      const { dataFiles } = await worker.ask(undefined, unheard);
      data = await readData(dataFiles);
      const { problems, warnings } = await worker.ask(data, unheard);
      return { data, problems, warnings };
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      return { data, problems: [unread(error)], warnings: [] };
    } finally {
      void worker.stop();
    }
  };
}

const unheard = { progress: () => {} };

function unread({ reason, message }: Unanswered): Problem {
  const why = reason === "late" ? "the rules take too long to read" : `the rules cannot be read: ${message}`;
  return { file: wholeFolder, line: 1, column: 1, message: why };
}

/** Asked first without the files of data, then with those that it named. */
export const checkAnswers: WorkerAnswers<CheckAsked, DataFiles | undefined, RulesChecked, []> =
  ({ config, texts, problems }) =>
  async (data) => {
    if (data === undefined) return { dataFiles: dataFilesIn(texts), problems: [], warnings: [] };
    const loaded = compileRuleTexts(texts, { ...ruleOptions(config), hash: "", data, problems });
    return { dataFiles: [], problems: loaded.ok ? [] : loaded.problems, warnings: loaded.warnings };
  };
