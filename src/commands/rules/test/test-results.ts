/** The results of tests: why one failed, in lines, and all of them as JUnit's XML. */
import { japanMs } from "../../../lib/clock.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { inFlow } from "../../../lib/yaml/parse-yaml.ts";
import type { Language, Worded } from "../../../model/language.ts";
import { translated } from "../../terminal.ts";
import type { Miss, PlayedTest } from "./play-test.ts";

export interface TestResult {
  readonly kind: "example" | "test";
  readonly name: string;
  /** The name for a person, of an example. */
  readonly does?: Worded;
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

/** Most entries of a list that are shown, and most characters of each. */
const mostListed = 10;
const longestShown = 300;

const en = {
  step: (step: number, when: string) => `step ${step}, ${when}`,
  failed: "it failed",
  unexpected: "this came and was not expected",
  missing: "this did not come",
  order: "this came, but not in this order",
  came: (value: string) => `  came      ${value}`,
  expected: (value: string) => `  expected  ${value}`,
  nearest: (value: string) => `  nearest   ${value}`,
  differs: (path: string, expected: string, came: string) =>
    `    ${path}: expected ${expected}, came ${came}`,
  nothing: "nothing",
  allOf: (list: string) => `${list}: what came`,
  noneOf: (list: string) => `${list}: nothing came`,
  more: (count: number) => `  and ${count} more`,
};

const ja: typeof en = {
  step: (step, when) => `段階${step}、${when}`,
  failed: "不合格です",
  unexpected: "予想していないものが出ました",
  missing: "予想したものが出ていません",
  order: "出ましたが、順序が違います",
  came: (value) => `  結果      ${value}`,
  expected: (value) => `  予想      ${value}`,
  nearest: (value) => `  近い結果  ${value}`,
  differs: (path, expected, came) => `    ${path}：予想は ${expected}、結果は ${came}`,
  nothing: "なし",
  allOf: (list) => `${list}：出たもの`,
  noneOf: (list) => `${list}：何も出ていません`,
  more: (count) => `  ほか${count}件`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

export function failureLines(result: TestResult, language: Language = "en"): string[] {
  const { file, line, column, message, played } = result;
  const own = words[language];
  const said = (text: string) => translated(text, language);
  if (played === undefined)
    return [`${file}:${line}:${column}: ${message === undefined ? own.failed : said(message)}`];
  const { stuck, misses } = played;
  if (stuck !== undefined)
    return [stepLine(stuck, own), `${file}:${stuck.line}:${stuck.column}: ${said(stuck.message)}`];
  const [first] = misses;
  if (first === undefined) return [];
  const lists = [...new Set(misses.map(({ list }) => list))];
  return [
    stepLine(first, own),
    ...misses.flatMap((miss) => missLines(miss, file, own)),
    ...lists.flatMap((list) =>
      cameLines(
        misses.find((miss) => miss.list === list),
        own,
      ),
    ),
  ];
}

function stepLine({ step, at }: { readonly step: number; readonly at: number }, own: typeof en): string {
  return own.step(step, `${new Date(at + japanMs).toISOString().slice(0, 19)}+09:00`);
}

function missLines(miss: Miss, file: string, own: typeof en): string[] {
  const { list, wanted, came, differences, brought, line, column } = miss;
  const at = (what: string) => `${file}:${line}:${column}: ${list}: ${what}`;
  const found = came === undefined ? undefined : brought[came];
  if (wanted === undefined) return [at(own.unexpected), own.came(shown(found))];
  const expected = own.expected(shown(wanted));
  if (found === undefined) return [at(own.missing), expected];
  if (differences.length === 0) return [at(own.order), expected];
  return [
    at(own.missing),
    expected,
    own.nearest(shown(summary(found, wanted))),
    ...differences.map(({ path, expected: one, came: other }) =>
      own.differs(path, shown(one), other === undefined ? own.nothing : shown(other)),
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

function cameLines(miss: Miss | undefined, own: typeof en): string[] {
  if (miss === undefined) return [];
  const { list, brought } = miss;
  if (brought.length === 0) return [own.noneOf(list)];
  const more = brought.length - mostListed;
  return [
    own.allOf(list),
    ...brought.slice(0, mostListed).map((one) => `  - ${shown(one)}`),
    ...(more > 0 ? [own.more(more)] : []),
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
