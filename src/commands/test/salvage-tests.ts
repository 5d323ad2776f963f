/** The valid rest of a test file with mistakes in its form, so that mistakes in its meaning are reported as well. */
import type * as z from "zod";
import type { TestFileSchema, WrittenTest } from "../../app/test-files/test-file-schema.ts";

/** Tests and steps stay where they are; none where nothing can be made of the file. */
export function salvageTests(value: unknown, schema: TestFileSchema): readonly WrittenTest[] {
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
