/** Everything on the feed's port that is not the feed. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonRoute } from "../output.ts";
import { asyncApi } from "./asyncapi.ts";
import { callJsonRoute } from "./call-json-route.ts";
import { type HostRules, hasOneHost, hostAllowed, originAllowed } from "./hosts.ts";
import { type HttpAnswer, jsonAnswer, sendAnswer, textAnswer } from "./http-answer.ts";
import { requestUrl } from "./request-url.ts";
import { refusals, type TokenGuard } from "./token-guard.ts";

export interface HttpSideOptions extends HostRules {
  /** The types of events that there are; the built-in ones where it is left out. */
  readonly eventTypes: readonly string[];
  readonly guard: TokenGuard;
  /** The page, by path. */
  readonly pages: ReadonlyMap<string, HttpAnswer>;
  readonly routes: readonly JsonRoute[];
  /** Whether the monitor works, with whatever explains it; to strangers states only. */
  ready(asks: "stranger" | "friend"): { ready: boolean } & Record<string, unknown>;
  /** Text format of Prometheus. */
  metrics(): Promise<string> | string;
  rulesSchema(): unknown;
  configSchema(): unknown;
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

function openRoutes(options: HttpSideOptions): Map<string, Answering> {
  const routes = new Map<string, Answering>([
    ["/healthz", () => jsonAnswer(200, { alive: true })],
    [
      "/readyz",
      (request) => readyAnswer(options.ready(options.guard.shows(request) ? "friend" : "stranger")),
    ],
    ["/metrics", async () => metricsAnswer(await options.metrics())],
    ["/asyncapi.json", () => jsonAnswer(200, asyncApi(options.eventTypes))],
    ["/schema/rules.json", () => jsonAnswer(200, options.rulesSchema())],
    ["/schema/config.json", () => jsonAnswer(200, options.configSchema())],
    [
      "/feed",
      () => textAnswer(426, "The feed is a WebSocket.", { upgrade: "websocket", connection: "Upgrade" }),
    ],
  ]);
  for (const [path, answer] of options.pages) routes.set(path, () => answer);
  return routes;
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
  return callRoute(request, url, options);
}

async function callRoute(request: IncomingMessage, url: URL, options: HttpSideOptions): Promise<HttpAnswer> {
  const here = options.routes.filter((route) => route.path === url.pathname);
  if (here.length === 0) return textAnswer(404, "Not found.");
  const admission = await options.guard.admit(request);
  if (admission !== "right") {
    const { status, message, headers } = refusals[admission];
    return { ...jsonAnswer(status, { error: message }), headers };
  }
  if (!originAllowed(request.headers, options)) return jsonAnswer(403, { error: "refused Origin" });
  const route = here.find((one) => one.method === request.method);
  if (route === undefined) {
    const allow = here.map((one) => one.method).join(", ");
    return { ...jsonAnswer(405, { error: `use ${allow}` }), headers: { allow } };
  }
  return callJsonRoute(route, request, url.searchParams);
}

function readyAnswer(state: { ready: boolean }): HttpAnswer {
  return jsonAnswer(state.ready ? 200 : 503, state);
}

function metricsAnswer(text: string): HttpAnswer {
  return { status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: text };
}
