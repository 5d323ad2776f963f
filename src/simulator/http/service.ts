/**
 * A simulated service, as the server sees it: a function from a request to a reply; and what wraps one, such as
 * failures on purpose.
 */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { createDice } from "../world/dice.ts";

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

// Failures on purpose: which request of a service fails, and how, follows from the seed.

const serviceNames = ["market", "forum", "statistics"] as const;
export type ServiceName = (typeof serviceNames)[number];

const faultKinds = [
  "429",
  "500",
  "503",
  "timeout",
  "cut",
  "slow",
  "garbage",
  "empty",
  "redirect",
  "drift",
  "left-out",
] as const;
type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly service: ServiceName;
  readonly kind: FaultKind;
  /** 0 to 1, of each request. */
  readonly probability: number;
}

/** Reads `service:kind:probability`, such as market:429:0.1. Throws a RangeError that says what is wrong. */
export function parseFault(text: string): Fault {
  const [name, kindName, share, ...rest] = text.split(":");
  const service = serviceNames.find((one) => one === name);
  const kind = faultKinds.find((one) => one === kindName);
  const probability = share?.trim() ? Number(share) : Number.NaN;
  if (!service || rest.length > 0)
    throw new RangeError(`not a fault: "${text}"; write service:kind:probability, such as market:429:0.1`);
  if (!kind) throw new RangeError(`no kind of fault: "${kindName}"; there are ${faultKinds.join(", ")}`);
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError(`a probability is a number from 0 to 1, not "${share}"`);
  return { service, kind, probability };
}

const slowMs = 3_000;

/** Adds faults to a service. If a request would meet several, the first counts. */
export function withFaults(
  service: Service,
  name: ServiceName,
  faults: readonly Fault[],
  seed: number,
): Service {
  const own = faults.filter((fault) => fault.service === name);
  if (own.length === 0) return service;
  const dice = createDice(seed, `faults ${name}`);
  let requests = 0;
  return (request) => {
    requests += 1;
    const fault = own.find(({ probability }, place) => dice(requests, place) < probability);
    return fault ? fail(fault.kind, request.base, () => service(request)) : service(request);
  };
}

function fail(kind: FaultKind, base: string, answer: () => Reply): Reply {
  switch (kind) {
    case "429":
      return jsonReply(429, { message: "Too many requests." });
    case "500":
      return jsonReply(500, { message: "An unexpected error occurred." });
    case "503":
      return jsonReply(503, { message: "The service is not available at the moment." });
    case "timeout":
      return { status: 200, headers: {}, body: "", delivery: "never" };
    case "cut":
      return { ...answer(), delivery: "cut" };
    case "slow":
      return { ...answer(), delivery: { delayMs: slowMs } };
    case "garbage":
      return { ...answer(), status: 200, body: "\u0000{<!-- \ufffd ]]>" };
    case "empty":
      return { ...answer(), status: 200, body: "" };
    case "redirect":
      return { status: 302, headers: { location: `${base}/maintenance` }, body: "" };
    case "drift":
      return drifted(answer());
    case "left-out":
      return leftOut(answer());
  }
}

/** An answer with the data of several series, without the one in their middle; any other is as it is. */
function leftOut(reply: Reply): Reply {
  const { body } = reply;
  if (typeof body !== "string" || !body.includes('"SURVEY_DATES"')) return reply;
  const answer = JSON.parse(body);
  answer.RESULTSET.splice(answer.RESULTSET.length >> 1, 1);
  return { ...reply, body: JSON.stringify(answer) };
}

/** Names of the fields that identify a record, in each service, and of the forum page's token. */
const keyNames = /\b(Code|part|rank|SERIES_CODE|jwtToken)(?=\\*"\s*:)/g;

/** The reply after a change of the interface: those fields have other names. */
function drifted(reply: Reply): Reply {
  const { body } = reply;
  const whole = typeof body === "string" || Buffer.isBuffer(body) ? body : Buffer.concat([...body]);
  return { ...reply, body: whole.toString().replace(keyNames, "$1New") };
}
