/** One exchange with a service: a request, its answer, and what may go wrong between them. */
import { channel } from "node:diagnostics_channel";
import type { Agent, Dispatcher } from "undici";
import { type Clock, dayMs } from "../clock.ts";
import { Failure, type FailureReason } from "../failure.ts";
import { listenAbort, stopped } from "../turns.ts";
import type { Gate } from "./gate.ts";
import { type Deadline, type HttpLimits, type HttpResponse, type ReadPieces, readBody } from "./response.ts";

export interface Line {
  readonly pool: Pool;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly gate: Gate | undefined;
}

export interface Asked {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  readonly pieces?: ReadPieces | undefined;
  /** The body of a POST; left out: a GET. */
  readonly body?: string | Uint8Array | undefined;
}

/**
 * One request, as soon as the gate lets it pass, and its complete answer, whatever its status; without the body where
 * `pieces` took it. Throws a Failure.
 */
export async function exchange(line: Line, url: URL, asked: Asked): Promise<HttpResponse> {
  const { pool, limits, clock } = line;
  const { headers, signal, pieces, body: sent } = asked;
  const where = `${url.host}${url.pathname}`;
  const leave = await line.gate?.enter(url.pathname, signal);
  const cut = new AbortController();
  const unlisten = listenAbort(signal, () => cut.abort(stopped(signal)));
  let phase: "headers" | "body" = "headers";
  let deadline: Deadline | undefined;
  underWay.publish(1);
  try {
    const answer = await pool.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      ...(sent === undefined ? { method: "GET" } : { method: "POST", body: sent }),
      headers,
      signal: cut.signal,
    });
    phase = "body";
    const retryAfterMs = readRetryAfter(single(answer.headers["retry-after"]), clock.now());
    leave?.({ status: answer.statusCode, retryAfterMs });
    const late = () =>
      cut.abort(new Failure("timeout", `${where}: the body took over ${limits.bodyTimeoutMs} ms`));
    deadline = createDeadline(clock, limits.bodyTimeoutMs, late);
    const body = await readBody(answer.body, single(answer.headers["content-encoding"]), where, {
      maxBytes: limits.maxBytes,
      take: pieces?.({ status: answer.statusCode, headers: answer.headers }),
      deadline,
    });
    const response = { status: answer.statusCode, headers: answer.headers, body, where };
    return retryAfterMs === undefined ? response : { ...response, retryAfterMs };
  } catch (error) {
    throw networkFailure(error, phase, where);
  } finally {
    leave?.();
    deadline?.cancel();
    unlisten();
    underWay.publish(-1);
  }
}

/** Calls `late` when the time is over, which begins anew when it is renewed. */
function createDeadline(clock: Clock, ms: number, late: () => void): Deadline {
  let cancel = clock.after(ms, late);
  return {
    renew() {
      cancel();
      cancel = clock.after(ms, late);
    },
    cancel: () => cancel(),
  };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

/**
 * Hears 1 when an exchange with a service begins and -1 when it is over, its body read: for those who look on
 * from outside and must know when nothing is under way.
 */
export const underWay = channel("yagura:exchanges");

const timeouts = new Set(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "ETIMEDOUT"]);

/**
 * Sorts what undici and zlib throw. Until the headers are there a broken connection is "unreachable", after
 * them the answer is "incomplete".
 */
function networkFailure(error: unknown, phase: "headers" | "body", where: string): Failure {
  if (error instanceof Failure) return error;
  const reason = reasonOf(error, phase);
  return new Failure(reason, `${where}: ${describe(error)}`, { cause: error });
}

function reasonOf(error: unknown, phase: "headers" | "body"): FailureReason {
  const code = codeOf(error);
  if (timeouts.has(code)) return "timeout";
  if (code === "UND_ERR_INVALID_ARG") return "rejected";
  if (isTorn(error, code)) return "incomplete";
  if (/^(Z_|ERR__ERROR|ERR_PADDING)/.test(code)) return "malformed";
  if (error instanceof Error && error.name === "HTTPParserError") return "malformed";
  // undici asserts what HTTP says of answers, such as a status from 100 on.
  if (code === "ERR_ASSERTION") return "malformed";
  return phase === "headers" ? "unreachable" : "incomplete";
}

