/** Reads files of rule tests; every mistake in any of them, at once. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { type TestFileSchema, testFileSchema, type WrittenTest } from "../../../files/test-file-schema.ts";
import { byPlace, type Problem } from "../../../lib/problem.ts";
import { safeProblems } from "../../../lib/safe-problems.ts";
import { parseYaml, type YamlFile } from "../../../lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../../lib/yaml/validate-yaml.ts";
import { fileWordsIn } from "../../../model/messages/in-japanese.ts";
import { latestNames } from "../../../rules/cel/standing-names.ts";
import { ruleLanguage } from "../../../rules/conditions/index.ts";
import { createFileContext, createLanguages } from "../../../rules/context/file-context.ts";
import { isRuleFile, isSecretInRules } from "../../../rules/files/read-rule-files.ts";
import { createStands } from "../../../rules/standing/plan.ts";
import { checkTest, type TestNames } from "./check-test.ts";

export interface TestFile {
  readonly yaml: YamlFile;
  readonly tests: readonly WrittenTest[];
}

export interface ReadTests {
  readonly files: readonly TestFile[];
  readonly problems: readonly Problem[];
}

/** The test files of a folder, by name; none where there is no such folder. */
export async function testFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isRuleFile)
    .sort()
    .map((name) => join(folder, name));
}

/** @param shownAs how a path is written in what is told */
export async function readTestFiles(
  paths: readonly string[],
  known: TestNames,
  shownAs: (path: string) => string,
): Promise<ReadTests> {
  const schema = testFileSchema(known.types, known.records);
  const read = await Promise.all(
    paths.map(async (path) => {
      const file = shownAs(path);
      try {
        return readTests(await readFile(path, "utf8"), file, known, schema);
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

export function readTests(
  text: string,
  file: string,
  known: TestNames,
  schema: TestFileSchema = testFileSchema(known.types, known.records),
): ReadTests {
  const yaml = parseYaml(text, file);
  const refused = (problems: readonly Problem[]) => ({
    files: [],
    problems: safeProblems([...problems].sort(byPlace), text, {
      isSecretKey: isSecretInRules,
      repeatedIn: fileWordsIn,
    }),
  });
  if (yaml.problems.length > 0) return refused(yaml.problems);
  const checked = validateYaml(schema, yaml);
  const isWhole = checked.ok;
  const tests = isWhole ? checked.value.tests : salvageTests(yaml.value, schema);
  const problems: Problem[] = isWhole ? [] : [...checked.problems];
  const { types } = known;
  const stands = createStands(latestNames(types).sources);
  const context = createFileContext(yaml, {
    languages: createLanguages(stands, (own) => ruleLanguage(own, types, {}, stands)),
    listFile: () => undefined,
    told: new Set(),
    notify: [],
    types,
    settings: undefined,
    problems,
    warnings: [],
  });
  for (const [index, test] of tests.entries()) checkTest(test, ["tests", index], { context, known, isWhole });
  return problems.length > 0 ? refused(problems) : { files: [{ yaml, tests }], problems: [] };
}

/** Tests and steps stay where they are; none where nothing can be made of the file. */
function salvageTests(value: unknown, schema: TestFileSchema): readonly WrittenTest[] {
  const issues = schema.safeParse(value ?? {}).error?.issues ?? [];
  const left: unknown = structuredClone(value);
  if (!isMap(left) || !Array.isArray(left.tests)) return [];
  const { tests } = left;
  for (const issue of issues) {
    const [root, index, ...path] = issue.path;
    if (root === "tests" && typeof index === "number") tests[index] = withoutPart(tests[index], path, issue);
  }
  return schema.safeParse({ tests }).data?.tests ?? [];
}

/** The test without the part that an issue is about. */
function withoutPart(test: unknown, path: readonly PropertyKey[], issue: z.core.$ZodIssue): unknown {
  if (!isMap(test)) return nothing;
  const [key, index, ...inside] = path;
  const { steps } = test;
  if (key === "steps" && typeof index === "number" && Array.isArray(steps)) {
    const step: unknown = steps[index];
    steps[index] = isMap(step) ? without(step, inside, issue) : {};
    return test;
  }
  return { ...nothing, ...without(test, path, issue) };
}

const nothing = { name: "nameless", steps: [{}] };

function without(map: Map, [key]: readonly PropertyKey[], issue: z.core.$ZodIssue): Map {
  const own = issue.code === "unrecognized_keys" ? issue.keys : ["at", "after"];
  const broken = key === undefined ? own : [key];
  return Object.fromEntries(Object.entries(map).filter(([name]) => !broken.includes(name)));
}

type Map = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
