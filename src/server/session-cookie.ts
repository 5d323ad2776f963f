/**
 * The cookie of a session: for the page alone, so that no script reads it and no other site sends it. Behind TLS its name
 * says that it came over TLS, from this very host (RFC 6265bis, `__Host-`), so that nobody else can have set it.
 */
import type { IncomingMessage } from "node:http";
import type { Clock } from "../lib/clock.ts";
import { parseUrl } from "./request.ts";

/** Header of a call by which one acts on the monitor with a session: it holds what only the page that signed in knows. */
export const csrfHeader = "x-csrf-token";

export interface SessionCookie {
  /** The sessions that a request shows, those that came over TLS first; more than one where another path has one, too. */
  shown(request: IncomingMessage): string[];
  /** Values of Set-Cookie that keep a session in the browser that signs in. */
  keep(request: IncomingMessage, value: string, seconds: number): string[];
  /** Those that take all away that are in reach. */
  drop(request: IncomingMessage): string[];
}

/** @param publicUrl address at which people reach the page */
export function createSessionCookie(publicUrl: string | undefined): SessionCookie {
  const known = parseUrl(publicUrl ?? "");
  // A proxy may show the page under a path of its own.
  const path = known?.pathname.replace(/\/*$/, "/") ?? "/";
  /** Browsers send the cookies of a host to all its ports and paths, and each may have its own monitor. */
  const plainName = ({ socket }: IncomingMessage) => `yagura-${socket.localPort ?? 0}`;
  const hostName = (request: IncomingMessage) =>
    `__Host-${plainName(request)}${path.slice(0, -1).replace(/\W+/g, "-")}`;
  const plain = (request: IncomingMessage, value: string, seconds: number) => {
    const own = known !== undefined && known.host === parseUrl(request.headers.origin ?? "")?.host;
    return `${plainName(request)}=${value}; Path=${own ? path : "/"}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  };
  const ofHost = (request: IncomingMessage, value: string, seconds: number) =>
    `${hostName(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict; Secure`;
  return {
    shown: (request) => [...valuesOf(request, hostName(request)), ...valuesOf(request, plainName(request))],
    keep: (request, value, seconds) => [(isByTls(request) ? ofHost : plain)(request, value, seconds)],
    drop: (request) => [plain(request, "", 0), ...(isByTls(request) ? [ofHost(request, "", 0)] : [])],
  };
}

/** Whether the page came over TLS, which ends at a proxy: the Origin that a browser names says so. */
function isByTls({ headers }: IncomingMessage): boolean {
  return parseUrl(headers.origin ?? "")?.protocol === "https:";
}

function valuesOf({ headers }: IncomingMessage, name: string): string[] {
  const cookies = (headers.cookie ?? "").split(";").map((one) => one.trim());
  return cookies.filter((one) => one.startsWith(`${name}=`)).map((one) => one.slice(name.length + 1));
}

/** The open connections by the session that they came with, so that they end with it. */
export interface SessionConnections {
  /**
   * Notes one; `end` is called where its session is signed out or over. The answer forgets it.
   *
   * @param until when its session ends, ms since 1970; undefined: it came without one
   */
  enter(request: IncomingMessage, until: number | undefined, end: () => void): () => void;
  /** Ends all that came with a session that this request shows. */
  signOut(request: IncomingMessage): void;
}

export function createSessionConnections(clock: Clock, { shown }: SessionCookie): SessionConnections {
  const ends = new Map<string, Set<() => void>>();
  return {
    enter(request, until, end) {
      const sessions = shown(request);
      for (const session of sessions) ends.set(session, (ends.get(session) ?? new Set()).add(end));
      const cancel = until === undefined ? () => {} : clock.after(until - clock.now(), end);
      return () => {
        cancel();
        for (const session of sessions) {
          const own = ends.get(session);
          own?.delete(end);
          if (own?.size === 0) ends.delete(session);
        }
      };
    },
    signOut(request) {
      for (const session of shown(request)) for (const end of [...(ends.get(session) ?? [])]) end();
    },
  };
}
