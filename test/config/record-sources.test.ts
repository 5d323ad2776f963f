import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

function load(sources: string, environment: Record<string, string> = {}) {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, `sources:\n${sources}`);
  const loaded = loadConfig(file, environment);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

const schedule = 'schedule: "0 0 18 * * *"';

test("a set of records is ready to use with nothing but its call and its schedule", () => {
  const { recordSources, sources } = load(`  results: { from: market/fins/summary, ${schedule} }`);
  expect(recordSources).toMatchObject([
    {
      name: "results",
      from: "market/fins/summary",
      key: ["code", "disclosedDate", "documentType"],
      tolerance: {},
      query: {},
      timezone: "Asia/Tokyo",
      quarantine: { items: 50, share: 0.2 },
    },
  ]);
  expect(recordSources[0]?.compare).toContain("netSales");
  expect(recordSources[0]?.compare).not.toContain("code");
  expect(Object.keys(sources)).toEqual(["results"]);
});

test("days may be words, days or numbers of weekdays, and codes a list", () => {
  const { recordSources } = load(`
  a: { from: market/fins/summary, ${schedule}, query: { date: { last: 3 } } }
  b: { from: market/indices/bars/daily, ${schedule}, query: { code: ["0000", "0028"], from: 2026-01-05, to: today } }
  c: { from: market/markets/calendar, ${schedule}, query: { from: yesterday, to: { next: 60 } } }
`);
  expect(recordSources.map(({ query }) => query)).toEqual([
    { date: { last: 3 } },
    { code: ["0000", "0028"], from: "2026-01-05", to: "today" },
    { from: "yesterday", to: { next: 60 } },
  ]);
});

test("what was seen beside the document may be asked for, one by one where it chooses single things", () => {
  const { recordSources } = load(`
  a: { from: market/markets/short-ratio, ${schedule}, query: { s33: ["0050", "3550"], from: { last: 3 } } }
  b: { from: market/markets/short-sale-report, ${schedule}, query: { calcDate: { last: 2 } } }
  c: { from: market/derivatives/bars/daily/futures, ${schedule}, query: { category: [NK225F, TOPIXF], contractFlag: "1" } }
  d: { from: market/markets/calendar, ${schedule}, query: { holidayDivision: "2" } }
  e: { from: market/markets/margin-interest, ${schedule}, query: { publishedDate: { last: 2 }, code: "7203" } }
`);
  expect(recordSources.map(({ query }) => query)).toEqual([
    { s33: ["0050", "3550"], from: { last: 3 } },
    { calcDate: { last: 2 } },
    { category: ["NK225F", "TOPIXF"], contractFlag: "1" },
    { holidayDivision: "2" },
    { publishedDate: { last: 2 }, code: "7203" },
  ]);
});

test.each([
  [
    "market/markets/short-sale-report",
    "{ calcDate: today, from: today }",
    "`calcDate` is not asked together with `from`",
  ],
  [
    "market/markets/short-sale-report",
    "{ calcDate: today, date: today }",
    "`calcDate` is not asked together with `date`",
  ],
  [
    "market/markets/margin-interest",
    "{ publishedDate: today, to: today }",
    "`publishedDate` is not asked together with `to`",
  ],
  ["market/markets/short-ratio", '{ s33: "50" }', "expected a sector's code of 4 digits"],
  [
    "market/derivatives/bars/daily/futures",
    '{ contractFlag: "2" }',
    "expected 1 for central contract months",
  ],
  ["market/derivatives/bars/daily/futures", '{ contract_flag: "1" }', "contractFlag"],
])("%s: %s is a mistake", (from, query, message) => {
  expect(() => load(`  a: { from: ${from}, ${schedule}, query: ${query} }`)).toThrow(message);
});

test("the name of a stock, which the list of issues may say, is no news of a record", () => {
  const { recordSources } = load(`  a: { from: market/markets/breakdown, ${schedule} }`);
  expect(recordSources[0]?.compare).not.toContain("name");
});

test("values of the environment serve in a set of records too", () => {
  const { recordSources } = load(
    `  results: { from: "\${SET}", ${schedule}, query: { date: { last: "\${DAYS}" } }, tolerance: { netSales: "\${APART}" } }`,
    { SET: "market/fins/summary", DAYS: "3", APART: "0.5" },
  );
  expect(recordSources).toMatchObject([{ query: { date: { last: 3 } }, tolerance: { netSales: 0.5 } }]);
});

test("built-in sources stand beside them, with a tolerance of their own", () => {
  const { recordSources, sources } = load(`
  short-sale-reports: { ${schedule}, tolerance: { ratio: 0.01 } }
  ratios: { from: market/markets/short-ratio, ${schedule} }
`);
  expect(sources["short-sale-reports"]?.tolerance).toEqual({ ratio: 0.01 });
  expect(recordSources.map(({ name }) => name)).toEqual(["ratios"]);
});

const root = join(import.meta.dirname, "../..");

test("the example of docs/sources.md is one", () => {
  const text = readFileSync(join(root, "docs/sources.md"), "utf8");
  const [, example = ""] = /```yaml\n#[^\n]*\nsources:\n(.*?)```/s.exec(text) ?? [];
  expect(load(example).recordSources.map(({ name }) => name)).toEqual(["results", "indices", "issues"]);
});

test("the examples in the settings that ship can be taken out of their comment", () => {
  const shipped = readFileSync(join(root, "config/monitor.yaml"), "utf8");
  const [, example = ""] = /\n((?: {2}# {1,3}\S+:.*\n)+)\n/.exec(shipped) ?? [];
  const { recordSources } = load(example.replace(/^ {2}# /gm, "  "));
  expect(recordSources.map(({ name }) => name)).toEqual(["results", "large-holdings"]);
});
