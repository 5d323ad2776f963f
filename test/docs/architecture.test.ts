/** docs/architecture.md: that the house it describes is the one that stands. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { home } from "./written-files.ts";

const page = readFileSync(join(home, "docs/architecture.md"), "utf8");

test("the tree has a line for each room of src, and no other", () => {
  const tree = page.slice(page.indexOf("    src/\n"), page.indexOf("Imports point downwards"));
  const told = [...tree.matchAll(/^ {6}(\S+) /gm)].map(([, room]) => room);
  const rooms = readdirSync(join(home, "src"), { withFileTypes: true });
  expect(told.sort()).toEqual(rooms.map((room) => (room.isDirectory() ? `${room.name}/` : room.name)).sort());
});

test("every file and folder that it names is there", () => {
  const named = [...page.matchAll(/(?:\]\(\.\.\/|`)((?:src|test|rules)\/[^)`]*)/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(home, path)))).toEqual([]);
});

test("the glossary explains each word once, in alphabetical order", () => {
  const rows = page.slice(page.indexOf("## Glossary")).match(/^\| [a-z ]+ \|/gm) ?? [];
  const words = rows.map((row) => row.slice(2, -2)).filter((word) => word !== "word");
  expect(words.length).toBeGreaterThanOrEqual(40);
  expect(words).toEqual([...new Set(words)].sort());
});
