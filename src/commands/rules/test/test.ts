/** `yagura test`: the examples in the rules, and the tests of files. */

import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, normalize, relative } from "node:path";
import type { Config } from "../../../config/config.ts";
import { recordsOptions } from "../../../config/services.ts";
import { problemsFromHere, requireFiles, ruleOptions } from "../../../files/check-files.ts";
import { Refused } from "../../../lib/problem.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { textTable } from "../../../lib/text/terminal.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { loadRules } from "../../../rules/files/load-rules.ts";
import type { CompiledRules } from "../../../rules/rule-set.ts";
import { terminalOf } from "../../terminal.ts";
import type { RuleCoverage } from "./coverage.ts";
import { readTestFiles, testFilesIn } from "./read-test-files.ts";
import { failureLines, junit, runTests, type TestResult, type TestRun } from "./run-tests.ts";

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
  const tests = results.map(({ played: _, message: __, ...result }, index) => {
    const failed = results[index];
    const failure = failed === undefined || failed.ok ? undefined : failureLines(failed);
    return { ...result, ms: Math.round(result.ms), ...(failure && { failure }) };
  });
  return { ok: results.every(({ ok }) => ok), tests, coverage };
}

const longestName = 200;

function report({ results, coverage }: TestRun, options: TestOptions): string {
  const lines = results.flatMap((result) => [resultLine(result), ...failure(result)]);
  const failed = results.filter(({ ok }) => !ok).length;
  const examples = results.filter(({ kind }) => kind === "example").length;
  const totals = `${counted(results.length - examples, "test")} and ${counted(examples, "example")}: ${results.length - failed} passed, ${failed} failed`;
  const table = options.coverage ? ["", coverageTable(coverage, terminalOf().columns).trimEnd()] : [];
  return `${[...lines, ...table, "", coverageSummary(coverage), totals].join("\n")}\n`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function resultLine({ ok, name, file, line }: TestResult): string {
  const mark = ok ? terminalOf().paint("green", "✓") : terminalOf().paint("red", "✗");
  return `${mark} ${file}:${line} ${tameLine(name, longestName)}`;
}

function failure(result: TestResult): string[] {
  return result.ok ? [] : failureLines(result).map((line) => `    ${line}`);
}

const longestText = 80;

interface Row {
  readonly text: string;
  readonly seen: string;
  /** Parts that were never seen; "" for none. */
  readonly never: string;
}

/**
 * Coverage for people: a line a rule and a line a part, with what no test and no example has seen.
 * @param columns cells of the terminal; undefined: as wide as the table is
 */
export function coverageTable(rules: readonly RuleCoverage[], columns?: number): string {
  const rows = rules.flatMap((rule) => {
    const [first, ...others] = rowsOf(rule);
    const head = { ...first, text: rule.rule };
    return [head, ...others.map((row) => ({ ...row, text: `  ${tameLine(row.text, longestText)}` }))];
  });
  const cells = rows.map(({ text = "", seen = "", never = "" }) => [text, seen, never]);
  return textTable([["rule and its conditions", "seen", "never seen"], ...cells], columns);
}

/** Tells in one line how much of everything was seen. */
export function coverageSummary(rules: readonly RuleCoverage[]): string {
  const fired = rules.filter((rule) => rule.fired > 0 || (rule.timed ?? 0) > 0).length;
  const branches = rules.flatMap((rule) => [
    ...rule.parts.flatMap((part) => [part.true, part.false]),
    ...rule.conditions.flatMap(({ held, not }) => [held, not]),
  ]);
  const seen = branches.filter((count) => count > 0).length;
  return `${fired} of ${rules.length} rules fired, ${seen} of ${branches.length} branches of their conditions were seen`;
}

function rowsOf(rule: RuleCoverage): Row[] {
  return [
    ruleRow(rule),
    ...rule.parts.map(({ of, text, true: yes, false: no, absent }) => ({
      text: `${of} ${text}`,
      seen: countsShown({ true: yes, false: no, absent }),
      never: missing({ true: yes, false: no }),
    })),
    ...rule.conditions.map(({ text, held, not }) => ({
      text,
      seen: countsShown({ held, "not held": not }),
      never: missing({ held, "not held": not }),
    })),
  ];
}

function ruleRow({ fired, silent, timed, heldBack, parts, conditions }: RuleCoverage): Row {
  // A rule that asks nothing of its events is never silent.
  const asks = parts.length > 0 || conditions.length > 0 || timed !== undefined;
  const all = timed === undefined ? fired : fired + timed;
  const reasons = Object.entries(heldBack).map(([reason, count]) => [`held back by ${reason}`, count]);
  const seen = countsShown({ fired: all, silent, ...Object.fromEntries(reasons) });
  return { text: "", seen, never: missing(asks ? { fired: all, silent } : { fired: all }) };
}

function countsShown(counts: Readonly<Record<string, number>>): string {
  const seen = Object.entries(counts).filter(([, count]) => count > 0);
  return seen.map(([name, count]) => `${name} ${count}`).join(", ");
}

function missing(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count === 0)
    .map(([name]) => name)
    .join(", ");
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
