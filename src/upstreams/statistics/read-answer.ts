/** One call of the statistics service, answered in JSON or CSV. */

import * as z from "zod";
import { CsvError, createCsvSplitter } from "../../lib/csv.ts";
import { Failure } from "../../lib/failure.ts";
import type { Http } from "../../lib/http/http.ts";
import {
  bodyJson,
  createTextReader,
  type HttpResponse,
  jsonOf,
  type ReadPieces,
  shownMessage,
  statusFailure,
} from "../../lib/http/response.ts";
import { buildUrl, type QueryValue } from "../../lib/http/url.ts";
import { createArrayReader } from "../../lib/json/array-reader.ts";
import { parseJson } from "../../lib/json/strict-json.ts";
import type { Room } from "../../lib/turns.ts";
import { optionalText, wireInteger } from "../field-types.ts";
import { checkAnswer } from "../misfits.ts";
import type { AnswerForm } from "./records.ts";
import { envelopeStatus, StatisticsError } from "./statistics-error.ts";

export interface StatisticsLine {
  /** The root of the service. */
  readonly url: string;
  readonly language: "en" | "jp";
  readonly http: Http;
}

/** Schema of every answer, also of one with an error. */
const envelope = z.object({
  STATUS: wireInteger,
  MESSAGEID: optionalText,
  MESSAGE: optionalText,
});

const noData = "M181030I";

interface StatisticsAnswer {
  readonly answer: unknown;
  /** The service says that nothing matches. */
  readonly isNoData: boolean;
}

interface Taking {
  /** Begins an answer: gives what takes its rows. Asked again for another attempt, whose rows alone count then. */
  takeRows(): (row: unknown) => void;
  /** When there is room for more of them; undefined: always. */
  readonly room: Room | undefined;
}

/** Reads a body as it comes. */
interface BodyReader {
  push(piece: Uint8Array): void;
  /** The envelope with the rows that were not taken. Throws a Failure. */
  end(response: HttpResponse): unknown;
}

/**
 * One call. The envelope's STATUS and message code decide, whatever the HTTP status: the service was seen to send both
 * 200 and the STATUS itself. Rows of the answer are taken as they come where they stand alone, and RESULTSET is empty
 * then. Throws a Failure.
 */
export async function readAnswer(
  { url, language: ours, http }: StatisticsLine,
  verb: string,
  query: Readonly<Record<string, QueryValue>>,
  { format = "json", language = ours }: AnswerForm,
  signal: AbortSignal | undefined,
  { takeRows, room }: Taking,
): Promise<StatisticsAnswer> {
  const address = buildUrl(url, `/api/v1/${verb}`, { ...query, format, lang: language });
  let reader: BodyReader | undefined;
  const pieces: ReadPieces = (head) => {
    reader = undefined;
    if (head.status !== 200) return undefined;
    const own =
      format === "json" ? createJsonReader(takeRows()) : createCsvReader(head, language, takeRows());
    reader = own;
    return (piece) => {
      own.push(piece);
      return room?.();
    };
  };
  const response = await http.get(address, { signal, pieces });
  const answer = reader === undefined ? errorBody(response) : (reader as BodyReader).end(response);
  const { STATUS, MESSAGEID, MESSAGE } = checkAnswer(envelope, answer, verb);
  const status = envelopeStatus(STATUS, MESSAGEID);
  if (status !== 200) {
    const said = shownMessage(MESSAGE ?? "an error without a message");
    const message = `${verb}: ${MESSAGEID ?? status}: ${said}`;
    throw new StatisticsError(MESSAGEID ?? "", message, { status, retryAfterMs: response.retryAfterMs });
  }
  // A STATUS of 200 cannot make good what HTTP calls an error.
  if (response.status !== 200) throw statusFailure(response);
  return { answer, isNoData: MESSAGEID === noData };
}

function createJsonReader(take: (row: unknown) => void): BodyReader {
  const { push, end } = createArrayReader("RESULTSET", take);
  return { push, end: (response) => jsonOf(response, end) };
}

/** The body of an HTTP error, where it is the service's envelope; anything else came from something before it. */
function errorBody(response: HttpResponse): unknown {
  let answer: unknown;
  try {
    answer = bodyJson(response);
  } catch {
    throw statusFailure(response);
  }
  if (!envelope.safeParse(answer).success) throw statusFailure(response);
  return answer;
}

// * A CSV answer as the JSON envelope that says the same, so that one schema reads both: lines of the
// envelope, a heading row, then one row a series (catalogue) or an observation (data). A missing value is the
// word null. It is read as it comes, since a catalogue has up to 99 MB.

