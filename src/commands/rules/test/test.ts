/** `yagura test`: the examples in the rules, and the tests of files. */

import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, normalize, relative } from "node:path";
import type { Config } from "../../../config/config.ts";
import { recordsOptions } from "../../../config/services.ts";
import { problemsFromHere, requireFiles, ruleOptions } from "../../../files/check-files.ts";
import { Refused } from "../../../lib/problem.ts";
import { counted } from "../../../lib/text/counted.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { textTable } from "../../../lib/text/terminal.ts";
import type { Language } from "../../../model/language.ts";
import type { SuppressionReason } from "../../../model/rule.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { loadRules } from "../../../rules/files/load-rules.ts";
import type { CompiledRules } from "../../../rules/rule-set.ts";
import { type Terminal, terminalOf } from "../../terminal.ts";
import { backtestWords } from "../backtest-words.ts";
import type { RuleCoverage } from "./coverage.ts";
import { readTestFiles, testFilesIn } from "./read-test-files.ts";
import { runTests, type TestRun } from "./run-tests.ts";
import { failureLines, junit, type TestResult } from "./test-results.ts";

interface TestOptions {
  readonly config: string;
  readonly junit?: string;
  readonly json?: boolean;
  readonly coverage?: boolean;
}

export async function test(named: readonly string[], options: TestOptions): Promise<void> {
  try {
    await runNamed(named, options);
  } catch (error) {
    // Programs read mistakes in the settings, the rules and the tests alike.
    if (!options.json || !(error instanceof Refused) || error.problems.length === 0) throw error;
    process.stdout.write(`${JSON.stringify({ ok: false, problems: error.problems })}\n`);
    process.exitCode = 2;
  }
}

