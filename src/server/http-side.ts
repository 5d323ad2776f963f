/** The HTTP side of the port: open routes, the page and its sessions, pages of their own, and calls. */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type HttpAnswer,
  type JsonCall,
  type JsonRoute,
  jsonAnswer,
  type OpenRoute,
  type PageAnswer,
  type PageRoute,
  type PassedAnswer,
  type PassedCall,
  type PassOn,
  type StreamRoute,
  textAnswer,
} from "../lib/http/port.ts";
import { formHeaders, mostBodyBytes, readBody, sendAnswer, strictHeaders } from "./answer.ts";
import {
  addressesOf,
  type ClientAddress,
  fromHere,
  type HostRules,
  hasOneHost,
  hostAllowed,
  requestUrl,
} from "./request.ts";
import type { SessionConnections, SessionCookie } from "./session-cookie.ts";
import { sessionMs } from "./sessions.ts";
import { refusedAnswer, type TokenGuard } from "./token-guard.ts";

export interface HttpSideOptions extends HostRules {
  readonly guard: TokenGuard;
  readonly connections: SessionConnections;
  readonly cookie: SessionCookie;
  readonly addressOf: ClientAddress;
  /** Routes by path. */
  readonly open: ReadonlyMap<string, OpenRoute>;
  readonly routes: readonly JsonRoute[];
  readonly streams: readonly StreamRoute[];
  readonly pages: readonly PageRoute[];
  /** Address at which people reach the page. */
  readonly publicUrl: string | undefined;
  /** Where acts are done; left out: here. */
  readonly passOn?: PassOn | undefined;
  /** A route threw; the caller was answered 500. */
  failed(path: string, error: unknown): void;
}

export type HttpSide = (request: IncomingMessage, response: ServerResponse) => void;

export function createHttpSide(options: HttpSideOptions): HttpSide {
  return (request, response) => {
    const url = requestUrl(request);
    decide(request, response, url, options)
      .catch((error: unknown) => {
        options.failed(url?.pathname ?? "", error);
        return jsonAnswer(500, { error: "internal error" });
      })
      .then((answer) => answer !== undefined && sendAnswer(response, answer));
  };
}

/** Answers a request; undefined: a guest writes the answer. */
async function decide(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL | undefined,
  options: HttpSideOptions,
): Promise<HttpAnswer | undefined> {
  if (!hasOneHost(request)) return textAnswer(400, "Name one Host.");
  if (!hostAllowed(request.headers, options)) return textAnswer(403, "This Host is not the monitor's.");
  if (url === undefined) return textAnswer(404, "Not found.");
  const open = options.open.get(url.pathname);
  if (open !== undefined) return callOpen(open, request, url, options);
  if (url.pathname === sessionPath) {
    if (!fromHere(request.headers, options)) return jsonAnswer(403, { error: "refused Origin" });
    return sessionAnswer(request, options);
  }
  const stream = options.streams.find(({ path }) => path === url.pathname);
  if (stream !== undefined) return callStream(stream, request, response, url, options);
  const page = options.pages.find(({ path }) => path === url.pathname);
  return page ? callPage(page, request, url, options) : callRoute(request, url, options);
}

async function callOpen(
  route: OpenRoute,
  request: IncomingMessage,
  { searchParams: query }: URL,
  { guard, publicUrl }: HttpSideOptions,
): Promise<HttpAnswer> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return textAnswer(405, "GET or HEAD.", { allow: "GET, HEAD" });
  return route.answer({
    asks: () => (guard.shows(request) ? "friend" : "stranger"),
    addresses: () => addressesOf(request.headers, publicUrl),
    query,
    isAmong: (token, tokens) => guard.isAmong(request, token, tokens),
  });
}

async function callStream(
  route: StreamRoute,
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams: query }: URL,
  options: HttpSideOptions,
): Promise<HttpAnswer | undefined> {
  const caller = await options.guard.admit(request, "read");
  if (!caller.ok) return refusedAnswer(caller.refused);
  if (!fromHere(request.headers, options)) return jsonAnswer(403, { error: "refused Origin" });
  if (request.method !== "GET")
    return { ...jsonAnswer(405, { error: "use GET" }), headers: { allow: "GET" } };
  // One that waits behind another answer of its connection would hear nothing of its end.
  if (response.socket === null) return jsonAnswer(400, { error: "ask when the answer before is read" });
  if (response.socket.destroyed) return undefined;
  for (const [name, value] of Object.entries(strictHeaders)) response.setHeader(name, value);
  route.answer(response, {
    ...caller,
    query,
    address: options.addressOf(request),
    whenSignedOut: (end) => options.connections.enter(request, caller.until, end),
  });
  return undefined;
}

async function callPage(
  page: PageRoute,
  request: IncomingMessage,
  { searchParams: query }: URL,
  { passOn }: HttpSideOptions,
): Promise<HttpAnswer> {
  const { method } = request;
  if (method === "GET" || method === "HEAD")
    return pageAnswer(await page.answer({ method: "GET", query, form: new URLSearchParams() }));
  if (method !== "POST") return textAnswer(405, "GET, HEAD or POST.", { allow: "GET, HEAD, POST" });
  const form = await readForm(request);
  if ("status" in form) return form;
  if (passOn === undefined) return pageAnswer(await page.answer({ method, query, form }));
  const passed = { kind: "form", path: page.path, query: String(query), form: String(form) } as const;
  const answer = await passedOn(passOn, passed);
  return "html" in answer ? pageAnswer(answer) : jsonAnswer(answer.status, answer.body);
}

