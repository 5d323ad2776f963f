import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { listNames } from "../../../../src/commands/rules/test/play-test.ts";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import { testFileSchema } from "../../../../src/files/test-file-schema.ts";
import { knownKeys } from "../../../../src/lib/yaml/validate-yaml.ts";
import { sourceMembers } from "../../../../src/sources/index.ts";
import { failuresOf } from "./support.ts";

const root = join(import.meta.dirname, "../../../..");
const text = readFileSync(join(root, "docs/tests.md"), "utf8");
const [block = ""] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, inside]) => inside);

describe("docs/tests.md", () => {
  it("shows a test that passes with the rules that ship, and fails where it says so", async () => {
    const rules = readFileSync(join(root, "rules/shorts.yaml"), "utf8");
    expect(await failuresOf(rules, block)).toEqual([]);
    const other = block.replace(/(events:\n.*?seller: )Example Capital/s, "$1Sample Partners");
    expect(other).not.toBe(block);
    expect(await failuresOf(rules, other)).not.toEqual([]);
  });

  it("names every key of a test, of a step and of what is expected", () => {
    const schema: z.ZodType = testFileSchema(builtInTypes);
    const test = ["tests", 0];
    const step = [...test, "steps", 0];
    const lists = listNames.flatMap((list) => knownKeys(schema, [...step, "expect", list, 0]));
    const polls = knownKeys(schema, [...step, "poll"]);
    const keys = [
      ...[test, step, [...step, "expect"], [...test, "subscribe"], [...test, "calendar"]].flatMap((path) =>
        knownKeys(schema, path),
      ),
      ...lists,
      ...polls,
      ...knownKeys(schema, [...step, "poll", "statistics-updates", 0]),
    ];
    expect(polls).toEqual(sourceMembers.map(({ name }) => name));
    const written = (key: string) => text.includes(`\`${key}\``) || text.includes(`\`${key}:`);
    expect([...new Set(keys)].filter((key) => !written(key))).toEqual([]);
  });
});
