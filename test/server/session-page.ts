/** A page's session with the port: signing in, and calls with what the browser and the page hold. */
import { request } from "undici";
import type { JsonRoute } from "../../src/lib/http/port.ts";
import type { Options } from "../outputs/feed/support/feed-options.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { MemoryLog } from "../support/memory-log.ts";

export const json = { "content-type": "application/json" };
const answer = () => ({ status: 200, body: { done: true } });
const routes: JsonRoute[] = [
  { right: "read", method: "GET", path: "/api/thing", answer },
  { right: "act", method: "POST", path: "/control/thing", answer },
];

export async function ask(url: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode: status, headers, body } = await request(url, options);
  return { status, headers, body: (await body.json()) as Record<string, unknown> };
}

export interface Signed {
  readonly cookie: string;
  /** What the page alone knows. */
  readonly csrfToken: string;
}

/** A feed with a reader's and an operator's token, and what a browser does with it. */
export async function openPage(options: Options = {}, log = new MemoryLog()) {
  const { httpUrl, url, feed } = await startFeed(
    { routes, tokens: ["reader"], operators: ["operator"], ...options },
    log,
  );
  const session = `${httpUrl}/api/session`;
  const signIn = async (token: string, headers: object = {}) => {
    const body = JSON.stringify({ token });
    const answered = await ask(session, { method: "POST", headers: { ...json, ...headers }, body });
    const set = String(answered.headers["set-cookie"] ?? "");
    return { ...answered, set, cookie: set.split(";")[0] ?? "", csrfToken: String(answered.body.csrfToken) };
  };
  const shown = ({ cookie = "", csrfToken }: Partial<Signed>) => ({
    cookie,
    ...(csrfToken !== undefined && { "x-csrf-token": csrfToken }),
  });
  const standing = async (signed: Partial<Signed> = {}) =>
    (await ask(session, { headers: shown(signed) })).body;
  const act = (headers: Record<string, string>) =>
    ask(`${httpUrl}/control/thing`, { method: "POST", headers: { ...json, ...headers }, body: "{}" });
  const statuses = async (signed: Partial<Signed>) => ({
    read: (await ask(`${httpUrl}/api/thing`, { headers: shown(signed) })).status,
    act: (await act(shown(signed))).status,
  });
  return { httpUrl, url, feed, session, act, signIn, standing, statuses };
}
