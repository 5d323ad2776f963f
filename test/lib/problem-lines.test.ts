import { describe, expect, it } from "vitest";
import { problemLines } from "../../src/lib/problem.ts";
import { cellsOf } from "../../src/lib/text/terminal.ts";
import { fc } from "../support/fast-check.ts";

const at = { file: "a.yaml", line: 3, message: "this is wrong" };

/** Cells before the caret. */
function caretCells(lines: readonly string[]): number {
  return (lines[2] ?? "").indexOf("^");
}

/** The character that stands in a cell of a line. */
function characterIn(line: string, cell: number): string | undefined {
  let before = 0;
  for (const character of line) {
    if (before === cell && cellsOf(character) > 0) return character;
    before += cellsOf(character);
  }
  return undefined;
}

describe("a problem for a terminal", () => {
  it("is the place and the message, the line, a caret under the column, and what was meant", () => {
    const problem = {
      ...at,
      column: 11,
      source: "    when: nwo.ratio > 1",
      suggestion: "did you mean `now`?",
    };
    expect(problemLines(problem)).toEqual([
      "a.yaml:3:11: this is wrong",
      "    when: nwo.ratio > 1",
      "          ^",
      "did you mean `now`?",
    ]);
  });

  it("is one line where the file's line is not known", () => {
    expect(problemLines({ ...at, column: 1, suggestion: "did you mean `x`?" })).toEqual([
      "a.yaml:3:1: this is wrong (did you mean `x`?)",
    ]);
  });

  it("says that a warning is one", () => {
    expect(problemLines({ ...at, column: 1, severity: "warning", source: "x" })[0]).toBe(
      "a.yaml:3:1: warning: this is wrong",
    );
  });

  it("counts two cells for what is full-width, one for half-width kana, none for an accent", () => {
    const before = { "増配 ": 5, "ｽﾄｯﾌﾟ ": 6, "ＡＢ：": 6, é: 1, "か\u3099": 2, 𠮷: 2, "①": 1 };
    for (const [text, cells] of Object.entries(before)) {
      const lines = problemLines({ ...at, column: text.length + 1, source: `${text}x` });
      expect([text, caretCells(lines)]).toEqual([text, cells]);
    }
  });

  it("puts the caret under the character of the column, however long and wide the line", () => {
    const character = fc.constantFrom("a", " ", "漢", "カ", "ｶ", "：", "é", "\t", "𠮷");
    fc.assert(
      fc.property(fc.array(character, { maxLength: 400 }), fc.nat(400), (before, after) => {
        const source = `${before.join("")}X${"字b".repeat(after)}`;
        const lines = problemLines({ ...at, column: before.join("").length + 1, source });
        expect(characterIn(lines[1] ?? "", caretCells(lines))).toBe("X");
        const width = [...(lines[1] ?? "")].reduce((sum, each) => sum + cellsOf(each), 0);
        expect(width).toBeLessThanOrEqual(102);
      }),
    );
  });

  it("shows 100 cells of a long line, from 40 before the caret where that stands far to the right", () => {
    const digits = (length: number) => Array.from({ length }, (_, place) => place % 10).join("");
    const shown = (length: number, column: number) =>
      problemLines({ ...at, column, source: digits(length) }).slice(1);
    expect(shown(100, 100)).toEqual([digits(100), `${" ".repeat(99)}^`]);
    expect(shown(101, 80)).toEqual([`${digits(100)}…`, `${" ".repeat(79)}^`]);
    expect(shown(101, 81)).toEqual([`…${digits(101).slice(40)}`, `${" ".repeat(41)}^`]);
    expect(shown(300, 201)).toEqual([`…${digits(300).slice(160, 260)}…`, `${" ".repeat(41)}^`]);
  });

  it("stands past the end where the column does", () => {
    expect(problemLines({ ...at, column: 4, source: "abc" })[2]).toBe("   ^");
  });

  it("shows nothing that steers the terminal", () => {
    const lines = problemLines({ ...at, column: 3, source: "a\u001b[2J\u202ebc\r" });
    expect(lines.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
    const named = {
      ...at,
      column: 1,
      message: "unknown key `\u001b[2J`",
      suggestion: "did you mean `\u202ea`?",
    };
    expect(problemLines({ ...named, source: "x" }).join("")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(problemLines(named).join("")).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