function pageAnswer({ status, html }: PageAnswer): HttpAnswer {
  return { status, contentType: "text/html; charset=utf-8", body: html, headers: formHeaders };
}

/** Reads the fields of a form in either of the two ways in which browsers and mail programs send one. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | HttpAnswer> {
  const type = request.headers["content-type"] ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    return textAnswer(415, "Send a form.");
  const body = await readBody(request);
  if (body === undefined) return textAnswer(413, `Send at most ${mostBodyBytes} bytes.`);
  try {
    const sent = await new Response(body, { headers: { "content-type": type } }).formData();
    const fields = [...sent].filter((field): field is [string, string] => typeof field[1] === "string");
    return new URLSearchParams(fields);
  } catch {
    return textAnswer(400, "The form cannot be read.");
  }
}

async function callRoute(request: IncomingMessage, url: URL, options: HttpSideOptions): Promise<HttpAnswer> {
  const here = options.routes.filter((route) => route.path === url.pathname);
  if (here.length === 0) return textAnswer(404, "Not found.");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = here.find((one) => one.method === method);
  const { guard } = options;
  const admission = await guard.admit(request, route?.right ?? "act");
  if (!admission.ok) return refusedAnswer(admission.refused);
  if (!fromHere(request.headers, options)) return jsonAnswer(403, { error: "refused Origin" });
  if (route === undefined) {
    const allow = here.map((one) => one.method).join(", ");
    return { ...jsonAnswer(405, { error: `use ${allow}` }), headers: { allow } };
  }
  const { right, person } = admission;
  const { passOn } = options;
  const isPassed = passOn !== undefined && route.right === "act" && route.method === "POST";
  return callJsonRoute(isPassed ? passedRoute(route, passOn) : route, request, {
    ...{ query: url.searchParams, mayAct: right === "act" },
    ...(person !== undefined && { person }),
  });
}

/** A route whose act another machine does. */
function passedRoute(route: JsonRoute, passOn: PassOn): JsonRoute {
  return {
    ...route,
    async answer({ query, ...call }) {
      const passed = { ...call, kind: "call", path: route.path, query: String(query) } as const;
      const answer = await passedOn(passOn, passed);
      return "body" in answer ? answer : { status: 502, body: { error: "the answer cannot be read" } };
    },
  };
}

async function passedOn(passOn: PassOn, call: PassedCall): Promise<PassedAnswer> {
  try {
    return await passOn(call);
  } catch (error) {
    return { status: 503, body: { error: error instanceof Error ? error.message : String(error) } };
  }
}

/** Runs a route for a request that is already let in. Rejects with what the route throws. */
async function callJsonRoute(
  route: JsonRoute,
  request: IncomingMessage,
  call: Omit<JsonCall, "body">,
): Promise<HttpAnswer> {
  if (route.method === "GET") {
    const { status, body } = await route.answer({ ...call, body: undefined });
    return jsonAnswer(status, body);
  }
  // A page of another site cannot send this type without asking first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    return jsonAnswer(415, { error: "send application/json" });
  }
  const { mostBytes = mostBodyBytes } = route;
  const text = (await readBody(request, mostBytes))?.toString("utf8");
  if (text === undefined) return jsonAnswer(413, { error: `send at most ${mostBytes} bytes` });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return jsonAnswer(400, { error: "the body is not JSON" });
  }
  const { status, body } = await route.answer({ ...call, body: parsed });
  return jsonAnswer(status, body);
}

// `/api/session`: a browser shows a token once and gets a cookie that stands for it, asks what it may do, or signs out.

const sessionPath = "/api/session";

/** Answers a request that comes from no foreign page. */
async function sessionAnswer(request: IncomingMessage, options: HttpSideOptions): Promise<HttpAnswer> {
  const { method = "" } = request;
  if (method === "GET" || method === "HEAD") return jsonAnswer(200, options.guard.standing(request));
  if (method === "POST") return signIn(request, options);
  if (method === "DELETE") {
    options.guard.end(request);
    options.connections.signOut(request);
    const headers = { "set-cookie": options.cookie.drop(request) };
    return { ...jsonAnswer(200, { signedOut: true }), headers };
  }
  const allow = "GET, HEAD, POST, DELETE";
  return { ...jsonAnswer(405, { error: `use ${allow}` }), headers: { allow } };
}

async function signIn(request: IncomingMessage, options: HttpSideOptions): Promise<HttpAnswer> {
  // A page of another site cannot send this type without asking first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? ""))
    return jsonAnswer(415, { error: "send application/json" });
  const token = tokenIn((await readBody(request))?.toString("utf8"));
  if (token === undefined) return jsonAnswer(400, { error: "send a token as text" });
  const begun = await options.guard.begin(request, token);
  if (!("value" in begun)) return refusedAnswer(begun.refused);
  const { value, csrfToken, until, right } = begun;
  const headers = { "set-cookie": options.cookie.keep(request, value, sessionMs / 1_000) };
  return { ...jsonAnswer(200, { right, csrfToken, until: new Date(until).toISOString() }), headers };
}

function tokenIn(text: string | undefined): string | undefined {
  try {
    const { token } = JSON.parse(text ?? "");
    return typeof token === "string" && token !== "" ? token : undefined;
  } catch {
    return undefined;
  }
}
