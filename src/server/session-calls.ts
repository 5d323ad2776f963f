/**
 * `/api/session`: a browser shows a token once and gets a cookie that stands for it, asks what it may do, or signs out.
 */
import type { IncomingMessage } from "node:http";
import { type HttpAnswer, jsonAnswer } from "../lib/http/port.ts";
import { readBody } from "./answer.ts";
import type { SessionConnections, SessionCookie } from "./session-cookie.ts";
import { sessionMs } from "./sessions.ts";
import { refusedAnswer, type TokenGuard } from "./token-guard.ts";

export const sessionPath = "/api/session";

export interface SessionCalls {
  readonly guard: TokenGuard;
  readonly connections: SessionConnections;
  readonly cookie: SessionCookie;
}

/** Answers a request that comes from no foreign page. */
export async function sessionAnswer(request: IncomingMessage, options: SessionCalls): Promise<HttpAnswer> {
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

async function signIn(request: IncomingMessage, options: SessionCalls): Promise<HttpAnswer> {
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
