/** Answers of the HTTP side: their form, the headers that all have, and how they are written; bodies of requests. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../limits.ts";

/** An answer of the HTTP side. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body by gzip, for whoever takes it; absent: there is none. */
  readonly gzip?: Buffer;
}

const sameSite = "base-uri 'none'; frame-ancestors 'none'";

/** Headers by which nothing is cached, framed, sniffed or loaded from elsewhere. */
export const strictHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "manifest-src 'self'; worker-src 'self'; " +
    `form-action 'none'; ${sameSite}`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Headers of a page that sends a form to itself and runs nothing. */
export const formHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'self'; form-action 'self'; ${sameSite}`,
} as const;

export function jsonAnswer(status: number, body: unknown): HttpAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

export function textAnswer(status: number, text: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status, contentType: "text/plain; charset=utf-8", body: `${text}\n`, headers };
}

/** Writes the answer; to a HEAD, its headers only. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  const { gzip } = answer;
  const isPacked = gzip !== undefined && takesGzip(response.req);
  const body = isPacked ? gzip : answer.body;
  response.writeHead(answer.status, {
    ...strictHeaders,
    ...answer.headers,
    ...(gzip !== undefined && { vary: "accept-encoding" }),
    ...(isPacked && { "content-encoding": "gzip" }),
    "content-type": answer.contentType,
    "content-length": Buffer.byteLength(body),
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

function takesGzip({ headers }: IncomingMessage): boolean {
  const named = String(headers["accept-encoding"] ?? "").split(",");
  return named.some((one) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(one));
}

/** The body of a request; undefined where it is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limits.frameBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
