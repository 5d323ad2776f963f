/** Rows come back from each format as they went in; nothing is held but what is being written. */
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { parseCsv } from "../../../src/lib/csv.ts";
import { createParquetWriter } from "../../../src/lib/rows/parquet-writer.ts";
import {
  type Column,
  createCsvWriter,
  createNdjsonWriter,
  type Row,
  type RowWriter,
  type Sink,
} from "../../../src/lib/rows/row-writer.ts";

const columns: readonly Column[] = [
  { name: "seq", kind: "integer" },
  { name: "time", kind: "moment" },
  { name: "now.name", kind: "text" },
  { name: "now.ratio", kind: "number" },
  { name: "list", kind: "json" },
];

const rowOf = (...cells: unknown[]): Row => ({ json: () => JSON.stringify(cells), cells: () => cells });
const time = "2026-11-20T03:00:00.123Z";
const rows = [
  rowOf(1, time, '=HYPERLINK("x"), 例', -1.25, ["a", { b: 1 }]),
  rowOf(9_007_199_254_740_991, undefined, "-1", undefined, null),
];

async function written(create: (sink: Sink) => RowWriter, given: readonly Row[] = rows): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const writer = create(async (bytes) => void chunks.push(Buffer.from(bytes)));
  for (const row of given) await writer.write([row]);
  await writer.end();
  return Buffer.concat(chunks);
}

test("NDJSON has a line a row", async () => {
  const text = String(await written(createNdjsonWriter));
  expect(text.trim().split("\n")).toEqual(rows.map((row) => row.json()));
  expect(String(await written(createNdjsonWriter, []))).toBe("");
});

test("CSV has every text as it is: it is for programs, which a mark before a formula would mislead", async () => {
  const text = String(await written((sink) => createCsvWriter(columns, sink)));
  expect(parseCsv(text)).toEqual([
    ["seq", "time", "now.name", "now.ratio", "list"],
    ["1", time, '=HYPERLINK("x"), 例', "-1.25", '["a",{"b":1}]'],
    ["9007199254740991", "", "-1", "", ""],
  ]);
});

test("CSV for a spreadsheet says that it is UTF-8, and no text of it is a formula; numbers stay numbers", async () => {
  const text = String(await written((sink) => createCsvWriter(columns, sink, true)));
  expect(text.startsWith("\ufeffseq,")).toBe(true);
  expect(parseCsv(text).slice(1)).toEqual([
    ["1", time, `'=HYPERLINK("x"), 例`, "-1.25", '["a",{"b":1}]'],
    ["9007199254740991", "", "'-1", "", ""],
  ]);
});

test("CSV of no rows has its heading", async () => {
  expect(String(await written((sink) => createCsvWriter(columns, sink), []))).toBe(
    "seq,time,now.name,now.ratio,list\r\n",
  );
});

async function readParquet(bytes: Buffer) {
  const file = new Uint8Array(bytes).buffer;
  return { rows: await parquetReadObjects({ file }), groups: parquetMetadata(file).row_groups };
}

test("Parquet gives numbers, moments, texts and what is unknown back", async () => {
  const read = await readParquet(await written((sink) => createParquetWriter(columns, sink)));
  expect(read.rows).toEqual([
    {
      seq: 1n,
      time: new Date(time),
      "now.name": '=HYPERLINK("x"), 例',
      "now.ratio": -1.25,
      list: '["a",{"b":1}]',
    },
    { seq: 9_007_199_254_740_991n, time: null, "now.name": "-1", "now.ratio": null, list: null },
  ]);
});

test("Parquet is written a group at a time, and what is no number of its column is unknown", async () => {
  const many = Array.from({ length: 25_000 }, (_, at) => rowOf(at, "never", `name ${at}`, "12", undefined));
  const sizes: number[] = [];
  const bytes = await written(
    (sink) =>
      createParquetWriter(columns, async (chunk) => {
        sizes.push(chunk.length);
        await sink(chunk);
      }),
    many,
  );
  const read = await readParquet(bytes);
  expect(read.groups.map(({ num_rows }) => num_rows)).toEqual([10_000n, 10_000n, 5_000n]);
  expect(read.rows).toHaveLength(25_000);
  expect(read.rows[24_999]).toMatchObject({
    seq: 24_999n,
    time: null,
    "now.name": "name 24999",
    "now.ratio": null,
  });
  expect(Math.max(...sizes)).toBeLessThan(bytes.length / 2);
});

test("Parquet of no rows is a file with its columns", async () => {
  const bytes = await written((sink) => createParquetWriter(columns, sink), []);
  const { schema } = parquetMetadata(new Uint8Array(bytes).buffer);
  expect(schema.slice(1).map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  expect((await readParquet(bytes)).rows).toEqual([]);
});
