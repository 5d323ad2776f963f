/** Bodies of answers: CSV, Shift_JIS, and long ones that are written while they are sent. */
import type { Envelope } from "./messages.ts";

/**
 * An answer as CSV. The document leaves the layout open; this is the one the service was seen to use: the
 * envelope as lines of name and value, a heading, then one row an observation (one row a series for metadata).
 */
export function* writeCsv(envelope: Partial<Envelope> & Pick<Envelope, "RESULTSET">): Generator<string> {
  const { PARAMETER, NEXTPOSITION, RESULTSET, ...facts } = envelope;
  const lines: unknown[][] = Object.entries(facts);
  for (const [name, value] of Object.entries(PARAMETER ?? {})) lines.push(["PARAMETER", name, value]);
  if (NEXTPOSITION !== undefined) lines.push(["NEXTPOSITION", NEXTPOSITION ?? ""]);
  for (const cells of lines) yield line(cells);
  let names: string[] | undefined;
  for (const record of RESULTSET) {
    const hasValues = "VALUES" in record;
    if (!names) {
      names = Object.keys(record).filter((name) => name !== "VALUES");
      yield line(hasValues ? [...names, "SURVEY_DATES", "VALUES"] : names);
    }
    const facts = names.map((name) => record[name]);
    if (!hasValues) yield line(facts);
    else for (const observation of observations(record.VALUES)) yield line([...facts, ...observation]);
  }
}

function line(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function observations(values: unknown): [number | null, number | null][] {
  const { SURVEY_DATES, VALUES } = values as { SURVEY_DATES: (number | null)[]; VALUES: (number | null)[] };
  return SURVEY_DATES.map((date, index) => [date, VALUES[index] ?? null]);
}

function cell(value: unknown): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text as Shift_JIS. Node decodes it but does not encode it: the table is the decoder, turned round. */
export function encodeShiftJis(text: string): Buffer {
  table ??= createTable();
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? code : (table.get(letter) ?? 0x3f);
    if (pair > 0xff) bytes.push(pair >> 8);
    bytes.push(pair & 0xff);
  }
  return Buffer.from(bytes);
}

let table: ReadonlyMap<string, number> | undefined;

function createTable(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder("shift_jis");
  const found = new Map<string, number>();
  const add = (pair: number, bytes: number[]) => {
    const letter = decoder.decode(new Uint8Array(bytes));
    // Some letters stand in the table twice; the first place is the usual one.
    if (letter !== "\ufffd" && letter.length === 1 && !found.has(letter)) found.set(letter, pair);
  };
  for (let single = 0xa1; single <= 0xdf; single += 1) add(single, [single]);
  for (let lead = 0x81; lead <= 0xef; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1)
      if (trail !== 0x7f) add((lead << 8) | trail, [lead, trail]);
  }
  return found;
}

/** Length of the pieces of a body that is written while it is sent. */
const chunkLength = 64_000;

/** Texts joined to pieces of some size. */
export function* inChunks(texts: Iterable<string>, encode: (text: string) => Buffer): Generator<Buffer> {
  let waiting = "";
  for (const text of texts) {
    waiting += text;
    if (waiting.length < chunkLength) continue;
    yield encode(waiting);
    waiting = "";
  }
  if (waiting !== "") yield encode(waiting);
}

/** The JSON of a body whose last key is RESULTSET, with these records. */
export function streamJson(body: object, records: Iterable<unknown>): Generator<Buffer> {
  return inChunks(jsonTexts(body, records), (text) => Buffer.from(text));
}

function* jsonTexts(body: object, records: Iterable<unknown>): Generator<string> {
  yield JSON.stringify({ ...body, RESULTSET: [] }).slice(0, -2);
  let comma = "";
  for (const record of records) {
    yield comma + JSON.stringify(record);
    comma = ",";
  }
  yield "]}";
}
