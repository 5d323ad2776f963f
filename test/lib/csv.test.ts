import { describe, expect, test } from "vitest";
import { createCsvSplitter, csvRow, parseCsv } from "../../src/lib/csv.ts";
import { cpuMs } from "../support/cpu-time.ts";
import { fc } from "../support/fast-check.ts";

/** The rows, or what is wrong. */
function outcome(read: () => string[][]): unknown {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

describe("CSV", () => {
  test.each([
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ['"a,1","say ""so""","two\r\nlines"\r\n', [["a,1", 'say "so"', "two\r\nlines"]]],
    ["a,,\r\n", [["a", "", ""]]],
    ["a,", [["a", ""]]],
    ['""\r\n', [[""]]],
    ["\r\n\r\na\r\n", [["a"]]],
    ["", []],
  ])("%j is read as its cells", (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  test.each([
    ['a"b,c\r\n', 1],
    ['a,b\r\n"c"d\r\n', 2],
    ['"x\r\ny"\r\n"never closed', 3],
  ])("%j has a stray quote, told with its line", (text, line) => {
    expect(() => parseCsv(text)).toThrow(`line ${line}:`);
  });

  test("whatever is written is read back", () => {
    const cells = fc.array(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 5 }), (rows) => {
        expect(parseCsv(rows.map(csvRow).join(""))).toEqual(rows);
      }),
    );
  });

  test("in pieces gives the same rows, wherever it is cut", () => {
    const texts = fc.array(fc.constantFrom('"', '""', ",", "\r\n", "\n", "a", "あ", " "), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 5 }), (signs, size) => {
        const splitter = createCsvSplitter();
        const pieces = Array.from({ length: Math.ceil(signs.length / size) }, (_, at) =>
          signs.slice(at * size, (at + 1) * size).join(""),
        );
        const split = () => [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
        expect(outcome(split)).toEqual(outcome(() => parseCsv(signs.join(""))));
      }),
    );
  });

  test("in pieces gives a row as soon as its line is over", () => {
    const splitter = createCsvSplitter();
    expect([splitter.push('a,"b\n'), splitter.push('c"\r'), splitter.push("\nd")]).toEqual([
      [],
      [],
      [["a", "b\nc"]],
    ]);
    expect(splitter.end()).toEqual([["d"]]);
  });

  test("a long text costs no more than its length", () => {
    const most = 5_000;
    const both = () => {
      expect(parseCsv('"a""b",c\r\n'.repeat(200_000))).toHaveLength(200_000);
      expect(() => parseCsv(`"${"a".repeat(2_000_000)}`)).toThrow("line 1");
    };
    expect(cpuMs(both, most)).toBeLessThan(most);
  });
});
