/** The pages that tell of sources: that each of them says something of every source, and of every type of its events. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { matchesType } from "../../src/model/event-types.ts";
import { sourceMembers } from "../../src/sources/index.ts";
import { home } from "./written-files.ts";

const names = sourceMembers.map(({ name }) => name);
const types = [...builtInTypes.known.keys()];
const pageOf = (path: string) => readFileSync(join(home, "docs", path), "utf8");

test("every source has a section of its own in docs/sources.md", () => {
  const headings = [...pageOf("sources.md").matchAll(/^## (.+)$/gm)];
  const written = headings.map(([, heading]) => heading);
  expect(names.filter((name) => !written.includes(name))).toEqual([]);
});

test.each([
  ["tests.md", "source | an answer has"],
  ["sources.md", "source | its newest publication"],
  ["sources.md", "source | one poll requests"],
  ["rules-current-items.md", "source | current items"],
  ["history.md", "source | provided by its service"],
])("docs/%s has every source in its table of %s", (page, head) => {
  const told = firstColumn(pageOf(page), head);
  expect(names.filter((name) => !told.includes(name))).toEqual([]);
});

test("docs/rules-reference.md has every type of event in its table of them", () => {
  const told = firstColumn(pageOf("rules-reference.md"), "event types | are about");
  expect(types.filter((type) => !told.some((pattern) => matchesType(pattern, type)))).toEqual([]);
});

const isIn = (told: readonly string[], type: string) =>
  told.some((name) => matchesType(name, type) || matchesType(`${name}.*`, type));

test("docs/rules-events.md has every type of event in a table of types", () => {
  const told = tablesOf("types");
  expect(types.filter((type) => !isIn(told, type))).toEqual([]);
});

test("docs/rules-events.md has a table of the fields of every type, or of another with the same item", () => {
  const told = tablesOf("fields");
  const items = new Set(
    [...builtInTypes.known].flatMap(([type, { item }]) => (isIn(told, type) ? item : [])),
  );
  const lacking = [...builtInTypes.known].filter(([, { item }]) => !items.has(item));
  expect(lacking.map(([type]) => type)).toEqual([]);
});

test("a table that a page lacks, and a row that a table lacks, are found", () => {
  expect(firstColumn("| a | b |\n|---|---|\n| `x`, y | 1 |\n| z | 2 |\n\n| w | 3 |\n", "a | b")).toEqual([
    ...["x", "y", "z"],
  ]);
  expect(() => firstColumn("| a | b |\n", "c | d")).toThrow("no table of c | d");
});

/** What the generated tables of rules-events.md are about. */
function tablesOf(what: "types" | "fields"): string[] {
  const marks = pageOf("rules-events.md").matchAll(new RegExp(`<!-- generated: ${what} of (.+) -->`, "g"));
  return [...marks].map(([, name = ""]) => name);
}

/** What the rows of a table are about: the first cell of each, taken apart at its commas. */
function firstColumn(page: string, head: string): string[] {
  const lines = page.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`| ${head}`));
  if (at === -1) throw new Error(`there is no table of ${head}`);
  const rows = lines.slice(at + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return (end === -1 ? rows : rows.slice(0, end)).flatMap((row) =>
    (row.split("|")[1] ?? "").split(/, | and /).map((cell) => cell.trim().replaceAll("`", "")),
  );
}
