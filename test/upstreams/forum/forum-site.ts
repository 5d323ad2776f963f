/** A small forum that a test writes down: it checks what the documents say it checks. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { hurriedClock, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

export const startedAt = Date.UTC(2026, 0, 5);

/** A token of the documented shape, with an exp of its own and a number to tell tokens apart. */
export function tokenOf(expiresAt: number, number: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part({ exp: expiresAt / 1000 })}.sig${number}`;
}

export interface ForumSite {
  readonly served: Served;
  /** Tokens given out so far; the last is the one that is accepted. */
  readonly tokens: string[];
  /** Called for a comments request with good headers. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** How a page writes its token. */
  embed: (token: string) => string;
  lifetimeMs: number;
  /** Status of an answer to other headers than good ones. */
  refusal: number;
}

const noComments = { isSuccess: true, response: { totalSize: 0, isError: false, items: [] } };

export async function serveForum(): Promise<ForumSite> {
  const tokens: string[] = [];
  const served = await serve((request, response) => {
    const path = request.url ?? "";
    if (/^\/quote\/.*\.T\/forum$/.test(path)) sendPage(response);
    else if (isGood(request)) site.answer(request, response);
    else sendJson(response, { message: "request parameters invalidated" }, site.refusal);
  });
  const site: ForumSite = {
    served,
    tokens,
    answer: (_, response) => sendJson(response, noComments),
    embed: (token) => `<script type="application/json">{"jwtToken":"${token}"}</script>`,
    lifetimeMs: 7_200_000,
    refusal: 400,
  };
  function sendPage(response: ServerResponse) {
    const token = tokenOf(startedAt + site.lifetimeMs, tokens.length + 1);
    tokens.push(token);
    response.setHeader("set-cookie", ["A=first; Path=/; HttpOnly", `B=v${tokens.length}`]);
    response.setHeader("etag", '"always the same"');
    response.end(`<html><body>${site.embed(token)}</body></html>`);
  }
  function isGood({ url, headers }: IncomingMessage) {
    const code = new URL(url ?? "", "http://x").searchParams.get("code");
    return (
      headers["x-jwt-token"] === tokens.at(-1) &&
      headers.cookie === `A=first; B=v${tokens.length}` &&
      headers.referer === `${served.url}/quote/${code}.T/forum` &&
      (headers["user-agent"] ?? "").startsWith("Mozilla/5.0")
    );
  }
  return site;
}

export function forumClientOf(served: Served, now = () => startedAt) {
  const clock = { ...hurriedClock(), now };
  return createForumClient({ url: served.url, http: createHttp({ retries: 0 }), clock });
}

export const pagesAsked = ({ asked }: Served) => asked.filter(({ path }) => path.endsWith("/forum")).length;
