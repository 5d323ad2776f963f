import { describe, expect, it } from "vitest";
import { csvColumn, csvRows, parseCsv } from "../../src/lib/csv.ts";
import { readCsvTable } from "../../src/lib/csv-table.ts";
import { fc } from "../support/fast-check.ts";

const form = { needs: ["code"], kinds: new Map([["code", "text"] as const]), mostRows: 3 };
const read = (text: string) => {
  const { columns, rows, mistakes } = readCsvTable(text, form);
  return { columns: [...columns], rows: rows.map(({ cells }) => cells), mistakes };
};

describe("a CSV table", () => {
  it("has columns of texts and of numbers, and leaves out what is empty", () => {
    expect(read("\ufeffcode, level ,sector,note\n7203,1.5,0050, a \n\n6758,-2,3700,\n")).toEqual({
      columns: [
        ["code", "text"],
        ["level", "number"],
        ["sector", "text"],
        ["note", "text"],
      ],
      rows: [
        { code: "7203", level: 1.5, sector: "0050", note: "a" },
        { code: "6758", level: -2, sector: "3700" },
      ],
      mistakes: [],
    });
  });

  it("a column without a value has no kind", () => {
    expect(read("code,x\n7203,\n").columns).toEqual([
      ["code", "text"],
      ["x", undefined],
    ]);
  });

  it("tells the place of a cell behind quotes and line breaks", () => {
    const { rows, mistakes } = readCsvTable('code,note,x\n"7203","a\nb",1\n"6758","c, d",2\n', form);
    rows[1]?.refuse("x", "no");
    expect(mistakes).toEqual([{ line: 4, column: 15, message: "no", suggestion: undefined }]);
  });

  it("is refused with too many rows, and tells so many mistakes and no more", () => {
    expect(read("code\na\nb\nc\nd\n").mistakes).toMatchObject([
      { line: 5, message: "the file has more than 3 rows" },
    ]);
    const many = { ...form, mostRows: 100 };
    const text = `code,x\n${"a,1,2\n".repeat(50)}`;
    expect(readCsvTable(text, many).mistakes).toHaveLength(20);
  });

  it("never throws, and names no column that expressions cannot read", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("code", "a", "1", ",", '"', "\n", "\r\n", " ", "__proto__", ";")),
        (parts) => {
          const { columns } = readCsvTable(parts.join(""), form);
          for (const name of columns.keys()) expect(name).toMatch(/^(code|a)[a-z0-9]*$/i);
        },
      ),
    );
  });
});

describe("rows with places", () => {
  it("are those of parseCsv, each at its line and column", () => {
    const cell = fc.constantFrom("", "a", "b b", '"q"', '"q,""q"""', '"x\ny"', "語");
    const ends = fc.constantFrom("\n", "\r\n", "\n\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), ends)), (written) => {
        const text = written.map(([cells, end]) => cells.join(",") + end).join("");
        const rows = [...csvRows(text)];
        expect(rows.map(({ cells }) => cells)).toEqual(parseCsv(text));
        for (const row of rows) {
          const before = text.slice(0, row.start);
          expect(row.line).toBe(before.split("\n").length);
          expect(csvColumn(text, row, 0)).toBe(1);
        }
      }),
    );
  });
});