async function runNamed(named: readonly string[], options: TestOptions): Promise<void> {
  const { config, rules } = await requireFiles(options.config, process.env);
  const fromHere = (path: string) => relative(process.cwd(), path) || path;
  const paths = named.length > 0 ? await filesNamed(named) : await testFilesIn(join(config.rules, "tests"));
  const { types } = ruleOptions(config);
  const { names, watchlists } = rules;
  const known = { types, rules: names, watchlists, records: recordsOptions(config) };
  const { files, problems } = await readTestFiles(paths, known, fromHere);
  if (problems.length > 0) throw new Refused("the tests have mistakes", problems);
  const shownAs = (file: string) => fromHere(join(config.rules, file));
  const withLists = createCompiler(config);
  const run = await runTests({ config, rules: rules.rules, watchlists, files, shownAs, withLists });
  if (options.junit !== undefined) await write(options.junit, junit(run.results));
  process.stdout.write(options.json ? `${JSON.stringify(answer(run))}\n` : report(run, options));
  if (run.results.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** The named files, each once; of a folder its test files. */
async function filesNamed(named: readonly string[]): Promise<string[]> {
  const files = await Promise.all(named.map(async (path) => (isFolder(path) ? testFilesIn(path) : [path])));
  return [...new Set(files.flat().map((path) => normalize(path)))];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new Refused(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  }
}

function answer({ results, coverage }: TestRun) {
  const tests = results.map(({ played: _, message: __, does: ___, ...result }, index) => {
    const failed = results[index];
    const failure = failed === undefined || failed.ok ? undefined : failureLines(failed);
    return { ...result, ms: Math.round(result.ms), ...(failure && { failure }) };
  });
  return { ok: results.every(({ ok }) => ok), tests, coverage };
}

const longestName = 200;

const en = {
  totals: (tests: number, examples: number, passed: number, failed: number) =>
    `${counted(tests, "test")} and ${counted(examples, "example")}: ${passed} passed, ${failed} failed`,
  listed: (parts: readonly string[]) => parts.join(", "),
  heads: ["rule and its conditions", "seen", "never seen"],
  summary: (fired: number, rules: number, seen: number, branches: number) =>
    `${fired} of ${rules} rules fired, ${seen} of ${branches} branches of their conditions were seen`,
  counts: {
    true: "true",
    false: "false",
    absent: "absent",
    held: "held",
    not: "not held",
    fired: "fired",
    silent: "silent",
  },
  heldBack: (reason: SuppressionReason) => `held back by ${reason}`,
};

const ja: typeof en = {
  totals: (tests, examples, passed, failed) =>
    `テスト${tests}件、例${examples}件：合格${passed}件、不合格${failed}件`,
  listed: (parts) => parts.join("、"),
  heads: ["ルールと条件", "試した結果", "試していない結果"],
  summary: (fired, rules, seen, branches) =>
    `${rules}ルールのうち${fired}ルールでアラートあり。条件の分岐${branches}のうち${seen}を確認`,
  counts: {
    true: "真",
    false: "偽",
    absent: "値なし",
    held: "成立",
    not: "不成立",
    fired: "アラートあり",
    silent: "アラートなし",
  },
  heldBack: (reason) => `抑制（${backtestWords.ja.reason(reason)}）`,
};

type TestWords = typeof en;

const words: Readonly<Record<Language, TestWords>> = { en, ja };

function report({ results, coverage }: TestRun, options: TestOptions): string {
  const terminal = terminalOf();
  const { language } = terminal;
  const lines = results.flatMap((result) => [
    resultLine(result, terminal),
    ...(result.ok ? [] : failureLines(result, language).map((line) => `    ${line}`)),
  ]);
  const failed = results.filter(({ ok }) => !ok).length;
  const examples = results.filter(({ kind }) => kind === "example").length;
  const tests = results.length - examples;
  const totals = words[language].totals(tests, examples, results.length - failed, failed);
  const table = options.coverage ? ["", coverageTable(coverage, terminal).trimEnd()] : [];
  return `${[...lines, ...table, "", coverageSummary(coverage, language), totals].join("\n")}\n`;
}

function resultLine({ ok, name, file, line, does }: TestResult, { paint, language }: Terminal): string {
  const mark = ok ? paint("green", "✓") : paint("red", "✗");
  return `${mark} ${file}:${line} ${tameLine(does?.[language] ?? name, longestName)}`;
}

const longestText = 80;

interface Row {
  readonly text: string;
  readonly seen: string;
  /** Parts that were never seen; "" for none. */
  readonly never: string;
}

/**
 * Coverage for people: a line a rule and a line a part, with what no test and no example has seen. On a terminal it is
 * as wide as that.
 */
export function coverageTable(
  rules: readonly RuleCoverage[],
  { columns, language = "en" }: Partial<Terminal> = {},
): string {
  const rows = rules.flatMap((rule) => {
    const [first, ...others] = rowsOf(rule, words[language]);
    const head = { ...first, text: rule.rule };
    return [head, ...others.map((row) => ({ ...row, text: `  ${tameLine(row.text, longestText)}` }))];
  });
  const cells = rows.map(({ text = "", seen = "", never = "" }) => [text, seen, never]);
  return textTable([words[language].heads, ...cells], columns);
}

/** Tells in one line how much of everything was seen. */
export function coverageSummary(rules: readonly RuleCoverage[], language: Language = "en"): string {
  const fired = rules.filter((rule) => rule.fired > 0 || (rule.timed ?? 0) > 0).length;
  const branches = rules.flatMap((rule) => [
    ...rule.parts.flatMap((part) => [part.true, part.false]),
    ...rule.conditions.flatMap(({ held, not }) => [held, not]),
  ]);
  const seen = branches.filter((count) => count > 0).length;
  return words[language].summary(fired, rules.length, seen, branches.length);
}

function rowsOf(rule: RuleCoverage, own: TestWords): Row[] {
  return [
    ruleRow(rule, own),
    ...rule.parts.map(({ of, text, true: yes, false: no, absent }) => ({
      text: `${of} ${text}`,
      seen: countsShown({ true: yes, false: no, absent }, own),
      never: missing({ true: yes, false: no }, own),
    })),
    ...rule.conditions.map(({ text, held, not }) => ({
      text,
      seen: countsShown({ held, not }, own),
      never: missing({ held, not }, own),
    })),
  ];
}

function ruleRow({ fired, silent, timed, heldBack, parts, conditions }: RuleCoverage, own: TestWords): Row {
  // A rule that asks nothing of its events is never silent.
  const asks = parts.length > 0 || conditions.length > 0 || timed !== undefined;
  const all = timed === undefined ? fired : fired + timed;
  const reasons = Object.entries(heldBack) as [SuppressionReason, number][];
  const held = reasons.map(([reason, count]) => `${own.heldBack(reason)} ${count}`);
  const seen = countsShown({ fired: all, silent }, own, held);
  return { text: "", seen, never: missing(asks ? { fired: all, silent } : { fired: all }, own) };
}

type Counts = Readonly<Partial<Record<keyof TestWords["counts"], number>>>;

function entriesOf(counts: Counts): [name: keyof TestWords["counts"], count: number][] {
  return Object.entries(counts) as [keyof TestWords["counts"], number][];
}

function countsShown(counts: Counts, own: TestWords, more: readonly string[] = []): string {
  const seen = entriesOf(counts).filter(([, count]) => count > 0);
  return own.listed([...seen.map(([name, count]) => `${own.counts[name]} ${count}`), ...more]);
}

function missing(counts: Counts, own: TestWords): string {
  return own.listed(
    entriesOf(counts)
      .filter(([, count]) => count === 0)
      .map(([name]) => own.counts[name]),
  );
}

// Rules that see the watchlists of a test in place of those of the settings.

/** Compiles the rules of these settings with other lists; tests with equal ones share what comes of it. */
export function createCompiler(config: Config): (lists: Watchlists) => Promise<CompiledRules> {
  const known = new Map<string, Promise<CompiledRules>>();
  return (lists) => {
    const key = JSON.stringify(lists);
    const compiled = known.get(key) ?? compile(config, lists);
    known.set(key, compiled);
    return compiled;
  };
}

async function compile(config: Config, insteadOfLists: Watchlists): Promise<CompiledRules> {
  const loaded = await loadRules(config.rules, { ...ruleOptions(config), insteadOfLists });
  if (loaded.ok) return loaded.rules;
  const problems = problemsFromHere(config.rules, loaded.problems);
  throw new Refused("the rules have mistakes with the watchlists of a test", problems);
}
