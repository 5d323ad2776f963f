/** One call of the statistics service, answered in JSON or CSV. */
import { CsvError, parseCsv } from "../../lib/csv.ts";
import { Failure } from "../../lib/failure.ts";
import type { Http } from "../../lib/http/http.ts";
import {
  bodyJson,
  bodyText,
  type HttpResponse,
  jsonOf,
  type ReadPieces,
  shownMessage,
  statusFailure,
} from "../../lib/http/response.ts";
import { buildUrl, type QueryValue } from "../../lib/http/url.ts";
import { type ArrayReader, createArrayReader } from "../../lib/json/array-reader.ts";
import { checkAnswer } from "../misfits.ts";
import type { AnswerForm } from "./records.ts";
import { envelope } from "./schema.ts";
import { envelopeStatus, StatisticsError } from "./statistics-error.ts";

export interface StatisticsLine {
  /** The root of the service. */
  readonly url: string;
  readonly language: "en" | "jp";
  readonly http: Http;
}

const noData = "M181030I";

interface StatisticsAnswer {
  readonly answer: unknown;
  /** The service says that nothing matches. */
  readonly isNoData: boolean;
}

/** Begins an answer: gives what takes its rows. Asked again for another attempt, whose rows alone count then. */
type TakeRows = () => (row: unknown) => void;

/**
 * One call. The envelope's STATUS and message code decide, whatever the HTTP status: the service was seen to send both
 * 200 and the STATUS itself. With `takeRows` the rows of an answer in JSON may be taken as they come, and RESULTSET is empty
 * then. Throws a Failure.
 */
export async function readAnswer(
  { url, language: ours, http }: StatisticsLine,
  verb: string,
  query: Readonly<Record<string, QueryValue>>,
  { format = "json", language = ours }: AnswerForm,
  signal: AbortSignal | undefined,
  takeRows?: TakeRows,
): Promise<StatisticsAnswer> {
  const address = buildUrl(url, `/api/v1/${verb}`, { ...query, format, lang: language });
  let reader: ArrayReader | undefined;
  const pieces: ReadPieces = (head) => {
    const isRead = takeRows !== undefined && format === "json" && head.status === 200;
    reader = isRead ? createArrayReader("RESULTSET", takeRows()) : undefined;
    return reader?.push;
  };
  const response = await http.get(address, { signal, ...(takeRows && { pieces }) });
  const answer = response.status === 200 ? readBody(response, reader, format, language) : errorBody(response);
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

/** An error is JSON, also where CSV was asked for. */
function readBody(
  response: HttpResponse,
  reader: ArrayReader | undefined,
  format: "json" | "csv",
  language: "en" | "jp",
): unknown {
  if (reader !== undefined) return jsonOf(response, reader.end);
  if (format === "json" || isJson(response)) return bodyJson(response);
  return csvAnswer(
    bodyText(response, language === "jp" ? ["shift_jis", "utf-8"] : ["utf-8"]),
    response.where,
  );
}

function isJson({ body }: HttpResponse): boolean {
  return body.subarray(0, 64).toString("latin1").trimStart().startsWith("{");
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

type Row = Record<string, unknown>;

const envelopeNames: ReadonlySet<string> = new Set([
  "STATUS",
  "MESSAGEID",
  "MESSAGE",
  "DATE",
  "DB",
  "NEXTPOSITION",
]);

/**
 * A CSV answer as the JSON envelope that says the same, so that one schema reads both: lines of the envelope, a
 * heading row, then one row a series (catalogue) or an observation (data). A missing value is the word null.
 * Throws a Failure "malformed", naming the line, for text that is not CSV or a row that is not as its heading.
 */
function csvAnswer(text: string, where: string): unknown {
  const answer: Row = { PARAMETER: {} };
  const parameters = answer.PARAMETER as Row;
  let heading: readonly string[] | undefined;
  const rows: Row[] = [];
  for (const cells of rowsOf(text, where)) {
    const [name = "", value = ""] = cells;
    if (heading !== undefined) rows.push(asRow(heading, cells, rows.length, where));
    else if (name === "PARAMETER") parameters[value] = cells[2] ?? "";
    else if (envelopeNames.has(name)) answer[name] = orNull(cells.slice(1).join(","));
    else heading = cells;
  }
  const isData = heading?.includes("SURVEY_DATES") === true;
  return { ...answer, RESULTSET: isData ? joinObservations(rows) : rows };
}

function rowsOf(text: string, where: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Failure("malformed", `${where}: the answer is not CSV: ${error.message}`);
  }
}

function asRow(heading: readonly string[], cells: readonly string[], count: number, where: string): Row {
  if (cells.length !== heading.length) {
    const message = `${where}: row ${count + 1} has ${cells.length} cells, its heading ${heading.length}`;
    throw new Failure("malformed", message);
  }
  return Object.fromEntries(heading.map((name, index) => [name, orNull(cells[index] ?? "")]));
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
