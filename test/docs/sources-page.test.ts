/** docs/sources.md and docs/tests.md: that they say something of every source. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceMembers } from "../../src/sources/index.ts";

const docs = join(import.meta.dirname, "../../docs");
const names = sourceMembers.map(({ name }) => name);

test("every source has a section of its own in docs/sources.md", () => {
  const headings = [...readFileSync(join(docs, "sources.md"), "utf8").matchAll(/^## (.+)$/gm)];
  const written = headings.map(([, heading]) => heading);
  expect(names.filter((name) => !written.includes(name))).toEqual([]);
});

test("docs/tests.md says of every source what its service shows in a test", () => {
  const page = readFileSync(join(docs, "tests.md"), "utf8");
  expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
