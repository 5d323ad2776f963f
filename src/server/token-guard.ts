/** The guard of the tokens: lets right ones in, and has an address that guesses wait before each look. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Clock } from "../lib/clock.ts";
import { type Caller, type HttpAnswer, jsonAnswer, type Right } from "../lib/http/port.ts";
import { addressBlock } from "../lib/http/url.ts";
import type { Language } from "../model/language.ts";
import type { Person } from "../model/people.ts";
import { Guesses, guessLimits, Waits } from "./guesses.ts";
import type { ClientAddress } from "./request.ts";
import { csrfHeader, type SessionCookie } from "./session-cookie.ts";
import { type IssuedSession, isSession, type Sessions } from "./sessions.ts";

/**
 * `busy`: so many of its address wait already that this one was not looked at; `powerless`: it is the token of a client
 * that may not act; `bare`: it is a session without what its page holds, by which one may only read.
 */
type Refusal = "wrong" | "missing" | "busy" | "powerless" | "bare";

type Admission = ({ readonly ok: true } & Caller) | { readonly ok: false; readonly refused: Refusal };

/** Answers to requests that are not let in. */
export const refusals = {
  wrong: { status: 401, message: "A token is needed.", headers: { "www-authenticate": "Bearer" } },
  missing: { status: 401, message: "A token is needed.", headers: { "www-authenticate": "Bearer" } },
  powerless: { status: 403, message: "This token may read, and not act on the monitor.", headers: {} },
  bare: { status: 403, message: "Only the page that signed in may act: sign in again.", headers: {} },
  busy: {
    status: 429,
    message: "Too many wrong tokens came from this address.",
    headers: { "retry-after": String(guessLimits.longestGuessWaitMs / 1_000) },
  },
} as const;

export function refusedAnswer(refused: Refusal): HttpAnswer {
  const { status, message, headers } = refusals[refused];
  return { ...jsonAnswer(status, { error: message }), headers };
}

/** Answer of the session's call. */
interface Standing {
  /** null: a token is needed even to read. */
  readonly right: Right | null;
  /** Whether there are tokens at all. */
  readonly hasTokens: boolean;
  /** When the session of the request ends, ISO; absent: it has none. */
  readonly until?: string;
  /** Whose token it has; absent: it is nobody's alone. */
  readonly person?: { readonly name: string; readonly language?: Language | undefined };
}

interface BegunSession extends IssuedSession {
  readonly right: Right;
}

export interface TokenGuard {
  /** Lets a request in to read, or to act on the monitor. Waits where its address has guessed, but for a session. */
  admit(request: IncomingMessage, to: Right): Promise<Admission>;
  /** Whether it shows a right token, for what is answered either way: without a wait, and no where it would wait. */
  shows(request: IncomingMessage): boolean;
  /** What a request may do, and by which session; without a wait, and nothing where it would wait. */
  standing(request: IncomingMessage): Standing;
  /** Begins a session with a token that a browser was given. Waits where its address has guessed. */
  begin(request: IncomingMessage, token: string): Promise<BegunSession | { readonly refused: Refusal }>;
  /** Whether a text that came with a request is one of some other tokens. Waits where its address has guessed. */
  isAmong(request: IncomingMessage, token: string, others: readonly string[]): Promise<boolean>;
  /** Ends the sessions that a request shows. */
  end(request: IncomingMessage): void;
  /** Ends all waits. */
  stop(): void;
}

/** Who may come in: settings. */
export interface Entitled {
  /** Empty, where there are no people: nobody needs one to read. */
  readonly tokens: readonly string[];
  /** Tokens with which one may act as well; none, and none of people: who may read may act. */
  readonly operators: readonly string[];
  /** Those who have tokens of their own, beside these. */
  readonly people: readonly Pick<Person, "name" | "tokens" | "operators" | "language">[];
}

/** A token, and the person who has it. */
interface HeldToken {
  readonly token: string;
  readonly person?: Entitled["people"][number];
}

/** All tokens, and what they give. */
interface TokenRights {
  readonly held: readonly (HeldToken & { readonly name: string })[];
  /** @param place of a token among them */
  mayAct(place: number): boolean;
  /** Whether nobody needs one to read. */
  readonly isOpen: boolean;
}

export function tokenRights({ tokens, operators, people }: Entitled): TokenRights {
  const heldIn = (list: "tokens" | "operators", shared: readonly string[]): HeldToken[] => [
    ...shared.map((token) => ({ token })),
    ...people.flatMap((person) => person[list].map((token) => ({ token, person }))),
  ];
  const readers = heldIn("tokens", tokens);
  const actors = heldIn("operators", operators);
  return {
    // A token that stands in both lists is found at its last place.
    held: [...readers, ...actors].map((one) => ({ ...one, name: nameOf(one.token) })),
    mayAct: (place) => actors.length === 0 || place >= readers.length,
    // Who names people wants to know who comes.
    isOpen: readers.length === 0 && people.length === 0,
  };
}

export interface GuardOptions extends Entitled {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly clock: Clock;
  readonly addressOf: ClientAddress;
  /** A token was wrong. Must not throw. */
  wrongToken(address: string): void;
}

