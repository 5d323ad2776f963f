import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTestFiles, testFilesIn } from "../../../../src/commands/rules/test/read-test-files.ts";
import { runTests } from "../../../../src/commands/rules/test/run-tests.ts";
import { createCompiler } from "../../../../src/commands/rules/test/test.ts";
import { failureLines } from "../../../../src/commands/rules/test/test-results.ts";
import { checkFiles, ruleOptions } from "../../../../src/files/check-files.ts";

const root = join(import.meta.dirname, "../../../..");

describe("the tests that ship with the rules", () => {
  it("are no rules, pass, have each rule fire, and show each branch of its conditions", async () => {
    const { config, rules, problems } = await checkFiles(join(root, "config/monitor.yaml"), {});
    expect(problems).toEqual([]);
    if (config === undefined || rules === undefined) throw new Error("no rules");
    expect(rules.files.filter((file) => file.includes("tests"))).toEqual([]);
    const known = { types: ruleOptions(config).types, rules: rules.names, records: [] };
    const read = await readTestFiles(await testFilesIn(join(config.rules, "tests")), known, (path) => path);
    expect(read.problems).toEqual([]);
    expect(read.files.length).toBeGreaterThan(4);
    const run = await runTests({
      ...{ config, rules: rules.rules, files: read.files, withLists: createCompiler(config) },
      shownAs: (file) => file,
    });
    expect(run.results.filter(({ ok }) => !ok).flatMap((result) => failureLines(result))).toEqual([]);
    const silent = run.coverage.filter(({ fired, timed = 0 }) => fired + timed === 0);
    expect(silent.map(({ rule }) => rule)).toEqual([]);
    const unseen = run.coverage.flatMap(({ rule, parts, conditions }) => [
      ...parts.filter((part) => part.true === 0 || part.false === 0).map(({ text }) => `${rule}: ${text}`),
      ...conditions.filter(({ held, not }) => held === 0 || not === 0).map(({ text }) => `${rule}: ${text}`),
    ]);
    expect(unseen).toEqual([]);
  });
});
