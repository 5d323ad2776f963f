/** A simulated service, as the server sees it: a function from a request to a reply. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Whether a service answers as its document says, or as it was seen to. */
export const dialects = ["documented", "observed"] as const;
export type Dialect = (typeof dialects)[number];

export interface Request {
  readonly method: string;
  /** Below the service's own prefix, percent-decoded, with its first slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Address at which the caller found the service, such as http://127.0.0.1:8081/forum. */
  readonly base: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Pieces are taken as fast as the caller reads them. */
  readonly body: string | Buffer | Iterable<Buffer>;
  /** Way in which the reply travels, if not at once and whole. */
  readonly delivery?: Delivery;
}

/** `cut`: half of the body, then the connection ends; `never`: no answer, until the caller gives up. */
type Delivery = "cut" | "never" | { readonly delayMs: number };

/** A wrapper of the same type can refuse, cut or delay what a service says. */
export type Service = (request: Request) => Reply;

export function jsonReply(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

export function htmlReply(status: number, body: string, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

export function notFound(): Reply {
  return jsonReply(404, { message: "The requested resource does not exist." });
}

/** Every endpoint of the three services is read with GET; HEAD is a GET whose body node does not send. */
export function onlyGet(service: Service): Service {
  return (request) =>
    request.method === "GET" || request.method === "HEAD"
      ? service(request)
      : jsonReply(405, { message: "Only GET is supported." }, { allow: "GET, HEAD" });
}

/** Gives every good answer an ETag, and answers 304 to a caller that has it already. */
export function withETag(service: Service): Service {
  return (request) => {
    const reply = service(request);
    if (reply.status !== 200 || !(typeof reply.body === "string" || Buffer.isBuffer(reply.body)))
      return reply;
    const etag = `"${createHash("sha1").update(reply.body).digest("base64url")}"`;
    const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    if (known?.some((tag) => tag === etag || tag === "*"))
      return { status: 304, headers: { etag }, body: "" };
    return { ...reply, headers: { ...reply.headers, etag } };
  };
}
