/** Runs a file of rule tests against rules, both as their authors write them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failureLines } from "../../../src/app/rule-tests/miss-lines.ts";
import { readTestFiles } from "../../../src/app/rule-tests/read-test-files.ts";
import { runTests, type TestRun } from "../../../src/app/rule-tests/run-tests.ts";
import type { Config } from "../../../src/config/config.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { formatProblem } from "../../../src/lib/problem.ts";
import { builtInTypes } from "../../../src/model/known-types.ts";
import { rulesOf } from "../../rules/support.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const settings = `
sources:
  margin-alerts: { schedule: "0 */10 16-20 * * *", quarantine: { items: 2, share: 0.2 } }
  short-sale-reports: { schedule: "0 */10 17-21 * * *", due: "17:30", grace: 30m }
email:
  from: "Yagura <yagura@example.com>"
  recipients: { desk: [trader@example.com, second@example.com] }
`;

function configIn(folder: string): Config {
  mkdirSync(join(folder, "config"), { recursive: true });
  const path = join(folder, "config", "monitor.yaml");
  writeFileSync(path, settings);
  const loaded = loadConfig(path, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

async function readTests(text: string, rules: string, folder: string) {
  const compiled = rulesOf(rules);
  const path = join(folder, "some-test.yaml");
  writeFileSync(path, text);
  const known = { types: builtInTypes, rules: compiled.names };
  return { compiled, ...(await readTestFiles([path], known, () => "some-test.yaml")) };
}

/** Throws with the mistakes of the test file. */
export async function play(rules: string, tests: string): Promise<TestRun> {
  const folder = tmpFolder();
  const { compiled, files, problems } = await readTests(tests, rules, folder);
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"));
  const config = configIn(folder);
  return runTests({ config, rules: compiled.rules, files, shownAs: (file) => file });
}

/** What is said of the tests that failed, line by line; empty where all passed. */
export async function failuresOf(rules: string, tests: string): Promise<string[]> {
  const { results } = await play(rules, tests);
  return results.filter(({ ok }) => !ok).flatMap(failureLines);
}

/** What is said of a test file with mistakes. */
export async function mistakesIn(tests: string, rules: string): Promise<string[]> {
  return (await readTests(tests, rules, tmpFolder())).problems.map(formatProblem);
}
