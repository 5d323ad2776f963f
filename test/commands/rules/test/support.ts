/** Runs a file of rule tests against rules, both as their authors write them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTestFiles } from "../../../../src/commands/rules/test/read-test-files.ts";
import { runTests, type TestRun } from "../../../../src/commands/rules/test/run-tests.ts";
import { failureLines } from "../../../../src/commands/rules/test/test-results.ts";
import type { Config } from "../../../../src/config/config.ts";
import { loadConfig } from "../../../../src/config/load-config.ts";
import { recordsOptions } from "../../../../src/config/services.ts";
import { eventTypesOf } from "../../../../src/files/event-types.ts";
import { formatProblem } from "../../../../src/lib/problem.ts";
import { rulesOf } from "../../../rules/support.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

const settings = `
watchlists: { mine: ["6758"] }
sources:
  margin-alerts: { schedule: "0 */10 16-20 * * *", quarantine: { items: 2, share: 0.2 } }
  short-sale-reports: { schedule: "0 */10 17-21 * * *", due: "17:30", grace: 30m }
  statistics-updates: { schedule: "0 */5 8-10 * * *", watch: [{ db: FM01 }, { db: FM08, codes: [FXERD01] }] }
  results: { from: market/fins/summary, schedule: "0 */10 15-20 * * *", query: { date: { last: 3 } } }
  issues: { from: market/equities/master, schedule: "0 0 18 * * *" }
  indices: { from: market/indices/bars/daily, schedule: "0 0 18 * * *", query: { code: ["0000", "0040"] } }
  bars: { from: market/equities/bars/daily, schedule: "0 0 18 * * *", query: { code: { watchlist: mine }, date: { last: 2 } } }
  catalogue: { from: statistics/getMetadata, schedule: "0 0 9 * * *", query: { db: [FM01] } }
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
  const config = configIn(folder);
  const types = eventTypesOf(config);
  const compiled = rulesOf(rules, ["desk"], types, config.watchlists);
  const path = join(folder, "some-test.yaml");
  writeFileSync(path, text);
  const known = { types, rules: compiled.names, records: recordsOptions(config) };
  return { config, compiled, ...(await readTestFiles([path], known, () => "some-test.yaml")) };
}

/** Throws with the mistakes of the test file. */
export async function play(rules: string, tests: string): Promise<TestRun> {
  const folder = tmpFolder();
  const { config, compiled, files, problems } = await readTests(tests, rules, folder);
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"));
  return runTests({
    ...{ config, rules: compiled.rules, watchlists: compiled.watchlists, files },
    withLists: async (lists) =>
      rulesOf(rules, ["desk"], eventTypesOf(config), { ...config.watchlists, ...lists }),
    shownAs: (file) => file,
  });
}

/** Lines about the tests that failed; empty where all passed. */
export async function failuresOf(rules: string, tests: string): Promise<string[]> {
  const { results } = await play(rules, tests);
  return results.filter(({ ok }) => !ok).flatMap((result) => failureLines(result));
}

/** Problems of a test file with mistakes. */
export async function mistakesIn(tests: string, rules: string): Promise<string[]> {
  return (await readTests(tests, rules, tmpFolder())).problems.map(formatProblem);
}
