/** `yagura test`: the examples in the rules, and the tests of files. */
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, normalize, relative } from "node:path";
import { requireFiles, ruleOptions } from "../../app/check-files.ts";
import { recordsOptions } from "../../app/record-sources.ts";
import { Refused } from "../../app/refused.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { terminalOf } from "../terminal.ts";
import { coverageSummary, coverageTable } from "./coverage-lines.ts";
import { junit } from "./junit.ts";
import { failureLines } from "./miss-lines.ts";
import { readTestFiles, testFilesIn } from "./read-test-files.ts";
import { runTests, type TestResult, type TestRun } from "./run-tests.ts";

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
  const known = { types, rules: rules.names, records: recordsOptions(config) };
  const { files, problems } = await readTestFiles(paths, known, fromHere);
  if (problems.length > 0) throw new Refused("the tests have mistakes", problems);
  const shownAs = (file: string) => fromHere(join(config.rules, file));
  const run = await runTests({ config, rules: rules.rules, files, shownAs });
  if (options.junit !== undefined) await write(options.junit, junit(run.results));
  process.stdout.write(options.json ? `${JSON.stringify(answer(run))}\n` : report(run, options));
  if (run.results.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** Each once; of a folder its test files. */
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
