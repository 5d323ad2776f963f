import { bodyJson, bodyText, jsonOf } from "../../lib/http/body-text.ts";
import { buildUrl, type QueryValue } from "../../lib/http/build-url.ts";
import type { Http } from "../../lib/http/http.ts";
import type { HttpResponse, ReadPieces } from "../../lib/http/response.ts";
import { shownMessage, statusFailure } from "../../lib/http/status-failure.ts";
import { type ArrayReader, createArrayReader } from "../../lib/json/array-reader.ts";
import { checkAnswer } from "../check-answer.ts";
import { csvAnswer } from "./csv-answer.ts";
import type { AnswerForm } from "./records.ts";
import { envelope } from "./schema.ts";
import { StatisticsError } from "./statistics-error.ts";

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
 * One call. The envelope's STATUS decides, whatever the HTTP status: the service was seen to send both 200 and
 * the STATUS itself. With `takeRows` the rows of an answer in JSON may be taken as they come, and RESULTSET is empty
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
  if (STATUS !== 200) {
    const said = shownMessage(MESSAGE ?? "an error without a message");
    const message = `${verb}: ${MESSAGEID ?? STATUS}: ${said}`;
    throw new StatisticsError(MESSAGEID ?? "", message, {
      status: STATUS,
      retryAfterMs: response.retryAfterMs,
    });
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
