/** Reads files of rule tests; every mistake in any of them, at once. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { byPlace, type Problem, withSource } from "../../lib/problem.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { type Path, parseYaml, type YamlFile } from "../../lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../lib/yaml/validate-yaml.ts";
import { type EventTypes, namesOf } from "../../model/known-types.ts";
import { createSubscription } from "../../outputs/feed/subscription.ts";
import { checkExample } from "../../rules/check-example.ts";
import { createFileContext, type FileContext } from "../../rules/file-context.ts";
import { createFilterCompiler } from "../../rules/filter.ts";
import { isRuleFile } from "../../rules/read-rule-files.ts";
import type { RecordSource } from "./record-answers.ts";
import {
  type TestFileSchema,
  testFileSchema,
  type WrittenStep,
  type WrittenTest,
} from "./test-file-schema.ts";

export interface TestFile {
  readonly yaml: YamlFile;
  readonly tests: readonly WrittenTest[];
}

/** What tests may name. */
export interface Known {
  readonly types: EventTypes;
  readonly rules: readonly string[];
  /** The settings' sources that watch records. */
  readonly records: readonly RecordSource[];
}

export interface ReadTests {
  readonly files: readonly TestFile[];
  readonly problems: readonly Problem[];
}

/** The files of the folder beside the rules, by name; none where there is no such folder. */
export async function testFilesIn(rulesFolder: string): Promise<string[]> {
  const folder = join(rulesFolder, "tests");
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isRuleFile)
    .sort()
    .map((name) => join(folder, name));
}

/** @param shownAs how a path is written in what is told */
export async function readTestFiles(
  paths: readonly string[],
  known: Known,
  shownAs: (path: string) => string,
): Promise<ReadTests> {
  const schema = testFileSchema(known.types, known.records);
  const read = await Promise.all(
    paths.map(async (path) => {
      const file = shownAs(path);
      try {
        return readTests(await readFile(path, "utf8"), file, { schema, known });
      } catch (error) {
        const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
        const message = missing ? "there is no such file" : "the file cannot be read";
        return { files: [], problems: [{ file, line: 1, column: 1, message }] };
      }
    }),
  );
  return {
    files: read.flatMap(({ files }) => files),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readTests(
  text: string,
  file: string,
  { schema, known }: { schema: TestFileSchema; known: Known },
): ReadTests {
  const yaml = parseYaml(text, file);
  const refused = (problems: readonly Problem[]) => ({
    files: [],
    problems: withSource([...problems].sort(byPlace), text),
  });
  if (yaml.problems.length > 0) return refused(yaml.problems);
  const checked = validateYaml(schema, yaml);
  if (!checked.ok) return refused(checked.problems);
  const { tests } = checked.value;
  const problems: Problem[] = [];
  const { types } = known;
  const context = createFileContext(yaml, { lists: {}, recipients: [], types, problems, warnings: [] });
  for (const [index, test] of tests.entries()) checkTest(test, ["tests", index], { context, known });
  return problems.length > 0 ? refused(problems) : { files: [{ yaml, tests }], problems: [] };
}

interface Checking {
  readonly context: FileContext;
  readonly known: Known;
}

function checkTest(test: WrittenTest, path: Path, checking: Checking): void {
  const { context, known } = checking;
  for (const [index, name] of (test.rules ?? []).entries())
    checkRule(name, [...path, "rules", index], checking);
  const asked = createSubscription(
    { type: "subscribe", id: "test", ...test.subscribe },
    { compileFilter: createFilterCompiler(known.types), eventTypes: namesOf(known.types) },
  );
  if (!asked.ok) {
    const key = asked.error.code === "invalid-where" ? "where" : "types";
    context.report(context.yaml.at([...path, "subscribe", key]), asked.error.message);
  }
  let before: number | undefined;
  for (const [index, step] of test.steps.entries()) {
    const at = step.at === undefined ? before : Date.parse(step.at);
    const place = [...path, "steps", index];
    if (index === 0 && step.at === undefined)
      context.report(context.yaml.at(place), "the first step needs `at`: when the test begins");
    if (at !== undefined && before !== undefined && at < before)
      context.report(context.yaml.at([...place, "at"]), "this is before the step before");
    before = at;
    checkStep(step, place, checking);
  }
}

function checkStep(step: WrittenStep, path: Path, checking: Checking): void {
  const { context } = checking;
  for (const [index, event] of (step.events ?? []).entries())
    checkExample(event, [...path, "events", index], context);
  const { expect } = step;
  for (const [index, event] of (expect?.events ?? []).entries())
    checkExpected(event, [...path, "expect", "events", index], context);
  for (const list of ["alerts", "resolved", "held_back"] as const)
    for (const [index, { rule }] of (expect?.[list] ?? []).entries())
      if (rule !== undefined) checkRule(rule, [...path, "expect", list, index, "rule"], checking);
}

type ExpectedEvent = NonNullable<NonNullable<WrittenStep["expect"]>["events"]>[number];

/** Of lists and maps a part may be expected, so only their names are held against what events have. */
function checkExpected({ type, now = {}, was = {} }: ExpectedEvent, path: Path, context: FileContext): void {
  if (type === undefined) return;
  const known = context.types.known.get(type)?.item.shape ?? {};
  const whole = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => typeof value !== "object" || !(name in known)),
    );
  checkExample({ type, now: whole(now), was: whole(was) }, path, context);
}

function checkRule(name: string, path: Path, { context, known }: Checking): void {
  if (known.rules.includes(name)) return;
  context.report(context.yaml.at(path), `there is no rule \`${name}\``, didYouMean(name, known.rules));
}
