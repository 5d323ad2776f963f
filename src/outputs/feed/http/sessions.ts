/**
 * Sessions of browsers: a cookie stands for a token for some hours. It is signed with a key that is made from its token,
 * so nothing is kept: a session outlives a restart of the monitor, and ends at once when its token leaves the settings.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../../lib/clock.ts";

/** How long a session lasts. */
export const sessionMs = 12 * 3_600_000;

export interface Session {
  /** Place of its token among those that the sessions are for. */
  readonly token: number;
  /** When it ends, ms since 1970. */
  readonly until: number;
}

export interface Sessions {
  /** The value of a cookie that stands for a token from now on. */
  issue(token: string): { readonly value: string; readonly until: number };
  /** Reads a cookie. `wrong`: it stands for no token of these; `over`: whatever it stood for, that has ended. */
  read(value: string): Session | "wrong" | "over";
}

/** @param now ms since 1970 */
export function createSessions(tokens: readonly string[], now: () => number): Sessions {
  const keys = tokens.map(keyOf);
  return {
    issue(token) {
      const until = now() + sessionMs;
      const said = `${until.toString(36)}.${randomBytes(12).toString("base64url")}`;
      return { value: `${said}.${signature(said, keyOf(token)).toString("base64url")}`, until };
    },
    read(value) {
      const [, said = "", time = "", signed = ""] =
        /^(([0-9a-z]{1,11})\.[\w-]{16})\.([\w-]{43})$/.exec(value) ?? [];
      const until = Number.parseInt(time, 36);
      if (said === "" || until > now() + sessionMs) return "wrong";
      if (until <= now()) return "over";
      const sent = Buffer.from(signed, "base64url");
      // All are compared, so that the time says nothing of which one it is.
      const token = keys.reduce(
        (found, key, place) => (timingSafeEqual(sent, signature(said, key)) ? place : found),
        -1,
      );
      return token < 0 ? "wrong" : { token, until };
    },
  };
}

function keyOf(token: string): Buffer {
  return createHmac("sha256", token).update("yagura session").digest();
}

function signature(said: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(said).digest();
}

/** Name of the cookie: browsers send the cookies of a host to all its ports, and each may have its own monitor. */
export function cookieName({ socket }: IncomingMessage): string {
  return `yagura-${socket.localPort ?? 0}`;
}

/** The values of the session's cookie that a request shows; more than one where another path has one, too. */
export function shownSessions(request: IncomingMessage): string[] {
  const start = `${cookieName(request)}=`;
  const cookies = (request.headers.cookie ?? "").split(";").map((one) => one.trim());
  return cookies.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
}

/** The open connections by the session that they came with, so that they end with it. */
export interface SessionConnections {
  /**
   * Notes one; `end` is called where its session is signed out or over. The answer forgets it.
   *
   * @param until when its session ends, ISO; undefined: it came without one
   */
  enter(request: IncomingMessage, until: string | undefined, end: () => void): () => void;
  /** Ends all that came with a session that this request shows. */
  signOut(request: IncomingMessage): void;
}

export function createSessionConnections(clock: Clock): SessionConnections {
  const ends = new Map<string, Set<() => void>>();
  return {
    enter(request, until, end) {
      const sessions = shownSessions(request);
      for (const session of sessions) ends.set(session, (ends.get(session) ?? new Set()).add(end));
      const cancel = until === undefined ? () => {} : clock.after(Date.parse(until) - clock.now(), end);
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
      for (const session of shownSessions(request)) for (const end of [...(ends.get(session) ?? [])]) end();
    },
  };
}
