/** Answers of services, and reading them: their bodies within limits, as text, as JSON, as a failure. */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TextDecoder } from "node:util";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Failure, type FailureReason } from "../failure.ts";
import { parseJson } from "../json/strict-json.ts";
import { blotOut } from "../text/tame.ts";

// As much at a time as comes from the network: 16 KiB would be thousands of turns for a large body.
const chunkSize = 64 * 1024;

const decoders = {
  gzip: () => createGunzip({ chunkSize }),
  "x-gzip": () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
};

const stepBytes = 8_000_000;

export interface BodyReading {
  /** After decompression. */
  readonly maxBytes: number;
  /** Gets each piece as it comes; then nothing is kept and the answer is empty. */
  readonly take?: TakePiece | undefined;
  /** Begins anew with every 8 MB that came, and stands still while who takes the pieces has no room for more. */
  readonly deadline?: Deadline;
}

export interface Deadline {
  renew(): void;
  cancel(): void;
}

/**
 * Reads a whole body and decompresses it. Bytes are counted as they come out of decompression, and the
 * connection is dropped at the first one over `maxBytes`. Throws a Failure, or what zlib or undici throws.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  where: string,
  { maxBytes, take, deadline }: BodyReading,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let nextStep = stepBytes;
  let tooLarge: Failure | undefined;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) {
        tooLarge = new Failure("too-large", `${where}: more than ${maxBytes} bytes`);
        throw tooLarge;
      }
      if (size >= nextStep) {
        nextStep += stepBytes;
        deadline?.renew();
      }
      const room = take === undefined ? void chunks.push(chunk) : take(chunk);
      if (room === undefined) continue;
      deadline?.cancel();
      await room;
      deadline?.renew();
    }
  };
  const decoder = decoderFor(encoding, body, where);
  try {
    await (decoder === undefined ? pipeline(body, collect) : pipeline(body, decoder, collect));
  } catch (error) {
    // pipeline may report that it dropped the connection rather than why.
    throw tooLarge ?? error;
  }
  return Buffer.concat(chunks);
}

function decoderFor(encoding: string | undefined, body: Readable, where: string) {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return undefined;
  for (const [known, create] of Object.entries(decoders)) if (known === name) return create();
  body.on("error", () => {}).destroy();
  throw new Failure("malformed", `${where}: a content encoding that was not asked for`);
}

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

/**
 * Gets a body piece by piece, decompressed. Never throws. What it answers resolves when there is room for the next piece;
 * until then nothing more is read from the service.
 */
type TakePiece = (piece: Buffer) => Promise<void> | undefined;

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
  const reader = createTextReader(response, charsets);
  return reader.push(response.body) + reader.end(response);
}

/** Decodes a body that comes in pieces. */
export interface TextReader {
  /** Never throws. */
  push(piece: Uint8Array): string;
  /** The rest. Throws a Failure where the bytes are of another charset: their letters would be other ones. */
  end(answer: Pick<HttpResponse, "where" | "status">): string;
}

/** As bodyText reads a whole body. */
export function createTextReader(
  head: Pick<HttpResponse, "headers">,
  charsets: readonly [Charset, ...Charset[]],
): TextReader {
  const named = charsetOf(head);
  const charset = charsets.find((one) => one === named) ?? charsets[0];
  const own = createDecoder(charset);
  // Most of UTF-8 can be read as Shift_JIS, and Japanese in Shift_JIS never as UTF-8.
  const other = charset === "utf-8" ? undefined : createDecoder("utf-8");
  let isPlain = true;
  return {
    push(piece) {
      isPlain &&= isAscii(piece);
      other?.push(piece);
      return own.push(piece);
    },
    end({ where, status }) {
      const last = own.push();
      other?.push();
      const isOther = !isPlain && other !== undefined && !other.isBroken();
      if (!own.isBroken() && !isOther) return last;
      throw new Failure("malformed", `${where}: the answer is not ${charset}`, { status });
    },
  };
}

/** Gives "" from the first bytes on that are of another charset. */
function createDecoder(charset: Charset) {
  const decoder = new TextDecoder(charset, { fatal: true });
  let isBroken = false;
  return {
    isBroken: () => isBroken,
    push(piece?: Uint8Array): string {
      if (isBroken) return "";
      try {
        return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
      } catch {
        isBroken = true;
        return "";
      }
    },
  };
}

function charsetOf({ headers }: Pick<HttpResponse, "headers">): string | undefined {
  return /charset\s*=\s*"?([\w:.-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase();
}

function isAscii(bytes: Uint8Array): boolean {
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
