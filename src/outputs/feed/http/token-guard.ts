/** The guard of the tokens: lets right ones in, and has an address that guesses wait before each look. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Clock } from "../../../lib/clock.ts";
import { limits } from "../limits.ts";
import { addressBlock, Guesses, Waits } from "./guesses.ts";
import { remoteAddress } from "./request.ts";
import { createSessions, type Session, shownSessions } from "./sessions.ts";

/**
 * `busy`: so many of its address wait already that this one was not looked at; `powerless`: it is the token of a client
 * that may not act.
 */
type Admission = "right" | "wrong" | "missing" | "busy" | "powerless";

/** Answers to requests that are not let in. */
export const refusals = {
  wrong: { status: 401, message: "A token is needed.", headers: { "www-authenticate": "Bearer" } },
  missing: { status: 401, message: "A token is needed.", headers: { "www-authenticate": "Bearer" } },
  powerless: { status: 403, message: "This token may read, and not act on the monitor.", headers: {} },
  busy: {
    status: 429,
    message: "Too many wrong tokens came from this address.",
    headers: { "retry-after": String(limits.longestGuessWaitMs / 1_000) },
  },
} as const;

type Right = "read" | "act";
type Refusal = Exclude<Admission, "right">;

/** Answer of the session's call. */
interface Standing {
  /** null: a token is needed even to read. */
  readonly right: Right | null;
  /** Whether there are tokens at all. */
  readonly hasTokens: boolean;
  /** When the session of the request ends, ISO; absent: it has none. */
  readonly until?: string;
}

interface BegunSession {
  /** Value of its cookie. */
  readonly value: string;
  readonly until: number;
  readonly right: Right;
}

export interface TokenGuard {
  /** Whether a request may come in. Waits where its address has guessed. */
  admit(request: IncomingMessage): Promise<Admission>;
  /** Whether a request may act on the monitor: where operators are named, with the token of one. */
  admitOperator(request: IncomingMessage): Promise<Admission>;
  /** Whether it shows a right token, for what is answered either way: without a wait, and no where it would wait. */
  shows(request: IncomingMessage): boolean;
  /** What a request may do, and by which session; without a wait, and nothing where it would wait. */
  standing(request: IncomingMessage): Standing;
  /** Begins a session with a token that a browser was given. Waits where its address has guessed. */
  begin(request: IncomingMessage, token: string): Promise<BegunSession | { readonly refused: Refusal }>;
  /** Ends all waits. */
  stop(): void;
}

export interface GuardOptions {
  /** Empty: nobody needs one to read. */
  readonly tokens: readonly string[];
  /** Tokens with which one may act as well; none: who may read may act. */
  readonly operators?: readonly string[];
  readonly clock: Clock;
  /** A token was wrong. Must not throw. */
  wrongToken(address: string): void;
}

export function createTokenGuard(options: GuardOptions): TokenGuard {
  const { tokens, operators = [], clock } = options;
  const known = [...tokens, ...operators];
  if (known.length === 0) {
    const right = async () => "right" as const;
    return {
      ...{ admit: right, admitOperator: right, shows: () => true, stop: () => {} },
      standing: () => ({ right: "act", hasTokens: false }),
      begin: async () => ({ refused: "wrong" }),
    };
  }
  const guard = guardOf(known, options);
  const sessions = createSessions(known, clock.now);
  const isOperator = createTokenCheck(operators, clock.now);
  const rightOf = (shown: Shown): Right =>
    operators.length === 0 || shown.kind === "right" ? "act" : "read";
  return {
    async admitOperator(request) {
      const admission = await guard.admit(request);
      if (admission !== "right" || operators.length === 0) return admission;
      return isOperator.ofRequest(request).kind === "right" ? "right" : "powerless";
    },
    // Where operators alone have tokens, everyone may read.
    ...(tokens.length === 0
      ? { admit: async () => "right" as const, shows: () => true }
      : { admit: guard.admit, shows: guard.shows }),
    standing(request) {
      if (!guard.shows(request)) return { right: tokens.length === 0 ? "read" : null, hasTokens: true };
      const [session] = shownSessions(request).map(sessions.read).filter(isSession);
      const right = rightOf(isOperator.ofRequest(request));
      return { right, hasTokens: true, ...(session && { until: new Date(session.until).toISOString() }) };
    },
    async begin(request, token) {
      const admission = await guard.admitToken(request, token);
      if (admission !== "right") return { refused: admission };
      return { ...sessions.issue(token), right: rightOf(isOperator.ofTokens([token])) };
    },
    stop: guard.stop,
  };
}

function isSession(read: Session | "wrong" | "over"): read is Session {
  return typeof read === "object";
}

