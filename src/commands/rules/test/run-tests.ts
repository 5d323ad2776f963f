/**
 * Runs the examples of all rules and the tests of all files; nothing is asked, sent or kept. The results say why one
 * failed, in lines or as JUnit's XML.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../../config/config.ts";
import type { WrittenTest } from "../../../files/test-file-schema.ts";
import { japanMs } from "../../../lib/clock.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { inFlow } from "../../../lib/yaml/parse-yaml.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { runExample } from "../../../rules/check/examples.ts";
import type { CompiledRule, Example } from "../../../rules/compiled-rule.ts";
import type { CompiledRules } from "../../../rules/rule-set.ts";
import { type Coverage, createCoverage, type RuleCoverage } from "./coverage.ts";
import { type Miss, type PlayedTest, playTest } from "./play-test.ts";
import type { TestFile } from "./read-test-files.ts";

export interface TestResult {
  readonly kind: "example" | "test";
  readonly name: string;
  /** File and place of the test. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly ok: boolean;
  readonly ms: number;
  /** Differences from what was expected; absent if the message says it. */
  readonly played?: PlayedTest;
  /** Reason for the failure, if it is one line. */
  readonly message?: string;
}

export interface TestRun {
  readonly results: readonly TestResult[];
  readonly coverage: readonly RuleCoverage[];
}

interface RunParts {
  readonly config: Config;
  readonly rules: readonly CompiledRule[];
  readonly watchlists?: Watchlists | undefined;
  readonly files: readonly TestFile[];
  /** Compiles the rules again with a test's watchlists. Throws Refused where they do not go together. */
  withLists(lists: Watchlists): Promise<CompiledRules>;
  /** Path of a rule's file as messages show it. */
  shownAs(ruleFile: string): string;
}

