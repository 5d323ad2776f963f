/** Answers of services, and reading them: as text, as JSON, as a failure. */
import type { IncomingHttpHeaders } from "node:http";
import { TextDecoder } from "node:util";
import { Failure, type FailureReason } from "../failure.ts";
import { parseJson } from "../json/strict-json.ts";
import { blotOut } from "../text/secrets.ts";

/** A complete answer: everything the service sent, decompressed. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Shared with the memory of earlier answers: read it, never write to it. */
  readonly body: Buffer;
  /** Host and path asked, for messages; without the query. */
  readonly where: string;
  /** Wait that the service asks for before the next request, ms. */
  readonly retryAfterMs?: number;
}

/** Gets a body piece by piece, decompressed. Never throws. */
export type TakePiece = (piece: Buffer) => void;

/**
 * Asked once the headers of an answer are there: whether its body is to be taken in pieces, and then not kept. Every
 * attempt asks anew, and only of the one that get() answers with is the body known to be whole.
 */
export type ReadPieces = (answer: Pick<HttpResponse, "status" | "headers">) => TakePiece | undefined;

export interface HttpLimits {
  readonly connectTimeoutMs: number;
  /** Time from sending the request to the last header. */
  readonly headersTimeoutMs: number;
  /** For the whole body, so that one that drips is cut too; for a large one anew with every 8 MB that came. */
  readonly bodyTimeoutMs: number;
  /** Most bytes of the body after decompression. */
  readonly maxBytes: number;
}

export const defaultLimits: HttpLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  maxBytes: 64 * 1024 * 1024,
};

export type Charset = "utf-8" | "shift_jis";

/**
 * The body as text in the charset that its content-type names where that is one of `charsets`, else in the first of
 * them. Throws a Failure where its bytes are of another charset: their letters would be other ones.
 */
export function bodyText(response: HttpResponse, charsets: readonly [Charset, ...Charset[]]): string {
  const named = charsetOf(response);
  const charset = charsets.find((one) => one === named) ?? charsets[0];
  const text = decoded(response.body, charset);
  // Most of UTF-8 can be read as Shift_JIS, and Japanese in Shift_JIS never as UTF-8.
  const isOther =
    charset !== "utf-8" && !isAscii(response.body) && decoded(response.body, "utf-8") !== undefined;
  if (text !== undefined && !isOther) return text;
  throw new Failure("malformed", `${response.where}: the answer is not ${charset}`, {
    status: response.status,
  });
}

function charsetOf({ headers }: Pick<HttpResponse, "headers">): string | undefined {
  return /charset\s*=\s*"?([\w:.-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase();
}

function decoded(bytes: Buffer, charset: Charset): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isAscii(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte > 0x7f);
}

/** The body as JSON, which is UTF-8 whatever its content-type says. Throws a Failure, which quotes nothing of it. */
export function bodyJson(response: HttpResponse): unknown {
  return jsonOf(response, () => parseJson(response.body));
}

/** Parses the body as JSON. Throws a Failure, which quotes nothing of the body, if `parse` throws. */
export function jsonOf(response: HttpResponse, parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    throw new Failure("malformed", `${response.where}: the answer is not JSON`, { status: response.status });
  }
}

const maxMessageLength = 300;
const maxMessageBytes = 64 * 1024;

/**
 * Makes a failure of an answer with a status other than 2xx, with the service's own `message` if the body is JSON and
 * has one. `secrets` (keys, tokens) are blotted out, since services repeat what they were sent.
 */
export function statusFailure(response: HttpResponse, secrets: readonly string[] = []): Failure {
  const { status, where, retryAfterMs } = response;
  const said = serviceMessage(response, secrets);
  const message = `${where} answered ${status}${said === undefined ? "" : `: ${said}`}`;
  return new Failure(statusReason(status), message, { status, retryAfterMs });
}

/** The `message` of a JSON body on one line, at most 300 characters; undefined when there is none. */
export function serviceMessage(response: HttpResponse, secrets: readonly string[] = []): string | undefined {
  if (response.body.length > maxMessageBytes) return undefined;
  try {
    const body: unknown = bodyJson(response);
    const message = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
    return typeof message === "string" ? shownMessage(message, secrets) : undefined;
  } catch {
    return undefined;
  }
}

/** A service's words made fit for a log line: one line, no secrets, at most 300 characters. */
export function shownMessage(message: string, secrets: readonly string[] = []): string {
  const shown = blotOut(message, secrets)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return shown.length > maxMessageLength ? `${shown.slice(0, maxMessageLength - 1)}…` : shown;
}

function statusReason(status: number): FailureReason {
  if (status === 401 || status === 403) return "refused";
  if (status === 429) return "rate-limited";
  if (status >= 500) return "server-error";
  return status >= 400 ? "rejected" : "malformed";
}
