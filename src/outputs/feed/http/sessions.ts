/**
 * Sessions of browsers: a cookie stands for a token for some hours. It is signed with a key of the database and with its
 * token: it outlives a restart of the monitor, ends at once when its token leaves the settings, and who guesses a token
 * cannot make one up to try it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../../lib/clock.ts";
import { StoreError } from "../../../model/store-faults.ts";

/** How long a session lasts. */
export const sessionMs = 12 * 3_600_000;

export interface Session {
  /** Place of its token among those that it was read for. */
  readonly token: number;
  /** When it ends, ms since 1970. */
  readonly until: number;
}

export interface Sessions {
  /** The value of a cookie that stands for a token from now on. */
  issue(token: string): { readonly value: string; readonly until: number };
  /** Reads a cookie. `wrong`: it stands for none of these tokens; `over`: whatever it stood for, that has ended. */
  read(value: string, tokens: readonly string[]): Session | "wrong" | "over";
}

/** Facts that outlive the process, each under a name. */
export interface Meta {
  get(key: string): string | undefined;
  /** Throws a StoreError where it cannot be written. */
  set(key: string, value: string): void;
}

export interface SessionsParts {
  readonly meta: Meta;
  /** Id of the database: in a copy of it that is put back no session goes on. */
  readonly epoch: string;
  /** ms since 1970. */
  now(): number;
  random?(bytes: number): Buffer;
}

const metaKey = "sessions";
const keyBytes = 32;

export function createSessions({ meta, epoch, now, random = randomBytes }: SessionsParts): Sessions {
  const kept = Buffer.from(meta.get(metaKey) ?? "", "base64url");
  const key = kept.length === keyBytes ? kept : random(keyBytes);
  const save = () => {
    try {
      meta.set(metaKey, key.toString("base64url"));
    } catch (error) {
      // They end with the process then.
      if (!(error instanceof StoreError)) throw error;
    }
  };
  const signature = (said: string, token: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([epoch, said, token]))
      .digest();
  return {
    issue(token) {
      save();
      const until = now() + sessionMs;
      const said = `${until.toString(36)}.${random(12).toString("base64url")}`;
      return { value: `${said}.${signature(said, token).toString("base64url")}`, until };
    },
    read(value, tokens) {
      const [, said = "", time = "", signed = ""] =
        /^(([0-9a-z]{1,11})\.[\w-]{16})\.([\w-]{43})$/.exec(value) ?? [];
      const until = Number.parseInt(time, 36);
      if (said === "" || until > now() + sessionMs) return "wrong";
      if (until <= now()) return "over";
      const sent = Buffer.from(signed, "base64url");
      // All are compared, so that the time says nothing of which one it is.
      const token = tokens.reduce(
        (found, one, place) => (timingSafeEqual(sent, signature(said, one)) ? place : found),
        -1,
      );
      return token < 0 ? "wrong" : { token, until };
    },
  };
}

export function isSession(read: Session | "wrong" | "over"): read is Session {
  return typeof read === "object";
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