/** Lets requests in that show one of some tokens. */
function guardOf(tokens: readonly string[], { clock, wrongToken }: GuardOptions) {
  const check = createTokenCheck(tokens, clock.now);
  const guesses = new Guesses(limits, clock.elapsed);
  const proven = new Proven(limits.guessAddresses);
  const waits = new Waits(clock);

  const look = (shown: Shown, address: string): Admission => {
    if (shown.kind === "wrong") {
      guesses.wrong(address);
      wrongToken(address);
    }
    if (shown.kind === "right") proven.add(address, shown.token);
    return shown.kind;
  };
  /** The admission that needs no wait: a token that this address showed before, or none at all. */
  const known = (shown: Shown, address: string): Admission | undefined => {
    if (shown.kind === "missing") return "missing";
    return shown.kind === "right" && proven.has(address, shown.token) ? "right" : undefined;
  };
  const decide = async (request: IncomingMessage, shown: () => Shown): Promise<Admission> => {
    const address = remoteAddress(request.socket);
    const waitMs = guesses.waitMs(address);
    if (waitMs === 0) return look(shown(), address);
    const free = known(shown(), address);
    if (free !== undefined) return free;
    return (await waits.wait(addressBlock(address), waitMs)) ? look(shown(), address) : "busy";
  };
  return {
    admit: (request: IncomingMessage) => decide(request, () => check.ofRequest(request)),
    admitToken: (request: IncomingMessage, token: string) => decide(request, () => check.ofTokens([token])),
    shows(request: IncomingMessage): boolean {
      const address = remoteAddress(request.socket);
      const shown = check.ofRequest(request);
      if (guesses.waitMs(address) === 0) return look(shown, address) === "right";
      return known(shown, address) === "right";
    },
    stop: () => waits.stop(),
  };
}

/** Right tokens by the addresses that showed them, so that a guesser behind the same proxy holds up none who is known. */
class Proven {
  readonly #most: number;
  readonly #tokens = new Map<string, Set<number>>();

  constructor(most: number) {
    this.#most = most;
  }

  has(address: string, token: number): boolean {
    return this.#tokens.get(address)?.has(token) === true;
  }

  add(address: string, token: number): void {
    const tokens = this.#tokens.get(address) ?? new Set();
    tokens.add(token);
    this.#tokens.delete(address);
    this.#tokens.set(address, tokens);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > this.#most && oldest !== undefined) this.#tokens.delete(oldest);
  }
}

export const subprotocol = "yagura.v1";
const bearerProtocol = "bearer.";

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols(headers: IncomingHttpHeaders): string[] {
  const offered = headers["sec-websocket-protocol"];
  return offered === undefined ? [] : offered.split(",").map((name) => name.trim());
}

/** `token` is the place of the right one among those that are configured. */
type Shown = { kind: "right"; token: number } | { kind: "wrong" } | { kind: "missing" };

interface TokenCheck {
  ofTokens(sent: readonly string[]): Shown;
  /** Tokens of its headers, or sessions that stand for one. A session that has ended shows nothing. */
  ofRequest(request: IncomingMessage): Shown;
}

/** Looks for the configured tokens in a request. */
function createTokenCheck(tokens: readonly string[], now: () => number): TokenCheck {
  const known = tokens.map(digest);
  const sessions = createSessions(tokens, now);
  const ofTokens = (sent: readonly string[]): Shown => {
    if (sent.length === 0) return { kind: "missing" };
    const right = sent.map((token) => placeOf(digest(token), known)).find((place) => place >= 0);
    return right === undefined ? { kind: "wrong" } : { kind: "right", token: right };
  };
  return {
    ofTokens,
    ofRequest(request) {
      const shown = ofTokens(sentTokens(request.headers));
      if (shown.kind !== "missing") return shown;
      const read = shownSessions(request).map(sessions.read);
      const session = read.find(isSession);
      if (session !== undefined) return { kind: "right", token: session.token };
      return { kind: read.includes("wrong") ? "wrong" : "missing" };
    },
  };
}

function sentTokens(headers: IncomingHttpHeaders): string[] {
  const authorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const offered = offeredProtocols(headers).filter((name) => name.startsWith(bearerProtocol));
  const tokens = offered.map((name) => name.slice(bearerProtocol.length));
  return authorization === undefined ? tokens : [authorization, ...tokens];
}

/** Takes the same time whichever token it is, and however much of it is right. */
function placeOf(sent: Buffer, known: readonly Buffer[]): number {
  let found = -1;
  for (const [place, one] of known.entries()) if (timingSafeEqual(sent, one)) found = place;
  return found;
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
