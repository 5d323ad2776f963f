import type { Clock } from "../../lib/clock.ts";
import { Failure, type FailureReason } from "../../lib/failure.ts";
import { bodyText } from "../../lib/http/body-text.ts";
import type { Http } from "../../lib/http/http.ts";
import { listenAbort, stopped } from "../../lib/http/listen-abort.ts";
import { statusFailure } from "../../lib/http/status-failure.ts";
import { createCookieJar } from "./cookie-jar.ts";
import { lostVariable } from "./lost-variable.ts";
import { findToken, tokenExpiry } from "./token.ts";

/** Values from a forum page that the comments call needs. */
export interface Session {
  readonly token: string;
  readonly cookie: string | undefined;
}

const shortestValue = 4;

/** Lists the values that no message may repeat: services were seen to repeat what they are sent. */
export function secretsOf({ token, cookie }: Partial<Session>): string[] {
  const values = cookie?.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1)) ?? [];
  // A shorter one is no secret, but a part of ordinary words.
  return [token, cookie, ...values.filter((value) => value.length >= shortestValue)].filter(
    (secret) => secret !== undefined,
  );
}

interface FetchedPage {
  /** Absent when the page holds no token. */
  readonly session: Session | undefined;
  /** Kept from all pages so far. */
  readonly cookie: string | undefined;
  readonly html: string;
  readonly where: string;
}

export interface SessionKeeper {
  /** The kept session, or a new one from the forum page of `code`; callers that ask at once share one page. */
  current(code: string, signal: AbortSignal | undefined): Promise<{ session: Session; fresh: boolean }>;
  /** Fetches the page of `code` anew and keeps its token where it holds one. */
  fetchPage(code: string, signal: AbortSignal | undefined): Promise<FetchedPage>;
  /** A session that was refused is not given out again. */
  drop(session: Session): void;
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
  readonly session: Promise<Session>;
}

export function createSessionKeeper(site: ForumSite): SessionKeeper {
  const jar = createCookieJar();
  let kept: { session: Session; endsAt: number } | undefined;
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

  async function fetchSession(code: string, signal: AbortSignal | undefined): Promise<Session> {
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
