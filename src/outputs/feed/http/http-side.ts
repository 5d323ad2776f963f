/** The HTTP side of the feed's port: the page, the monitor's state, schemas, and calls of commands. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { JsonCall, JsonRoute, MonitorSide, PageRoute } from "../../output.ts";
import { asyncApi } from "../frames/asyncapi.ts";
import { limits } from "../limits.ts";
import { formHeaders, type HttpAnswer, jsonAnswer, readBody, sendAnswer, textAnswer } from "./answer.ts";
import {
  askedAddress,
  fromHere,
  type HostRules,
  hasOneHost,
  hostAllowed,
  parseUrl,
  requestUrl,
} from "./request.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { type SessionConnections, sessionMs } from "./sessions.ts";
import { refusals, type TokenGuard } from "./token-guard.ts";

export interface HttpSideOptions extends HostRules {
  /** All types of events that there are. */
  readonly eventTypes: readonly string[];
  readonly guard: TokenGuard;
  readonly connections: SessionConnections;
  readonly cookie: SessionCookie;
  /** The page, by path. */
  readonly pages: ReadonlyMap<string, HttpAnswer>;
  readonly monitor: MonitorSide;
  /** A route threw; the caller was answered 500. */
  failed(path: string, error: unknown): void;
}

type Answering = (request: IncomingMessage) => Promise<HttpAnswer> | HttpAnswer;

export type HttpSide = (request: IncomingMessage, response: ServerResponse) => void;

export function createHttpSide(options: HttpSideOptions): HttpSide {
  const open = openRoutes(options);
  return (request, response) => {
    const url = requestUrl(request);
    decide(request, url, open, options)
      .catch((error: unknown) => {
        options.failed(url?.pathname ?? "", error);
        return jsonAnswer(500, { error: "internal error" });
      })
      .then((answer) => sendAnswer(response, answer));
  };
}

function openRoutes({ monitor, guard, eventTypes, pages }: HttpSideOptions): Map<string, Answering> {
  const asks = (request: IncomingMessage) => (guard.shows(request) ? "friend" : "stranger");
  const routes = new Map<string, Answering>([
    ["/healthz", () => jsonAnswer(200, { alive: true })],
    ["/readyz", (request) => readyAnswer(monitor.ready(asks(request)))],
    ["/metrics", (request) => metricsAnswer(monitor.metrics(asks(request)))],
    ["/asyncapi.json", ({ headers }) => jsonAnswer(200, asyncApi(eventTypes, addressesOf(headers, monitor)))],
    ["/schema/rules.json", () => jsonAnswer(200, monitor.schema("rules"))],
    ["/schema/config.json", () => jsonAnswer(200, monitor.schema("config"))],
    [
      "/feed",
      () => textAnswer(426, "The feed is a WebSocket.", { upgrade: "websocket", connection: "Upgrade" }),
    ],
  ]);
  for (const [path, answer] of pages) routes.set(path, () => answer);
  return routes;
}

/** Where the feed is reached: by the address that people have, and by the one that was asked for. */
function addressesOf(headers: IncomingHttpHeaders, { publicUrl = "" }: MonitorSide): URL[] {
  const known = parseUrl(publicUrl.replace(/^http/i, "ws"));
  const asked = askedAddress(headers);
  if (known === undefined || asked === undefined) return [known ?? asked ?? []].flat();
  return known.host === asked.host ? [known] : [known, asked];
}

async function decide(
  request: IncomingMessage,
  url: URL | undefined,
  open: ReadonlyMap<string, Answering>,
  options: HttpSideOptions,
): Promise<HttpAnswer> {
  if (!hasOneHost(request)) return textAnswer(400, "Name one Host.");
  if (!hostAllowed(request.headers, options)) return textAnswer(403, "This Host is not the monitor's.");
  if (url === undefined) return textAnswer(404, "Not found.");
  const answering = open.get(url.pathname);
  if (answering !== undefined) {
    const reading = request.method === "GET" || request.method === "HEAD";
    return reading ? await answering(request) : textAnswer(405, "GET or HEAD.", { allow: "GET, HEAD" });
  }
  if (url.pathname === sessionPath) {
    if (!fromHere(request.headers, options)) return jsonAnswer(403, { error: "refused Origin" });
    return sessionAnswer(request, options);
  }
  const page = options.monitor.pages?.find(({ path }) => path === url.pathname);
  return page ? callPage(page, request, url) : callRoute(request, url, options);
}

