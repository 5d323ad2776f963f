/** The rules of a desk: their settings, their examples and tests, and the page that lists them. */
import { constants, copyFileSync, cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { readTestFiles, testFilesIn } from "../../src/commands/rules/test/read-test-files.ts";
import { runTests } from "../../src/commands/rules/test/run-tests.ts";
import { createCompiler } from "../../src/commands/rules/test/test.ts";
import { failureLines } from "../../src/commands/rules/test/test-results.ts";
import { recordsOptions } from "../../src/config/services.ts";
import { type CheckedFiles, checkFiles, ruleOptions } from "../../src/files/check-files.ts";
import { loadRules } from "../../src/rules/files/load-rules.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { home } from "./written-files.ts";

const [page, japanese] = ["docs/desk.md", "docs/desk.ja.md"].map((name) =>
  readFileSync(join(home, name), "utf8"),
) as [string, string];
let checked: Required<CheckedFiles>;

beforeAll(async () => {
  const { problems, warnings, config, rules } = await checkFiles(join(home, "docs/desk/monitor.yaml"), {});
  if (config === undefined || rules === undefined) throw new Error(JSON.stringify(problems));
  checked = { problems, warnings, config, rules };
});

it("has settings and rules without a mistake or a warning", () => {
  expect(checked.problems).toEqual([]);
  expect(checked.warnings).toEqual([]);
});

it("has each rule described, with a cooldown, and with examples of both kinds", () => {
  for (const { name, examples, cooldown } of checked.rules.rules) {
    expect(cooldown, name).toBeDefined();
    expect([...new Set(examples.map(({ expected }) => expected))].sort(), name).toEqual(["fires", "silent"]);
  }
});

it("has examples and tests that hold, and that show each branch of each rule", async () => {
  const { config, rules } = checked;
  const { types } = ruleOptions(config);
  const { names, watchlists } = rules;
  const known = { types, rules: names, watchlists, records: recordsOptions(config) };
  const paths = await testFilesIn(join(config.rules, "tests"));
  const { files, problems } = await readTestFiles(paths, known, (path) => path);
  expect(problems).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
  const { results, coverage } = await runTests({
    ...{ config, rules: rules.rules, watchlists, files, withLists: createCompiler(config) },
    shownAs: (file) => file,
  });
  expect(results.filter(({ ok }) => !ok).flatMap((result) => failureLines(result))).toEqual([]);
  const unseen = coverage.flatMap(({ rule, parts, conditions }) => [
    ...parts.filter((part) => part.true === 0 || part.false === 0).map(({ text }) => `${rule}: ${text}`),
    ...conditions.filter(({ held, not }) => held === 0 || not === 0).map(({ text }) => `${rule}: ${text}`),
  ]);
  // The absence ends with any bar.
  expect(unseen).toEqual(['no-bar-today: now.date != ""']);
});

it("has a row on the page for each of the rules, under the name that the page of the monitor shows, and for nothing else", () => {
  const rowsOf = (text: string) =>
    [...text.matchAll(/^\| [^|]+ \| `([^`]+)` \| ([^|]+) \| [^|]+ \|$/gm)].map(([, rule, name]) => [
      rule,
      name,
    ]);
  const [table = ""] = /## The thirty\n(.*?)\n## The settings/s.exec(page) ?? [];
  const rows = rowsOf(table).map(([rule]) => rule);
  const shown = (language: "en" | "ja") =>
    rows.map((row) => [
      row,
      checked.rules.all.find(({ name }) => name === row)?.about.displayName?.[language],
    ]);
  expect(rowsOf(table)).toEqual(shown("en"));
  expect(rowsOf(japanese)).toEqual(shown("ja"));
  const { rules, disabled } = checked.rules;
  const made = rules.filter(({ name }) => name.startsWith("follows-"));
  expect(made).toHaveLength(10);
  const written = [...rules.filter((rule) => !made.includes(rule)).map(({ name }) => name), ...disabled];
  expect(written).toHaveLength(35);
  expect([...rows].sort()).toEqual(written.sort());
  const [, others = ""] = /## What they do not say\n(.*)/s.exec(page) ?? [];
  const named = [...others.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name = ""]) => name);
  const ships = ["source-down", "source-late", "disclosure-forecast", "disclosure-dividend"];
  expect(named.filter((name) => ![...written, ...ships].includes(name))).toEqual([]);
});

it("goes beside the rules that ship: no name is in both", async () => {
  const folder = tmpFolder();
  cpSync(join(home, "rules"), folder, { recursive: true });
  const names = readdirSync(checked.config.rules, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((one) => one.endsWith(".yaml")))
    copyFileSync(join(checked.config.rules, name), join(folder, name), constants.COPYFILE_EXCL);
  const loaded = await loadRules(folder, ruleOptions(checked.config, folder));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  expect(loaded.rules.names).toEqual(expect.arrayContaining([...checked.rules.names, "short-large"]));
  expect(loaded.warnings).toEqual([]);
});
