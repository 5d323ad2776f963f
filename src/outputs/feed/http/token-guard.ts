/** The guard of the tokens: lets right ones in, and has an address that guesses wait before each look. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Clock } from "../../../lib/clock.ts";
import { limits } from "../limits.ts";
import { addressBlock, Guesses, Waits } from "./guesses.ts";
import { remoteAddress } from "./request.ts";

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

export interface TokenGuard {
  /** Whether a request may come in. Waits where its address has guessed. */
  admit(request: IncomingMessage): Promise<Admission>;
  /** Whether a request may act on the monitor: where operators are named, with the token of one. */
  admitOperator(request: IncomingMessage): Promise<Admission>;
  /** Whether it shows a right token, for what is answered either way: without a wait, and no where it would wait. */
  shows(request: IncomingMessage): boolean;
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
  const { tokens, operators = [] } = options;
  const known = [...tokens, ...operators];
  if (known.length === 0) {
    const right = async () => "right" as const;
    return { admit: right, admitOperator: right, shows: () => true, stop: () => {} };
  }
  const guard = guardOf(known, options);
  const isOperator = createTokenCheck(operators);
  return {
    async admitOperator(request) {
      const admission = await guard.admit(request);
      if (admission !== "right" || operators.length === 0) return admission;
      return isOperator(request.headers).kind === "right" ? "right" : "powerless";
    },
    // Where operators alone have tokens, everyone may read.
    ...(tokens.length === 0
      ? { admit: async () => "right" as const, shows: () => true }
      : { admit: guard.admit, shows: guard.shows }),
    stop: guard.stop,
  };
}

/** Lets requests in that show one of some tokens. */
function guardOf(
  tokens: readonly string[],
  { clock, wrongToken }: GuardOptions,
): Pick<TokenGuard, "admit" | "shows" | "stop"> {
  const check = createTokenCheck(tokens);
  const guesses = new Guesses(limits, clock.elapsed);
  const proven = new Proven(limits.guessAddresses);
  const waits = new Waits(clock);

  const look = (request: IncomingMessage, address: string): Admission => {
    const shown = check(request.headers);
    if (shown.kind === "wrong") {
      guesses.wrong(address);
      wrongToken(address);
    }
    if (shown.kind === "right") proven.add(address, shown.token);
    return shown.kind;
  };
  /** The admission that needs no wait: a token that this address showed before, or none at all. */
  const known = (request: IncomingMessage, address: string): Admission | undefined => {
    const shown = check(request.headers);
    if (shown.kind === "missing") return "missing";
    return shown.kind === "right" && proven.has(address, shown.token) ? "right" : undefined;
  };
  return {
    async admit(request) {
      const address = remoteAddress(request.socket);
      const waitMs = guesses.waitMs(address);
      if (waitMs === 0) return look(request, address);
      const free = known(request, address);
      if (free !== undefined) return free;
      return (await waits.wait(addressBlock(address), waitMs)) ? look(request, address) : "busy";
    },
    shows(request) {
      const address = remoteAddress(request.socket);
      if (guesses.waitMs(address) === 0) return look(request, address) === "right";
      return known(request, address) === "right";
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

type TokenCheck = (headers: IncomingHttpHeaders) => Shown;

/** Looks for the configured tokens in a request. */
function createTokenCheck(tokens: readonly string[]): TokenCheck {
  const known = tokens.map(digest);
  return (headers) => {
    const sent = sentTokens(headers);
    if (sent.length === 0) return { kind: "missing" };
    const right = sent.map((token) => placeOf(digest(token), known)).find((place) => place >= 0);
    return right === undefined ? { kind: "wrong" } : { kind: "right", token: right };
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
