/** `/api/session`: a browser shows a token once and gets a cookie that stands for it, asks what it may do, or signs out. */
import type { IncomingMessage } from "node:http";
import { type HttpAnswer, jsonAnswer, readBody } from "./answer.ts";
import { parseUrl } from "./request.ts";
import { cookieName, type SessionConnections, sessionMs } from "./sessions.ts";
import { refusals, type TokenGuard } from "./token-guard.ts";

export const sessionPath = "/api/session";

interface SessionSideOptions {
  readonly guard: TokenGuard;
  readonly connections: SessionConnections;
  /** Address at which people reach the page. */
  readonly publicUrl: string | undefined;
}

/** Answers a request that comes from no foreign page. */
export async function sessionAnswer(
  request: IncomingMessage,
  options: SessionSideOptions,
): Promise<HttpAnswer> {
  const { method = "" } = request;
  if (method === "GET" || method === "HEAD") return jsonAnswer(200, options.guard.standing(request));
  if (method === "POST") return signIn(request, options);
  if (method === "DELETE") {
    options.guard.end(request);
    options.connections.signOut(request);
    const headers = { "set-cookie": cookie(request, options, "", 0) };
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
  const { value, until, right } = begun;
  const headers = { "set-cookie": cookie(request, options, value, sessionMs / 1_000) };
  return { ...jsonAnswer(200, { right, until: new Date(until).toISOString() }), headers };
}

function tokenIn(text: string | undefined): string | undefined {
  try {
    const { token } = JSON.parse(text ?? "");
    return typeof token === "string" && token !== "" ? token : undefined;
  } catch {
    return undefined;
  }
}

/** A cookie for the page alone: no script reads it, no other site sends it, and behind TLS nobody overhears it. */
function cookie(
  request: IncomingMessage,
  { publicUrl }: SessionSideOptions,
  value: string,
  seconds: number,
): string {
  const from = parseUrl(request.headers.origin ?? "");
  const known = parseUrl(publicUrl ?? "");
  // A proxy may show the page under a path of its own.
  const path = known !== undefined && known.host === from?.host ? known.pathname.replace(/\/*$/, "/") : "/";
  const secure = from?.protocol === "https:" ? "; Secure" : "";
  return `${cookieName(request)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
