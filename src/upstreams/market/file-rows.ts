/** The rows of a file of the past: CSV by gzip, its columns read by their heading as the call's own answer is. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { CsvError, createCsvSplitter } from "../../lib/csv.ts";
import { Failure } from "../../lib/failure.ts";
import { elsewhere, nextTurn } from "../../lib/turns.ts";
import type { OddityCollector } from "../misfits.ts";
import { createRowReader } from "../read-rows.ts";
import { type FieldTable, knownNames, recordSchema, type WatchedRecord } from "../record.ts";
import type { NamedCall } from "./call.ts";

/**
 * Some rows at a time. Throws a Failure "malformed" where it is no such file, "incomplete" where it is cut.
 * @param path of the file
 */
export async function* fileRows(
  path: string,
  call: NamedCall,
  oddities: OddityCollector | undefined,
): AsyncGenerator<readonly WatchedRecord[], void, void> {
  const { fields, name: where } = call;
  const schema = recordSchema(fields);
  const reader = createRowReader({ schema, fields, names: knownNames(fields), where, path: [] }, oddities);
  const lists = listColumns(fields);
  for await (const { heading, rows } of tableIn(path, call)) {
    const page = reader.begin();
    for (const cells of rows) page.take(rowOf(heading, cells, lists));
    yield page.end();
    await nextTurn();
  }
  reader.end();
}

/** Whether a file is whole: by the check sum at its end. Throws a Failure. */
export async function checkWhole(path: string, where: string): Promise<void> {
  for await (const _ of unzipped(path, where));
}

/** Whether a file is whole, is a table in its charset, and has a column for each field of its call. Throws a Failure. */
export async function checkTable(path: string, call: NamedCall): Promise<void> {
  const { fields, name, files } = call;
  for await (const { heading } of tableIn(path, call)) {
    const lacking = Object.keys(fields).filter((field) => {
      const { wire = [] } = fields[field] ?? {};
      return wire.length > 0 && !wire.some((one) => heading.includes(one.name));
    });
    const beyond = (files?.mayLack ?? [[]]).map((some) => lacking.find((field) => !some.includes(field)));
    const [first] = beyond;
    if (first !== undefined && !beyond.includes(undefined))
      throw new Failure("malformed", `${name}: the file has no column ${fields[first]?.wire[0]?.name}`);
    await nextTurn();
  }
}

interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Some rows at a time, each with as many cells as the heading. Throws a Failure. */
async function* tableIn(path: string, call: NamedCall): AsyncGenerator<Table, void, void> {
  const { name: where } = call;
  let heading: readonly string[] | undefined;
  let count = 0;
  for await (const rows of rowsIn(path, where)) {
    const [first] = rows;
    const isFirst = heading === undefined && first !== undefined;
    if (isFirst) heading = headingOf(first, call);
    if (heading === undefined) continue;
    const own = isFirst ? rows.slice(1) : rows;
    for (const [at, cells] of own.entries()) {
      if (cells.length === heading.length) continue;
      const place = `row ${count + at + 1} of the file has ${cells.length} cells`;
      throw new Failure("malformed", `${where}: ${place}, its heading ${heading.length}`);
    }
    count += own.length;
    yield { heading, rows: own };
  }
  if (heading === undefined) throw new Failure("malformed", `${where}: the file is empty`);
}

async function* rowsIn(path: string, where: string): AsyncGenerator<string[][], void, void> {
  const splitter = createCsvSplitter();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of unzipped(path, where))
      yield splitter.push(decoder.decode(piece, { stream: true }));
    yield [...splitter.push(decoder.decode()), ...splitter.end()];
  } catch (error) {
    if (error instanceof CsvError) throw new Failure("malformed", `${where}: ${error.message}`);
    if (error instanceof TypeError) throw new Failure("malformed", `${where}: the file is not UTF-8`);
    throw error;
  }
}

async function* unzipped(path: string, where: string): AsyncGenerator<Buffer, void, void> {
  const from = createReadStream(path);
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  from.on("error", (error) => gunzip.destroy(error));
  try {
    const pieces = from.pipe(gunzip)[Symbol.asyncIterator]();
    for (let step = await elsewhere(pieces.next()); !step.done; step = await elsewhere(pieces.next()))
      yield step.value as Buffer;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") throw new Failure("incomplete", `${where}: the file is cut`);
    if (code.startsWith("Z_"))
      throw new Failure("malformed", `${where}: the file is no gzip, or it is damaged`);
    throw error;
  } finally {
    from.destroy();
    gunzip.destroy();
  }
}

/** A file that lacks all that the call requires is another one. */
function headingOf(cells: readonly string[], { fields, name }: NamedCall): readonly string[] {
  const heading = cells.map((cell, at) => (at === 0 ? cell.replace(/^\ufeff/, "") : cell).trim());
  const missing = Object.values(fields).find(
    ({ required, wire }) => required && !wire.some((one) => heading.includes(one.name)),
  );
  if (missing === undefined) return heading;
  throw new Failure("malformed", `${name}: the file has no column ${missing.wire[0]?.name}`);
}

/** Columns that hold several texts in one cell. */
function listColumns(fields: FieldTable): ReadonlySet<string> {
  const lists = Object.values(fields).filter(({ type }) => type === "list of texts");
  return new Set(lists.flatMap(({ wire }) => wire.map(({ name }) => name)));
}

function rowOf(
  heading: readonly string[],
  cells: readonly string[],
  lists: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (const [at, name] of heading.entries()) {
    const cell = cells[at] ?? "";
    row[name] = lists.has(name) ? (cell === "" ? [] : cell.split("|")) : cell;
  }
  return row;
}