/** zlib: a stream that is cut or does not match its own check sum or length, as opposed to bytes that are no stream. */
function isTorn(error: unknown, code: string): boolean {
  if (code === "Z_BUF_ERROR") return true;
  return (
    code === "Z_DATA_ERROR" && error instanceof Error && /incorrect (data|length) check/.test(error.message)
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The error in plain words, with the library's own in brackets for whoever has to look further. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "the connection broke";
  if (codeOf(error) === "ERR_ASSERTION") return `the answer is not HTTP (${error.message.split("\n")[0]})`;
  // Several addresses tried in vain come as one error without a message.
  const said = error.message || codeOf(error);
  const words = networkWords(error);
  if (words === undefined) return said || "the connection broke";
  return said === "" ? words : `${words} (${said})`;
}

/** A service that asks for more than a day has a wrong clock, and nobody would notice that it is never asked again. */
const longestMs = dayMs;

/**
 * Reads a Retry-After header, seconds or an HTTP date, as ms from `nowMs`; a moment that is over is 0, and none is
 * more than a day away. Undefined when it is absent or says nothing readable.
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  // Only the forms of HTTP dates, which begin with a weekday; Date.parse alone takes nearly anything.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), longestMs);
}

/** Connections to a service. */
export interface Pool {
  /** One exchange; rejects with undici's or node's error. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData<unknown>>;
}

/** Connections of its own to the network, by undici, which is loaded with the first request: a start needs none of it. */
export function createPool(options: Agent.Options): Pool {
  let opened: Promise<Pool> | undefined;
  return {
    async request(asked) {
      opened ??= openPool(options);
      return (await opened).request(asked);
    },
  };
}

/** Two parts of undici alone: its index would load its fetch, its WebSocket and its caches as well. */
async function openPool(options: Agent.Options): Promise<Pool> {
  const { default: Connections } = await import("undici/lib/dispatcher/agent.js");
  const { default: request } = await import("undici/lib/api/api-request.js");
  const agent = new Connections(options);
  return { request: (asked) => request.call(agent, asked) };
}

// Plain words for what the network, TLS and decompression report in the words of libraries.

/** The first that fits counts. */
export const networkMeanings: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, "nobody listens at this host and port"],
  [/ENOTFOUND|ENODATA|EAI_AGAIN/, "the host's name is not known"],
  [/EHOSTUNREACH|ENETUNREACH/, "there is no way to this host"],
  [/UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT/, "the host did not take the connection in time"],
  [/UND_ERR_HEADERS_TIMEOUT/, "the service did not begin its answer in time"],
  [/UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/, "the headers of the answer are too long"],
  [/MISMATCH/, "the answer has another length than the service announced"],
  [
    /UND_ERR_SOCKET|other side closed|ECONNRESET|EPIPE|socket hang up/,
    "the service broke the connection off before its answer was whole",
  ],
  [/unexpected end of file|Z_BUF_ERROR/, "the compressed answer was cut on its way"],
  [
    /incorrect data check|incorrect length check/,
    "the compressed answer was damaged on its way: it does not match its check sum",
  ],
  [/incorrect header check/, "the answer is not compressed as its headers say"],
  [/Z_DATA_ERROR|ERR__ERROR|ERR_PADDING/, "the compressed answer cannot be unpacked"],
  [/HTTPParserError|HPE_/, "the answer is not HTTP"],
  [/certificate has expired/i, "the service's certificate has expired"],
  [/certificate is not yet valid/i, "the service's certificate is not valid yet; look at the clocks"],
  [/altnames|hostname.*match/i, "the service's certificate is for another name"],
  [
    /self[- ]signed|unable to (verify|get)( the)? .*(certificate|issuer)|unable to verify/i,
    "the service's certificate is not vouched for by anyone known here; NODE_EXTRA_CA_CERTS names a file of further authorities",
  ],
  [
    /wrong version number|packet length too long|unknown protocol/i,
    "the service does not speak TLS at this port; https:// wants it from the beginning",
  ],
  [
    /unsupported protocol|handshake failure|no shared cipher/i,
    "the service has no form of TLS in common with this program",
  ],
];

/** The error, or the one that caused it, in plain words; undefined where its own are all there is. */
export function networkWords(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { name, message } = one;
    const text = `${name} ${Reflect.get(one, "code") ?? ""} ${message}`;
    const meaning = networkMeanings.find(([pattern]) => pattern.test(text))?.[1];
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}
