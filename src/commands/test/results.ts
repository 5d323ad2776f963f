/** The results of tests: why one failed, in lines, and all of them as JUnit's XML. */
import { tameLine } from "../../lib/text/tame.ts";
import { inFlow } from "../../lib/yaml/parse-yaml.ts";
import type { Miss } from "./play-test.ts";
import type { TestResult } from "./run-tests.ts";

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

const japanMs = 9 * 3_600_000;

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