export async function runTests(parts: RunParts): Promise<TestRun> {
  const { config, rules, watchlists, files, shownAs, withLists } = parts;
  const coverage = createCoverage(
    rules.map((rule) => ({ ...rule, file: shownAs(rule.file) })),
    watchlists,
  );
  const results = rules.flatMap((rule) =>
    rule.examples.map((example, index) => {
      const before = rule.examples.slice(0, index).filter(({ expected }) => expected === example.expected);
      return playExample(rule, example, { coverage, shownAs, place: before.length + 1 });
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), "yagura-test-"));
  try {
    for (const file of files) {
      for (const [index, test] of file.tests.entries()) {
        const own = join(folder, String(results.length));
        results.push(await playFileTest(file, { test, index }, { config, coverage, withLists, folder: own }));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { results, coverage: coverage.rules };
}

function playExample(
  rule: CompiledRule,
  example: Example,
  { coverage, shownAs, place }: Pick<RunParts, "shownAs"> & { coverage: Coverage; place: number },
): TestResult {
  const begun = performance.now();
  const watched = coverage.ruleSet([rule.name]);
  const { ok, expected, line, column } = runExample(rule, example, {
    match: (entry, memory) => watched.match(entry, memory).some(({ resolved }) => resolved === undefined),
    pass: (due, memory) => watched.pass(due, memory) !== undefined,
  });
  const does = expected === "fires" ? "fires" : "stays silent";
  // Build servers know a test by its name.
  const name = `${rule.name} ${does} for its example${place > 1 ? ` ${place}` : ""}`;
  const message = expected === "fires" ? "the rule does not fire for this" : "the rule fires for this";
  return {
    kind: "example",
    name,
    file: shownAs(rule.file),
    line,
    column,
    ok,
    ms: performance.now() - begun,
    ...(ok ? {} : { message }),
  };
}

interface Playing extends Pick<RunParts, "config" | "withLists"> {
  readonly coverage: Coverage;
  readonly folder: string;
}

async function playFileTest(
  { yaml }: TestFile,
  { test, index }: { test: WrittenTest; index: number },
  { config, coverage, withLists, folder }: Playing,
): Promise<TestResult> {
  const begun = performance.now();
  const path = ["tests", index];
  const rules = coverage.ruleSet(test.rules, test.watchlists && (await withLists(test.watchlists)));
  const played = await playTest(test, path, yaml, { config, rules, folder });
  const ok = played.misses.length === 0 && played.stuck === undefined;
  return {
    kind: "test",
    name: test.name,
    file: yaml.file,
    ...yaml.at(path),
    ok,
    ms: performance.now() - begun,
    ...(ok ? {} : { played }),
  };
}

// The results of tests: why one failed, in lines, and all of them as JUnit's XML.

/** Most entries of a list that are shown, and most characters of each. */
const mostListed = 10;
const longestShown = 300;

export function failureLines({ file, line, column, message, played }: TestResult): string[] {
  if (played === undefined) return [`${file}:${line}:${column}: ${message ?? "it failed"}`];
  const { stuck, misses } = played;
  if (stuck !== undefined)
    return [stepLine(stuck), `${file}:${stuck.line}:${stuck.column}: ${stuck.message}`];
  const [first] = misses;
  if (first === undefined) return [];
  const lists = [...new Set(misses.map(({ list }) => list))];
  return [
    stepLine(first),
    ...misses.flatMap((miss) => missLines(miss, file)),
    ...lists.flatMap((list) => cameLines(misses.find((miss) => miss.list === list))),
  ];
}

function stepLine({ step, at }: { readonly step: number; readonly at: number }): string {
  return `step ${step}, ${new Date(at + japanMs).toISOString().slice(0, 19)}+09:00`;
}

function missLines({ list, wanted, came, differences, brought, ...place }: Miss, file: string): string[] {
  const at = `${file}:${place.line}:${place.column}: ${list}`;
  const found = came === undefined ? undefined : brought[came];
  if (wanted === undefined) return [`${at}: this came and was not expected`, `  came      ${shown(found)}`];
  const expected = `  expected  ${shown(wanted)}`;
  if (found === undefined) return [`${at}: this did not come`, expected];
  if (differences.length === 0) return [`${at}: this came, but not in this order`, expected];
  return [
    `${at}: this did not come`,
    expected,
    `  nearest   ${shown(summary(found, wanted))}`,
    ...differences.map(
      ({ path, expected: one, came: other }) =>
        `    ${path}: expected ${shown(one)}, came ${other === undefined ? "nothing" : shown(other)}`,
    ),
  ];
}

/** Picks those fields of what came that the expectation speaks of. */
function summary(found: object, wanted: object): object {
  const fields = found as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, asked]) => {
      const came = fields[name];
      if (came === undefined) return [];
      return [[name, isMap(asked) && isMap(came) ? summary(came, asked) : came]];
    }),
  );
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cameLines(miss: Miss | undefined): string[] {
  if (miss === undefined) return [];
  const { list, brought } = miss;
  if (brought.length === 0) return [`${list}: nothing came`];
  const more = brought.length - mostListed;
  return [
    `${list}: what came`,
    ...brought.slice(0, mostListed).map((one) => `  - ${shown(one)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function shown(value: unknown): string {
  return tameLine(inFlow(value), longestShown);
}

/** The results as JUnit's XML, which build servers read: a suite a file. */
export function junit(results: readonly TestResult[]): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map((file) =>
    suite(
      file,
      results.filter((result) => result.file === file),
    ),
  );
  const attributes = totals(results);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="yagura"${attributes}>\n${suites.join("")}</testsuites>\n`;
}

function suite(file: string, results: readonly TestResult[]): string {
  const cases = results.map(testCase).join("");
  return `  <testsuite name="${escaped(file)}"${totals(results)}>\n${cases}  </testsuite>\n`;
}

function testCase(result: TestResult): string {
  const { name, file, line, ok, ms } = result;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" file="${escaped(file)}" line="${line}" time="${seconds(ms)}"`;
  if (ok) return `${head}/>\n`;
  const [first = "", ...others] = failureLines(result);
  const message = escaped(others[0] ?? first);
  const lines = asText([first, ...others].join("\n"));
  return `${head}>\n      <failure message="${message}">${lines}</failure>\n    </testcase>\n`;
}

function totals(results: readonly TestResult[]): string {
  const failed = results.filter(({ ok }) => !ok).length;
  const ms = results.reduce((sum, result) => sum + result.ms, 0);
  return ` tests="${results.length}" failures="${failed}" errors="0" time="${seconds(ms)}"`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text. Characters that XML cannot have become a question mark; a line end in an attribute would become a blank. */
function escaped(text: string): string {
  return asText(text).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function asText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?")
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
