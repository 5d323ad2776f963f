/** Every member of a family, every call of the page and every command has a test: one that is forgotten would fail nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";
import { memberFiles } from "./floors.ts";
import { readSource, sourcePaths } from "./imports.ts";

const folder = join(import.meta.dirname, "..");
const paths = sourcePaths();
/** What the tests say, but for those of how the house is built and what the documents say, which name everything. */
const tests = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|tsx)$/.test(path) && !/^(architecture|docs)\//.test(path))
  .map((path) => readFileSync(join(folder, path), "utf8"));
const said = tests.join("\n");
const isSaid = (form: RegExp) => form.test(said);

/** Names of the folders of a family. */
function membersOf(family: string): string[] {
  const { file = "" } = memberFiles.find((one) => one.family === family) ?? {};
  const members = paths.filter((path) => path.startsWith(`${family}/`) && path.endsWith(`/${file}`));
  const names = members.map((path) => path.split("/").at(-2) ?? "").filter((name) => name !== family);
  expect(names.length).toBeGreaterThan(2);
  return names;
}

test.each(["sources", "outputs"])("a test imports a file of every member of %s", (family) => {
  const untouched = membersOf(family).filter((name) => !isSaid(new RegExp(`src/${family}/${name}/`)));
  expect(untouched).toEqual([]);
});

test("a test tries random answers on every source", () => {
  const random = tests.filter((text) => /\bfc\b/.test(text));
  const untried = membersOf("sources").filter(
    (name) => !random.some((text) => text.includes(`src/sources/${name}/index.ts"`)),
  );
  expect(untried).toEqual([]);
});

test("every file that answers a call of the page is in the registry", () => {
  const registered = readSource("page/index.ts").imports;
  const answering = paths.filter(
    (path) => path.startsWith("page/") && /"\/api\/[a-z/-]+"/.test(readSource(path).text),
  );
  expect(answering.length).toBeGreaterThan(10);
  expect(answering.filter((path) => !registered.includes(path))).toEqual([]);
});

test("a test asks every call of the page, or imports the file that answers it", () => {
  const pages = paths.filter((path) => path.startsWith("page/"));
  const untouched = pages.filter((path) => !said.includes(`src/${path}"`));
  const calls = untouched.flatMap((path) => [...readSource(path).text.matchAll(/"\/(api\/[a-z/-]+)"/g)]);
  expect(calls.length).toBeGreaterThan(10);
  const names = calls.map(([, call = ""]) => call);
  expect(names.filter((call) => !isSaid(new RegExp(`\\b${call}\\b(?![-/])`)))).toEqual([]);
});

test("a test calls every command", () => {
  const names = createProgram().commands.map((command) => command.name());
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isSaid(new RegExp(`["'\`](yagura )?${name}["'\` ]`)))).toEqual([]);
});