type Row = Record<string, unknown>;

const envelopeNames: ReadonlySet<string> = new Set([
  "STATUS",
  "MESSAGEID",
  "MESSAGE",
  "DATE",
  "DB",
  "NEXTPOSITION",
]);

interface CsvReader {
  push(piece: Uint8Array): void;
  /**
   * The envelope, its RESULTSET without the rows that were taken. Throws a Failure "malformed", naming the line, for text
   * that is not CSV or a row that is not as its heading.
   */
  end(response: HttpResponse): unknown;
}

/** @param take gets the rows of a catalogue; those of data are joined to series, and are in the answer */
function createCsvReader(
  head: Pick<HttpResponse, "headers">,
  language: "en" | "jp",
  take: (row: unknown) => void,
): CsvReader {
  const text = createTextReader(head, language === "jp" ? ["shift_jis", "utf-8"] : ["utf-8"]);
  const splitter = createCsvSplitter();
  const rows = createRows(take);
  let problem: string | undefined;
  /** An error is JSON, also where CSV was asked for. */
  let json: Uint8Array[] | undefined;
  let isBegun = false;

  const read = (split: () => readonly (readonly string[])[]) => {
    if (problem !== undefined) return;
    try {
      for (const cells of split()) rows.take(cells);
    } catch (error) {
      if (!(error instanceof CsvError || error instanceof RowError)) throw error;
      problem = error instanceof CsvError ? `the answer is not CSV: ${error.message}` : error.message;
    }
  };

  return {
    push(piece) {
      if (!isBegun && piece.length > 0) {
        isBegun = true;
        if (Buffer.from(piece.subarray(0, 64)).toString("latin1").trimStart().startsWith("{")) json = [];
      }
      if (json !== undefined) json.push(piece);
      else read(() => splitter.push(text.push(piece)));
    },
    end(response) {
      const { where } = response;
      const own = json;
      if (own !== undefined) return jsonOf(response, () => parseJson(Buffer.concat(own)));
      const last = text.end(response);
      read(() => [...splitter.push(last), ...splitter.end()]);
      if (problem !== undefined) throw new Failure("malformed", `${where}: ${problem}`);
      return rows.end();
    },
  };
}

/** A row that is not as its heading. */
class RowError extends Error {}

function createRows(take: (row: unknown) => void) {
  const answer: Row = { PARAMETER: {} };
  const parameters = answer.PARAMETER as Row;
  let heading: readonly string[] | undefined;
  const observations: Row[] = [];
  let count = 0;
  const isData = () => heading?.includes("SURVEY_DATES") === true;
  return {
    take(cells: readonly string[]): void {
      const [name = "", value = ""] = cells;
      if (heading !== undefined) {
        count += 1;
        const row = asRow(heading, cells, count);
        if (isData()) observations.push(row);
        else take(row);
      } else if (name === "PARAMETER") parameters[value] = cells[2] ?? "";
      else if (envelopeNames.has(name)) answer[name] = orNull(cells.slice(1).join(","));
      else heading = cells;
    },
    end: (): unknown => ({ ...answer, RESULTSET: isData() ? joinObservations(observations) : [] }),
  };
}

function asRow(heading: readonly string[], cells: readonly string[], count: number): Row {
  if (cells.length !== heading.length)
    throw new RowError(`row ${count} has ${cells.length} cells, its heading ${heading.length}`);
  const row: Row = {};
  for (const [index, name] of heading.entries()) row[name] = orNull(cells[index] ?? "");
  return row;
}

const orNull = (cell: string) => (cell === "null" ? null : cell);

/** One result a series, its observations aligned as the JSON has them. */
function joinObservations(rows: readonly Row[]): Row[] {
  const series = new Map<unknown, { facts: Row; dates: unknown[]; values: unknown[] }>();
  for (const { SURVEY_DATES, VALUES, ...facts } of rows) {
    const entry = series.get(facts.SERIES_CODE) ?? { facts, dates: [], values: [] };
    series.set(facts.SERIES_CODE, entry);
    // A series without observations has a row of its own.
    if (SURVEY_DATES === "" || SURVEY_DATES === null) continue;
    entry.dates.push(SURVEY_DATES);
    entry.values.push(VALUES);
  }
  return [...series.values()].map(({ facts, dates, values }) => ({
    ...facts,
    VALUES: { SURVEY_DATES: dates, VALUES: values },
  }));
}
