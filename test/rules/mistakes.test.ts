import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { formatProblem } from "../../src/lib/problem.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { mailsTo } from "./support.ts";

const folder = join(import.meta.dirname, "../../fixtures/rules");

/** A line a file with one mistake: where it is, what is said of it, and what to write instead. */
const table = readFileSync(join(import.meta.dirname, "mistakes.txt"), "utf8")
  .trimEnd()
  .split("\n");

describe("a rule file with one mistake", () => {
  it("has its line in the table, every one of them", () => {
    const files = table.map((line) => line.slice(0, line.indexOf(":")));
    expect(readdirSync(folder).sort()).toEqual(files.sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(table)("%s", (told) => {
    const file = told.slice(0, told.indexOf(":"));
    const text = readFileSync(join(folder, file), "utf8");
    const loaded = compileRuleTexts([{ file, text }], {
      notify: mailsTo("desk"),
      types: builtInTypes,
      hash: "",
    });
    const problems = loaded.ok ? loaded.warnings : [...loaded.problems, ...loaded.warnings];
    expect(problems.map(formatProblem)).toEqual([told]);
    expect(problems.map(({ source }) => source)).toEqual([text.split("\n")[(problems[0]?.line ?? 0) - 1]]);
  });

  it("is not loaded, unless it is a warning", () => {
    for (const told of table) {
      const file = told.slice(0, told.indexOf(":"));
      const text = readFileSync(join(folder, file), "utf8");
      const { ok } = compileRuleTexts([{ file, text }], {
        notify: mailsTo("desk"),
        types: builtInTypes,
        hash: "",
      });
      expect([file, ok]).toEqual([file, told.includes(": warning: ")]);
    }
  });
});
