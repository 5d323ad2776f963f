/** Answers of the HTTP side, all with the same strict headers. */
import type { ServerResponse } from "node:http";

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Nothing is cached, framed, sniffed or loaded from elsewhere. */
export const strictHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

export function jsonAnswer(status: number, body: unknown): HttpAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

export function textAnswer(status: number, text: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status, contentType: "text/plain; charset=utf-8", body: `${text}\n`, headers };
}

/** Writes the answer; to a HEAD, its headers only. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  response.writeHead(answer.status, {
    ...strictHeaders,
    ...answer.headers,
    "content-type": answer.contentType,
    "content-length": Buffer.byteLength(answer.body),
  });
  response.end(response.req.method === "HEAD" ? undefined : answer.body);
}
