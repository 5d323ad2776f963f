import { describe, expect, test } from "vitest";
import { csvRow, parseCsv } from "../../src/lib/csv.ts";
import { cpuMs } from "../support/cpu-time.ts";
import { fc } from "../support/fast-check.ts";

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

  test("a long text costs no more than its length", () => {
    const most = 5_000;
    const both = () => {
      expect(parseCsv('"a""b",c\r\n'.repeat(200_000))).toHaveLength(200_000);
      expect(() => parseCsv(`"${"a".repeat(2_000_000)}`)).toThrow("line 1");
    };
    expect(cpuMs(both, most)).toBeLessThan(most);
  });
});
