/** One call of the statistics service, answered in JSON or CSV. */
import type { Http } from "../../lib/http/http.ts";
import {
  bodyJson,
  type HttpResponse,
  jsonOf,
  type ReadPieces,
  shownMessage,
  statusFailure,
} from "../../lib/http/response.ts";
import { buildUrl, type QueryValue } from "../../lib/http/url.ts";
import { createArrayReader } from "../../lib/json/array-reader.ts";
import type { Room } from "../../lib/turns.ts";
import { checkAnswer } from "../misfits.ts";
import { createCsvReader } from "./csv-answer.ts";
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
