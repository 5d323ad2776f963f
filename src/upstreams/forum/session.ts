/** The forum's session: its page with the token and the cookies, kept until shortly before the token ends. */
import type { Clock } from "../../lib/clock.ts";
import { Failure, type FailureReason } from "../../lib/failure.ts";
import type { Http } from "../../lib/http/http.ts";
import { bodyText, statusFailure } from "../../lib/http/response.ts";
import { listenAbort, stopped } from "../../lib/turns.ts";
import { lostVariable } from "./html.ts";

/** Values from a forum page that the comments call needs. */
export interface ForumSession {
  readonly token: string;
  readonly cookie: string | undefined;
}

const shortestValue = 4;

/** Lists the values that no message may repeat: services were seen to repeat what they are sent. */
export function secretsOf({ token, cookie }: Partial<ForumSession>): string[] {
  const values = cookie?.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1)) ?? [];
  // A shorter one is no secret, but a part of ordinary words.
  return [token, cookie, ...values.filter((value) => value.length >= shortestValue)].filter(
    (secret) => secret !== undefined,
  );
}

interface FetchedPage {
  /** Absent when the page holds no token. */
  readonly session: ForumSession | undefined;
  /** Kept from all pages so far. */
  readonly cookie: string | undefined;
  readonly html: string;
  readonly where: string;
}

export interface SessionKeeper {
  /** The kept session, or a new one from the forum page of `code`; callers that ask at once share one page. */
  current(code: string, signal: AbortSignal | undefined): Promise<{ session: ForumSession; fresh: boolean }>;
  /** Fetches the page of `code` anew and keeps its token where it holds one. */
  fetchPage(code: string, signal: AbortSignal | undefined): Promise<FetchedPage>;
  /** A session that was refused is not given out again. */
  drop(session: ForumSession): void;
}

export interface ForumSite {
  readonly url: string;
  readonly userAgent: string;
  readonly http: Http;
  readonly clock: Clock;
}

const marginMs = 60_000;

/** Failures of one stock's page, which say nothing of the page of another. */
const ofOnePage: ReadonlySet<FailureReason> = new Set(["rejected", "redirected", "malformed", "too-large"]);

interface Fetch {
  readonly code: string;
  readonly signal: AbortSignal | undefined;
  readonly session: Promise<ForumSession>;
}

export function createSessionKeeper(site: ForumSite): SessionKeeper {
  const jar = createCookieJar();
  let kept: { session: ForumSession; endsAt: number } | undefined;
  let underWay: Fetch | undefined;

  async function fetchPage(code: string, signal: AbortSignal | undefined): Promise<FetchedPage> {
    const cookie = jar.header();
    const headers = { "user-agent": site.userAgent, ...(cookie !== undefined && { cookie }) };
    // Never from memory: a remembered page holds an old token.
    const response = await site.http.get(forumPage(site.url, code), { headers, signal, etag: false });
    jar.take(response.headers["set-cookie"]);
    if (response.status !== 200) throw statusFailure(response, secretsOf({ cookie }));
    const { where } = response;
    const html = bodyText(response, ["utf-8"]);
    const token = findToken(html);
    if (token === undefined) return { session: undefined, cookie: jar.header(), html, where };
    const session = { token, cookie: jar.header() };
    kept = { session, endsAt: tokenExpiry(token) - marginMs };
    return { session, cookie: session.cookie, html, where };
  }

  async function fetchSession(code: string, signal: AbortSignal | undefined): Promise<ForumSession> {
    const { session, html, where } = await fetchPage(code, signal);
    const lost = { variable: "jwtToken", expected: "a token", found: "nothing" };
    if (session === undefined) throw lostVariable(lost, html, where, "the page holds no jwtToken");
    return session;
  }

  function begin(code: string, signal: AbortSignal | undefined): Fetch {
    const fetch = { code, signal, session: fetchSession(code, signal) };
    const done = () => {
      if (underWay === fetch) underWay = undefined;
    };
    fetch.session.then(done, done);
    return fetch;
  }

  return {
    async current(code, signal) {
      for (;;) {
        if (kept !== undefined && site.clock.now() < kept.endsAt)
          return { session: kept.session, fresh: false };
        const own = underWay === undefined;
        underWay ??= begin(code, signal);
        const { code: theirs, signal: leading, session } = underWay;
        try {
          return { session: await whileWanted(session, signal), fresh: true };
        } catch (error) {
          const mayDiffer = leading?.aborted || (theirs !== code && isOfOnePage(error));
          if (own || signal?.aborted || !mayDiffer) throw error;
        }
      }
    },
    fetchPage,
    drop(session) {
      if (kept?.session === session) kept = undefined;
    },
  };
}

/** Address of a forum page, without a user's name and password, as a browser tells it to others. */
export function forumPage(url: string, code: string): string {
  return `${url.replace(/\/\/[^/]*@/, "//").replace(/\/+$/, "")}/quote/${encodeURIComponent(code)}.T/forum`;
}

function isOfOnePage(error: unknown): boolean {
  return error instanceof Failure && ofOnePage.has(error.reason);
}

/** The promise, unless the signal is aborted before: who waits for another's fetch can still stop at once. */
async function whileWanted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let unlisten = () => {};
  const left = new Promise<never>((_, reject) => {
    unlisten = listenAbort(signal, () => reject(stopped(signal)));
  });
  return Promise.race([promise, left]).finally(() => unlisten());
}

/** Pattern of the token. In the page's JSON the name and the value stand in quotes; inside a script's string those are escaped. */
const embedded = /\bjwtToken\\*"\s*:\s*\\*"([\w-]+\.[\w-]+\.[\w-]+)/;

/** The token that a forum page holds; undefined when there is none. */
function findToken(html: string): string | undefined {
  return embedded.exec(html)?.[1];
}

/** Reads when a token ends, ms since 1970; Infinity if it does not say, so that the service's refusal tells. */
export function tokenExpiry(token: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const seconds =
      typeof payload === "object" && payload !== null && "exp" in payload ? payload.exp : undefined;
    return typeof seconds === "number" ? seconds * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The cookies of one service, as far as a client of one host needs them: names, values, and their removal. */
export interface CookieJar {
  /** Takes the Set-Cookie headers of an answer. */
  take(headers: string | readonly string[] | undefined): void;
  /** The value of a Cookie header; undefined when there are none. */
  header(): string | undefined;
}

const maxCookies = 50;

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();

  return {
    take(headers = []) {
      for (const header of typeof headers === "string" ? [headers] : headers) {
        const [pair = "", ...attributes] = header.split(";");
        const at = pair.indexOf("=");
        const name = pair.slice(0, at).trim();
        if (at < 1 || name === "") continue;
        if (attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute)))
          cookies.delete(name);
        else if (cookies.size < maxCookies || cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
      }
    },
    header() {
      if (cookies.size === 0) return undefined;
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
  };
}
