/** Runs the examples of all rules and the tests of all files; nothing is asked, sent or kept. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../../config/config.ts";
import type { WrittenTest } from "../../../files/test-file-schema.ts";
import type { Language } from "../../../model/language.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { runExample } from "../../../rules/check/examples.ts";
import type { CompiledRule, Example } from "../../../rules/compiled-rule.ts";
import type { CompiledRules } from "../../../rules/rule-set.ts";
import { type Coverage, createCoverage, type RuleCoverage } from "./coverage.ts";
import { playTest } from "./play-test.ts";
import type { TestFile } from "./read-test-files.ts";
import type { TestResult } from "./test-results.ts";

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
  // Build servers know a test by its name.
  const name = `${rule.name} ${exampleWords.en[expected]}${place > 1 ? ` ${place}` : ""}`;
  const does = { en: name, ja: `${rule.name} ${exampleWords.ja[expected]}${place > 1 ? place : ""}` };
  const message = expected === "fires" ? "the rule does not fire for this" : "the rule fires for this";
  return {
    kind: "example",
    ...{ name, does },
    file: shownAs(rule.file),
    line,
    column,
    ok,
    ms: performance.now() - begun,
    ...(ok ? {} : { message }),
  };
}

const exampleWords: Readonly<Record<Language, Readonly<Record<Example["expected"], string>>>> = {
  en: { fires: "fires for its example", silent: "stays silent for its example" },
  ja: { fires: "：アラートを出す例", silent: "：アラートを出さない例" },
};

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