export function createTokenGuard(options: GuardOptions): TokenGuard {
  const { sessions, cookie } = options;
  const rights = tokenRights(options);
  const { held, mayAct, isOpen } = rights;
  const known = held.map(({ token }) => token);
  const guard = guardOf(known, options);
  const { isAmong } = guard;
  if (known.length === 0) {
    return {
      isAmong,
      admit: async () => ({ ok: true, right: "act" }),
      shows: () => true,
      end: () => {},
      stop: () => guard.stop(),
      standing: () => ({ right: "act", hasTokens: false }),
      begin: async () => ({ refused: "wrong" }),
    };
  }
  return {
    isAmong,
    async admit(request, to) {
      // Who may come in anyway waits for nothing.
      const shown = isOpen && to === "read" ? guard.now(request) : await guard.admit(request);
      return admissionOf(shown, to, rights);
    },
    shows: (request) => isOpen || guard.now(request).kind === "right",
    standing(request) {
      const shown = guard.now(request);
      const caller = admissionOf(shown, "read", rights);
      if (!caller.ok) return { right: null, hasTokens: true };
      const until = caller.until && new Date(caller.until).toISOString();
      const { name, language } = (shown.kind === "right" && held[shown.token]?.person) || {};
      const person = name !== undefined && { name, language };
      return { right: caller.right, hasTokens: true, ...(until && { until }), ...(person && { person }) };
    },
    async begin(request, token) {
      const shown = await guard.admitToken(request, token);
      if (shown.kind !== "right") return { refused: shown.kind };
      return { ...sessions.issue(token), right: mayAct(shown.token) ? "act" : "read" };
    },
    end(request) {
      for (const session of cookie.shown(request)) sessions.end(session, known);
    },
    stop() {
      guard.stop();
      sessions.stop();
    },
  };
}

function admissionOf(shown: Shown, to: Right, { held, mayAct, isOpen }: TokenRights): Admission {
  // Where operators alone have tokens, everyone may read.
  if (shown.kind !== "right" && isOpen && to === "read") return { ok: true, right: "read" };
  if (shown.kind !== "right") return { ok: false, refused: shown.kind };
  const { token, until, isBare } = shown;
  const right = mayAct(token) && !isBare ? "act" : "read";
  if (to === "act" && right !== to)
    return { ok: false, refused: isBare && mayAct(token) ? "bare" : "powerless" };
  const { name = "", person } = held[token] ?? {};
  return {
    ...{ ok: true, right, token: name },
    ...(person !== undefined && { person: person.name }),
    ...(until !== undefined && { until }),
  };
}

/**
 * `token` is the place of the right one among those that are configured. Of a session, `until` is when it ends, ms since
 * 1970, and `isBare` that it came without its CSRF token.
 */
type Shown =
  | { kind: "right"; token: number; until?: number; isBare?: boolean }
  | { kind: "wrong" | "missing" | "busy" };

/** Lets requests in that show one of some tokens. */
function guardOf(
  tokens: readonly string[],
  { clock, wrongToken, addressOf, sessions, cookie }: GuardOptions,
) {
  const digests = tokens.map(digest);
  const guesses = new Guesses(guessLimits, clock.elapsed);
  const waits = new Waits(clock);

  const look = (token: string | undefined, address: string, among = digests): Shown => {
    const place = token === undefined ? -1 : placeOf(digest(token), among);
    if (place >= 0) return { kind: "right", token: place };
    guesses.wrong(address);
    wrongToken(address);
    return { kind: "wrong" };
  };
  /**
   * What needs no look at a token: none at all, or a session, which nobody can make up. A token never does, however
   * often it was right: among guesses that wait it would stand out.
   */
  const known = (request: IncomingMessage, token: string | undefined): Shown | undefined => {
    if (token !== undefined) return undefined;
    const sent = String(request.headers[csrfHeader] ?? "");
    let isWrong = false;
    for (const value of cookie.shown(request)) {
      const session = sessions.read(value, tokens);
      if (isSession(session))
        return { kind: "right", ...session, isBare: !sessions.isCsrfToken(value, sent) };
      isWrong ||= session === "wrong";
    }
    return isWrong ? undefined : { kind: "missing" };
  };
  const admitToken = async (
    request: IncomingMessage,
    token: string | undefined,
    among = digests,
  ): Promise<Shown> => {
    const address = addressOf(request);
    const waitMs = guesses.waitMs(address);
    if (waitMs === 0 || (await waits.wait(addressBlock(address), waitMs))) return look(token, address, among);
    return { kind: "busy" };
  };
  return {
    async admit(request: IncomingMessage): Promise<Shown> {
      const token = sentToken(request.headers);
      return known(request, token) ?? admitToken(request, token);
    },
    admitToken,
    isAmong: async (request: IncomingMessage, token: string, others: readonly string[]) =>
      (await admitToken(request, token, others.map(digest))).kind === "right",
    /** Without a wait: `busy` where it would wait. */
    now(request: IncomingMessage): Shown {
      const token = sentToken(request.headers);
      const shown = known(request, token);
      if (shown !== undefined) return shown;
      const address = addressOf(request);
      return guesses.waitMs(address) === 0 ? look(token, address) : { kind: "busy" };
    },
    stop: () => waits.stop(),
  };
}

const bearerProtocol = "bearer.";

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols(headers: IncomingHttpHeaders): string[] {
  const offered = headers["sec-websocket-protocol"];
  return offered === undefined ? [] : offered.split(",").map((name) => name.trim());
}

/** The token that a request sends: one, since each is a guess; that of Authorization before those of subprotocols. */
function sentToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  if (authorization !== undefined) return authorization;
  return offeredProtocols(headers)
    .find((name) => name.startsWith(bearerProtocol))
    ?.slice(bearerProtocol.length);
}

/** Place of the right one among those that are known, -1: it is none. Takes the same time whichever token it is, and however much of it is right. */
function placeOf(sent: Buffer, known: readonly Buffer[]): number {
  let found = -1;
  for (const [place, one] of known.entries()) if (timingSafeEqual(sent, one)) found = place;
  return found;
}

/** Name of a token: no token is found by it, and the same one has it after a restart. */
function nameOf(token: string): string {
  return createHmac("sha256", token).update("yagura token").digest("base64url").slice(0, 16);
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
