/**
 * Sessions of browsers: a cookie stands for a token for some hours. It is signed with a key of the database and with its
 * token: it outlives a restart of the monitor, ends at once when its token leaves the settings, and who guesses a token
 * cannot make one up to try it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Clock, hourMs } from "../lib/clock.ts";
import { StoreError } from "../model/store-faults.ts";

/** How long a session lasts. */
export const sessionMs = 12 * hourMs;

/** Sessions that are remembered as signed out; with more, all sessions end. */
export const mostEndedSessions = 1_000;

/** Time until one that could not be saved is tried again. */
const rewriteMs = 5_000;

export interface Session {
  /** Place of its token among those that it was read for. */
  readonly token: number;
  /** When it ends, ms since 1970. */
  readonly until: number;
}

export interface IssuedSession {
  /** Value of its cookie. */
  readonly value: string;
  /** For the page alone, which shows it to act: a server of the same host name sees the cookie. */
  readonly csrfToken: string;
  readonly until: number;
}

export interface Sessions {
  /** Begins one that stands for a token from now on. */
  issue(token: string): IssuedSession;
  /** Reads a cookie. `wrong`: it stands for none of these tokens; `over`: whatever it stood for, that has ended. */
  read(value: string, tokens: readonly string[]): Session | "wrong" | "over";
  /** Whether a text is the CSRF token of a session that was read. */
  isCsrfToken(value: string, sent: string): boolean;
  /** Ends a session that stands for one of these tokens. */
  end(value: string, tokens: readonly string[]): void;
  /** Saves what could not be saved yet, and tries no more. */
  stop(): void;
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
  readonly clock: Clock;
  random?(bytes: number): Buffer;
  /** Called once when the sessions begin to fail to be saved: those that end may act again after a restart. */
  failed(what: string, error: unknown): void;
}

export function createSessions({ epoch, clock, random = randomBytes, ...parts }: SessionsParts): Sessions {
  const kept = createKeptSessions({ ...parts, clock, random });
  const signature = (said: string, token: string) =>
    createHmac("sha256", kept.key())
      .update(JSON.stringify([epoch, said, token]))
      .digest();
  // Of the whole value, so that it goes with its token too.
  const csrfToken = (value: string) =>
    createHmac("sha256", kept.key())
      .update(JSON.stringify(["csrf", value]))
      .digest("base64url");
  const read = (value: string, tokens: readonly string[]) => {
    const [, said = "", time = "", signed = ""] =
      /^(([0-9a-z]{1,11})\.[\w-]{16})\.([\w-]{43})$/.exec(value) ?? [];
    const until = Number.parseInt(time, 36);
    if (said === "" || until > clock.now() + sessionMs) return "wrong";
    if (until <= clock.now() || kept.isEnded(said)) return "over";
    const sent = Buffer.from(signed, "base64url");
    // All are compared, so that the time says nothing of which one it is.
    const token = tokens.reduce(
      (found, one, place) => (timingSafeEqual(sent, signature(said, one)) ? place : found),
      -1,
    );
    return token < 0 ? "wrong" : { token, until };
  };
  return {
    issue(token) {
      kept.saveOnce();
      const until = clock.now() + sessionMs;
      const said = `${until.toString(36)}.${random(12).toString("base64url")}`;
      const value = `${said}.${signature(said, token).toString("base64url")}`;
      return { value, csrfToken: csrfToken(value), until };
    },
    read,
    isCsrfToken(value, sent) {
      const [right, shown] = [Buffer.from(csrfToken(value)), Buffer.from(sent)];
      return right.length === shown.length && timingSafeEqual(right, shown);
    },
    end(value, tokens) {
      const session = read(value, tokens);
      // Nobody fills the list with what is none.
      if (isSession(session)) kept.end(value.slice(0, value.lastIndexOf(".")), session.until);
    },
    stop: kept.stop,
  };
}

const metaKey = "sessions";
const keyBytes = 32;

/** The key that signs sessions, and those that ended before their time. Saved together: without the one the other is nothing. */
function createKeptSessions({ meta, clock, random, failed }: Omit<Required<SessionsParts>, "epoch">) {
  const before = readKept(meta.get(metaKey));
  let { key, ended } = before ?? { key: random(keyBytes), ended: new Map() };
  let isSaved = before !== undefined;
  let isFailing = false;
  let cancel: (() => void) | undefined;
  const save = () => {
    cancel?.();
    cancel = undefined;
    isSaved = false;
    try {
      meta.set(metaKey, JSON.stringify({ key: key.toString("base64url"), ended: [...ended] }));
      isFailing = false;
      isSaved = true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!isFailing) failed("sessions cannot be saved", error);
      isFailing = true;
      cancel = clock.after(rewriteMs, save);
    }
  };
  return {
    key: () => key,
    isEnded: (said: string) => ended.has(said),
    saveOnce(): void {
      if (!isSaved) save();
    },
    end(said: string, until: number): void {
      for (const [one, end] of ended) if (end <= clock.now()) ended.delete(one);
      ended.set(said, until);
      // More are not remembered one by one: then all end.
      if (ended.size > mostEndedSessions) [key, ended] = [random(keyBytes), new Map()];
      save();
    },
    stop(): void {
      if (cancel !== undefined) save();
      cancel?.();
    },
  };
}

/** Undefined: nothing that can be read is kept. */
function readKept(text = ""): { key: Buffer; ended: Map<string, number> } | undefined {
  try {
    const { key: sent, ended } = JSON.parse(text);
    const key = Buffer.from(sent, "base64url");
    return key.length === keyBytes ? { key, ended: new Map(ended) } : undefined;
  } catch {
    return undefined;
  }
}

export function isSession(read: Session | "wrong" | "over"): read is Session {
  return typeof read === "object";
}
