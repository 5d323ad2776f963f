/** `yagura watchlist import`: a list that a broker lets one download, or that was copied from anywhere, onto a watchlist. */
import { existsSync } from "node:fs";
import { keptNames } from "../../app/company-names.ts";
import type { Config } from "../../config/config.ts";
import { requireConfig } from "../../files/check-files.ts";
import { mostListBytes } from "../../files/watchlists/list-text.ts";
import { type PlannedImport, planImport } from "../../files/watchlists/plan-import.ts";
import { editList } from "../../files/watchlists/written-list.ts";
import { Refused } from "../../lib/problem.ts";
import { asUnread, readSmallFile } from "../../lib/read-small-file.ts";
import { replaceFile } from "../../lib/replace-file.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { importRemarks, importSections } from "../../model/imported.ts";
import { type CompanyName, callerLanguage, type Language } from "../../model/language.ts";
import { fromDatabase } from "../monitor-calls.ts";
import { openQuestions } from "../questions.ts";
import { printAnswer, type Terminal } from "../terminal.ts";

interface ImportOptions {
  readonly config: string;
  readonly to?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function importWatchlist(file: string, options: ImportOptions): Promise<void> {
  const config = requireConfig(options.config, process.env);
  const bytes = file === "-" ? await readStdin() : await readFile(file);
  const asked = { list: listNamed(config, options.to), bytes, issues: knownIssues(config) };
  const planned = await planImport(config, asked).catch((error: unknown) => {
    throw error instanceof Refused ? inFile(error, file) : error;
  });
  const language = callerLanguage(process.env);
  const isAsked = options.yes !== true && options.json !== true && file !== "-";
  const questions = isAsked ? openQuestions() : undefined;
  const show = (written: boolean) =>
    printAnswer({ ...planned.plan, written }, options.json, (terminal) =>
      shownPlan(planned, terminal, language),
    );
  if (planned.steps.length === 0) return show(false);
  if (questions !== undefined) {
    show(false);
    if (!(await questions.isWanted(words.question[language]))) return printWords(words.left[language]);
  } else if (options.yes !== true) {
    show(false);
    throw new Refused("nothing was written: say --yes to have it written");
  }
  const isInSettings = await applyPlan(config, planned);
  if (questions === undefined) show(true);
  if (options.json !== true) printWords((isInSettings ? words.inSettings : words.inFile)[language]);
}

const words = {
  question: { en: "Write this? [y/N] ", ja: "書き込みますか。[y/N] " },
  left: { en: "nothing was written", ja: "何も書き込みませんでした" },
  inFile: {
    en: "written: a running monitor has it within a second",
    ja: "書き込みました。動いているモニターには1秒以内に反映されます",
  },
  inSettings: {
    en: "written into the settings: a running monitor has it after a restart, a service also after a reload",
    ja: "設定ファイルに書き込みました。動いているモニターには再起動（サービスなら読み直しでも）で反映されます",
  },
};

function printWords(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function readFile(file: string): Promise<Buffer> {
  try {
    return await readSmallFile(file, mostListBytes);
  } catch (error) {
    throw new Refused(`${file}: ${asUnread(error).message}`);
  }
}

async function readStdin(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    // What is too long is refused with its reason by whoever reads the text.
    if (bytes > mostListBytes) break;
  }
  return Buffer.concat(parts);
}

/** The list that is meant: the one that is called mine, or the only one, where none is named. */
function listNamed({ watchlists }: Config, named: string | undefined): string {
  if (named !== undefined) return named;
  const names = Object.keys(watchlists);
  if (names.includes("mine")) return "mine";
  const [only, second] = names;
  if (only === undefined) throw new Refused("the settings have no watchlist to import into");
  if (second !== undefined) throw new Refused(`say which list: --to ${names.join(", ")}`);
  return only;
}

/** The list of issues that the monitor kept; empty where it has none that can be read. */
function knownIssues(config: Config): ReadonlyMap<string, CompanyName> {
  try {
    return existsSync(config.state) ? fromDatabase(config, ({ meta }) => keptNames(config, meta)) : new Map();
  } catch (error) {
    if (error instanceof Refused) return new Map();
    throw error;
  }
}

function inFile({ message, problems }: Refused, file: string): Refused {
  return new Refused(
    message,
    problems.map((problem) => ({ ...problem, file })),
  );
}

/** Writes what was planned; says whether the settings were written. Rejects with Refused where that cannot be. */
async function applyPlan(config: Config, { plan, steps }: PlannedImport): Promise<boolean> {
  const edit = { list: plan.list, hash: plan.hash, edit: { do: "several", steps } } as const;
  const { path, before, after, isInSettings, problems } = await editList(config, process.env, edit);
  if (problems.length > 0) throw new Refused("the list cannot be imported", problems);
  const replaced = await replaceFile({ path, before, after });
  if (replaced.kind === "changed") throw new Refused("the file has changed meanwhile: read the list again");
  if (replaced.kind === "refused") throw new Refused(`the list cannot be imported: ${replaced.message}`);
  return isInSettings;
}

const longest = 500;

/** What an import would do, line by line. */
function shownPlan(
  { plan }: Pick<PlannedImport, "plan">,
  { columns, paint }: Terminal,
  language: Language,
): string[] {
  const lines = [
    ...importRemarks(plan, language),
    ...importSections(plan, language).flatMap((section) => [
      paint("bold", section.title),
      ...section.lines.map((line) => `  ${tameLine(line, longest)}`),
    ]),
  ];
  return lines.flatMap((line) => wrapped(line, columns, "    "));
}
