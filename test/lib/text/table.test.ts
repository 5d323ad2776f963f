/** Tables on a terminal of a width, and whole where there is none. */
import { expect, test } from "vitest";
import { cellsOf, textTable, wrapped } from "../../../src/lib/text/terminal.ts";
import { fc } from "../../support/fast-check.ts";

const cells = (line: string) => [...line].reduce((sum, character) => sum + cellsOf(character), 0);
const linesOf = (text: string) => text.trimEnd().split("\n");

test("without a width every cell stands whole, padded to its column", () => {
  expect(
    textTable([
      ["code", "name"],
      ["7203", "例示自動車工業株式会社"],
      ["1", "x"],
    ]),
  ).toBe("code  name\n7203  例示自動車工業株式会社\n1     x\n");
});

test("where the widest cells do not fit they are cut, and the others stay whole", () => {
  const table = textTable(
    [
      ["code", "name"],
      ["7203", "例示自動車工業株式会社"],
    ],
    20,
  );
  expect(table).toBe("code  name\n7203  例示自動車工…\n");
});

test("columns that do not fit even so go on in a table below, with the first column again", () => {
  const head = ["code", ...Array.from({ length: 5 }, (_, at) => `column-number-${at}`)];
  const table = textTable([head, ["7203", "a", "b", "c", "d", "e"]], 40);
  expect(linesOf(table).filter((line) => line.startsWith("7203"))).toHaveLength(2);
  for (const value of ["a", "b", "c", "d", "e"])
    expect(table).toMatch(new RegExp(`^7203.* ${value}\\b`, "m"));
});

test("no line is wider than the terminal, whatever the table", () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("架空", "例示自動車工業".repeat(6), ""),
  );
  const clean = cell.map((text) => text.replace(/[\p{C}\p{Z}\p{M}]/gu, "x"));
  const rows = fc
    .integer({ min: 1, max: 12 })
    .chain((width) =>
      fc.array(fc.array(clean, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(
    fc.property(rows, fc.integer({ min: 12, max: 120 }), (table, columns) => {
      const lines = linesOf(textTable(table, columns));
      return lines.every((line) => cells(line) <= columns);
    }),
  );
});

test("a long line goes on below, indented, and breaks between words where it can", () => {
  expect(wrapped("one two three four", 10, "  ")).toEqual(["one two", "  three", "  four"]);
  expect(wrapped("one two three four", undefined, "  ")).toEqual(["one two three four"]);
  expect(wrapped("架空電機工業", 6, " ")).toEqual(["架空電", " 機工", " 業"]);
  expect(wrapped("既定は設定の first one です", 14, "")).toEqual(["既定は設定の", "first one です"]);
  expect(wrapped("次の「もの」", 6, "")).toEqual(["次の", "「も", "の」"]);
  expect(wrapped("見ました、次に", 8, "")).toEqual(["見まし", "た、次に"]);
});
