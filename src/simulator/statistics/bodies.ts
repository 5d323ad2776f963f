/** Bodies of the statistics service's answers: the envelope with its message, and CSV, Shift_JIS and long ones. */
import { createRecent } from "../world/dice.ts";

export type AnswerLanguage = "EN" | "JP";

/** Message codes: status, English, Japanese. */
const messages = {
  M181000I: [200, "Successfully completed.", "正常に終了しました。"],
  M181030I: [
    200,
    "Completed, but there is no matching data.",
    "正常に終了しましたが、該当データはありませんでした。",
  ],
  M181001E: [400, "A parameter holds a character that is not allowed.", "使用できない文字が含まれています。"],
  M181002E: [400, "The language setting is not valid.", "言語の指定が正しくありません。"],
  M181003E: [400, "The format setting is not valid.", "ファイル形式の指定が正しくありません。"],
  M181004E: [400, "The database is not specified.", "DBが指定されていません。"],
  M181005E: [400, "The database name is not valid.", "DB名が正しくありません。"],
  M181006E: [400, "No series code is specified.", "系列コードが指定されていません。"],
  M181007E: [400, "There are too many series (limit: 1250).", "系列数が上限（1250）を超えています。"],
  M181008E: [400, "The start date is not valid.", "開始期が正しくありません。"],
  M181009E: [400, "The end date is not valid.", "終了期が正しくありません。"],
  M181010E: [
    400,
    "The year must be a number from 1850 to 2050.",
    "年は1850から2050までの数字で指定してください。",
  ],
  M181011E: [400, "The start date is later than the end date.", "開始期が終了期より後になっています。"],
  M181012E: [
    400,
    "The start position must be an integer of 1 or more.",
    "検索開始位置は1以上の整数で指定してください。",
  ],
  M181013E: [400, "A series code does not exist.", "系列コードが存在しません。"],
  M181014E: [400, "The series codes differ in frequency.", "期種の異なる系列コードが含まれています。"],
  M181015E: [400, "The start date does not match the frequency.", "開始期の形式が期種と合っていません。"],
  M181016E: [400, "The end date does not match the frequency.", "終了期の形式が期種と合っていません。"],
  M181017E: [400, "The frequency is not specified.", "期種が指定されていません。"],
  M181018E: [400, "The frequency is not valid.", "期種が正しくありません。"],
  M181019E: [400, "Layer 1 is not specified.", "階層1が指定されていません。"],
  M181020E: [400, "The layer is not valid.", "階層の指定が正しくありません。"],
  M181090S: [500, "An unexpected error occurred.", "予期しないエラーが発生しました。"],
  M181091S: [503, "The database could not be accessed.", "データベースへのアクセスでエラーが発生しました。"],
} as const satisfies Record<string, readonly [number, string, string]>;

type MessageId = keyof typeof messages;

/** A request that is answered with an error; `position` is that of the series code at fault, from 1. */
export class RefusedRequest extends Error {
  readonly id: MessageId;
  readonly position: number | undefined;

  constructor(id: MessageId, position?: number) {
    super(id);
    this.name = "Refusal";
    this.id = id;
    this.position = position;
  }
}

export interface Envelope {
  STATUS: number;
  MESSAGEID: MessageId;
  MESSAGE: string;
  /** ISO, +09:00 */
  DATE: string;
  PARAMETER: Record<string, string> | null;
  NEXTPOSITION: number | null;
  RESULTSET: Iterable<Record<string, unknown>>;
}

/** An envelope that says no more than its message; `position` is that of the series code at fault. */
export function envelope(id: MessageId, language: AnswerLanguage, date: string, position?: number): Envelope {
  const [status, english, japanese] = messages[id];
  const text = language === "EN" ? english : japanese;
  const where = language === "EN" ? ` (position ${position})` : `（${position}番目）`;
  return {
    STATUS: status,
    MESSAGEID: id,
    MESSAGE: position === undefined ? text : text + where,
    DATE: date,
    PARAMETER: null,
    NEXTPOSITION: null,
    RESULTSET: [],
  };
}

// Bodies of answers: CSV, Shift_JIS, and long ones that are written while they are sent.

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

/** Text as Shift_JIS. Node decodes it but does not encode it: the table is the decoder, turned round, and made once. */
export function encodeShiftJis(text: string): Buffer {
  const table = madeTables("shift_jis", createTable);
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? code : (table.get(letter) ?? 0x3f);
    if (pair > 0xff) bytes.push(pair >> 8);
    bytes.push(pair & 0xff);
  }
  return Buffer.from(bytes);
}

const madeTables = createRecent<"shift_jis", ReadonlyMap<string, number>>(1);

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
