/** Writes rows as a Parquet file, a group of rows at a time. */
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import {
  type Cell,
  type Column,
  type ColumnKind,
  cellWords,
  type Row,
  type RowWriter,
  type Sink,
} from "./row-writer.ts";

/** Rows of a group: what is held at a time. Larger groups are quicker to ask, and smaller ones are written sooner. */
const groupRows = 10_000;

export function createParquetWriter(columns: readonly Column[], sink: Sink): RowWriter {
  const bytes = new ByteWriter();
  const schema = [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: "yagura" });
  let waiting: (readonly Cell[])[] = [];
  const drain = async (): Promise<void> => {
    const chunk = new Uint8Array(bytes.buffer.slice(0, bytes.index));
    bytes.index = 0;
    if (chunk.length > 0) await sink(chunk);
  };
  const writeGroup = async (): Promise<void> => {
    const data = (at: number, kind: ColumnKind) => waiting.map((cells) => parquetValue(kind, cells[at]));
    const columnData = columns.map(({ name, kind }, at) => ({ name, data: data(at, kind) }));
    if (waiting.length > 0) await writer.write({ columnData, rowGroupSize: waiting.length });
    waiting = [];
    await drain();
  };
  return {
    async write(rows: readonly Row[]) {
      for (const row of rows) {
        waiting.push(row.cells());
        if (waiting.length >= groupRows) await writeGroup();
      }
    },
    async end() {
      await writeGroup();
      await writer.finish();
      await drain();
    },
  };
}

const types: Readonly<Record<ColumnKind, Pick<SchemaElement, "type" | "converted_type">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  moment: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
};

function elementOf({ name, kind }: Column): SchemaElement {
  return { name, ...types[kind], repetition_type: "OPTIONAL" };
}

/** A number that is none, as an older version may have written, is unknown rather than wrong. */
function parquetValue(kind: ColumnKind, cell: Cell): unknown {
  if (cell === undefined || cell === null) return null;
  if (kind === "integer") return Number.isSafeInteger(cell) ? BigInt(cell as number) : null;
  if (kind === "number") return typeof cell === "number" ? cell : null;
  if (kind === "moment") return Number.isNaN(Date.parse(String(cell))) ? null : new Date(String(cell));
  return cellWords(cell);
}