async function callPage(
  page: PageRoute,
  request: IncomingMessage,
  { searchParams: query }: URL,
): Promise<HttpAnswer> {
  const { method } = request;
  if (method === "GET" || method === "HEAD")
    return pageAnswer(await page.answer({ method: "GET", query, form: new URLSearchParams() }));
  if (method !== "POST") return textAnswer(405, "GET, HEAD or POST.", { allow: "GET, HEAD, POST" });
  const form = await readForm(request);
  return "status" in form ? form : pageAnswer(await page.answer({ method, query, form }));
}

function pageAnswer({ status, html }: { readonly status: number; readonly html: string }): HttpAnswer {
  return { status, contentType: "text/html; charset=utf-8", body: html, headers: formHeaders };
}

/** Reads the fields of a form in either of the two ways in which browsers and mail programs send one. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | HttpAnswer> {
  const type = request.headers["content-type"] ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    return textAnswer(415, "Send a form.");
  const body = await readBody(request);
  if (body === undefined) return textAnswer(413, `Send at most ${limits.frameBytes} bytes.`);
  try {
    const sent = await new Response(body, { headers: { "content-type": type } }).formData();
    const fields = [...sent].filter((field): field is [string, string] => typeof field[1] === "string");
    return new URLSearchParams(fields);
  } catch {
    return textAnswer(400, "The form cannot be read.");
  }
}

async function callRoute(request: IncomingMessage, url: URL, options: HttpSideOptions): Promise<HttpAnswer> {
  const here = options.monitor.routes.filter((route) => route.path === url.pathname);
  if (here.length === 0) return textAnswer(404, "Not found.");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = here.find((one) => one.method === method);
  const { guard } = options;
  const admission = await guard.admit(request, route?.right ?? "act");
  if (!admission.ok) {
    const { status, message, headers } = refusals[admission.refused];
    return { ...jsonAnswer(status, { error: message }), headers };
  }
  if (!fromHere(request.headers, options)) return jsonAnswer(403, { error: "refused Origin" });
  if (route === undefined) {
    const allow = here.map((one) => one.method).join(", ");
    return { ...jsonAnswer(405, { error: `use ${allow}` }), headers: { allow } };
  }
  return callJsonRoute(route, request, { query: url.searchParams, mayAct: admission.right === "act" });
}

function readyAnswer(state: { ready: boolean }): HttpAnswer {
  return jsonAnswer(state.ready ? 200 : 503, state);
}

function metricsAnswer(text: string): HttpAnswer {
  return { status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: text };
}

/** Runs a route for a request that is already let in. Rejects with what the route throws. */
async function callJsonRoute(
  route: JsonRoute,
  request: IncomingMessage,
  call: Pick<JsonCall, "query" | "mayAct">,
): Promise<HttpAnswer> {
  if (route.method === "GET") {
    const { status, body } = await route.answer({ ...call, body: undefined });
    return jsonAnswer(status, body);
  }
  // A page of another site cannot send this type without asking first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    return jsonAnswer(415, { error: "send application/json" });
  }
  const text = (await readBody(request))?.toString("utf8");
  if (text === undefined) return jsonAnswer(413, { error: `send at most ${limits.frameBytes} bytes` });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return jsonAnswer(400, { error: "the body is not JSON" });
  }
  const { status, body } = await route.answer({ ...call, body: parsed });
  return jsonAnswer(status, body);
}

// `/api/session`: a browser shows a token once and gets a cookie that stands for it, asks what it may do, or
// signs out.

const sessionPath = "/api/session";

interface SessionSideOptions {
  readonly guard: TokenGuard;
  readonly connections: SessionConnections;
  readonly cookie: SessionCookie;
}

/** Answers a request that comes from no foreign page. */
async function sessionAnswer(request: IncomingMessage, options: SessionSideOptions): Promise<HttpAnswer> {
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

async function signIn(request: IncomingMessage, options: SessionSideOptions): Promise<HttpAnswer> {
  // A page of another site cannot send this type without asking first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? ""))
    return jsonAnswer(415, { error: "send application/json" });
  const token = tokenIn((await readBody(request))?.toString("utf8"));
  if (token === undefined) return jsonAnswer(400, { error: "send a token as text" });
  const begun = await options.guard.begin(request, token);
  if (!("value" in begun)) {
    const { status, message, headers } = refusals[begun.refused];
    return { ...jsonAnswer(status, { error: message }), headers };
  }
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
