/** The results as JUnit's XML, which build servers read: a suite a file. */
import { failureLines } from "./miss-lines.ts";
import type { TestResult } from "./run-tests.ts";

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
