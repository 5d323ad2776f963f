/** Comments outlive what they speak of: every file begins with what it is, and names only files that are there. */
import { basename } from "node:path";
import { expect, test } from "vitest";
import { readSource, sourcePaths } from "./imports.ts";

const paths = sourcePaths();
const files = paths.map(readSource);
const names = new Set(paths.map((path) => basename(path)));

/** The files that the comments of a text name, such as `judge.ts` or `life/place.ts`. */
function namedFiles(text: string): string[] {
  const comments = text.match(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
  return comments.flatMap((comment) => comment.match(/[\w/.-]*\w\.tsx?\b/g) ?? []);
}

/** Whether such a file is there: by its name, or by the end of its path. */
const isThere = (named: string) =>
  named.includes("/") ? paths.some((path) => `/${path}`.endsWith(`/${named}`)) : names.has(named);

test("a file begins with what it is", () => {
  const silent = files.filter(({ text }) => !/^(#!.*\n)?\/[/*]/.test(text)).map(({ path }) => path);
  expect(silent).toEqual([]);
});

test("comments name files that are there", () => {
  const gone = files.flatMap(({ path, text }) =>
    namedFiles(text).flatMap((named) => (isThere(named) ? [] : [`${path}: ${named}`])),
  );
  expect(files.flatMap(({ text }) => namedFiles(text)).length).toBeGreaterThan(5);
  expect(gone).toEqual([]);
});

test("a file that is gone is found in either kind of comment", () => {
  const text = `/** See gone.ts and life/place.ts. */\nconst a = "other.ts";\n// As store/gone.ts has it.\n`;
  expect(namedFiles(text)).toEqual(["gone.ts", "life/place.ts", "store/gone.ts"]);
  expect(isThere("gone.ts") || isThere("store/place.ts")).toBe(false);
  expect(isThere("life/place.ts")).toBe(true);
});
