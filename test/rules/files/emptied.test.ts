/** What is said of rule files that turned empty. */
import { expect, test } from "vitest";
import { emptiedProblems } from "../../../src/rules/files/watch-rules.ts";

const named = (count: number) => Array.from({ length: count }, (_, at) => `r${at + 1}`);
const said = (rules: readonly string[]) =>
  emptiedProblems([{ file: "a.yaml", rules }], "minute").map(({ message }) => message);

test("twenty rules are named, and of more than that how many they are", () => {
  expect(said(named(2))).toEqual([
    "the file is empty now; its rules (r1, r2) stay for a minute, and go if it is still so then",
  ]);
  expect(said(named(20))).toEqual([
    `the file is empty now; its rules (${named(20).join(", ")}) stay for a minute, and go if it is still so then`,
  ]);
  expect(said(named(21))).toEqual([
    `the file is empty now; its rules (${named(20).join(", ")} and 1 more) stay for a minute, and go if it is still so then`,
  ]);
});
