/** The guard of the tokens: lets right ones in, and has an address that guesses wait before each look. */
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../lib/clock.ts";
import { addressBlock, Guesses } from "./guesses.ts";
import { limits } from "./limits.ts";
import { remoteAddress } from "./remote-address.ts";
import { createTokenCheck } from "./tokens.ts";
import { Waits } from "./waits.ts";

/** `busy`: so many of its address wait already that this one was not looked at. */
type Admission = "right" | "wrong" | "missing" | "busy";

/** What who is not let in is told. */
export const refusals = {
  wrong: { status: 401, message: "A token is needed.", headers: { "www-authenticate": "Bearer" } },
  missing: { status: 401, message: "A token is needed.", headers: { "www-authenticate": "Bearer" } },
  busy: {
    status: 429,
    message: "Too many wrong tokens came from this address.",
    headers: { "retry-after": String(limits.longestGuessWaitMs / 1_000) },
  },
} as const;

export interface TokenGuard {
  /** Whether a request may come in. Waits where its address has guessed. */
  admit(request: IncomingMessage): Promise<Admission>;
  /** Whether it shows a right token, for what is answered either way: without a wait, and no where it would wait. */
  shows(request: IncomingMessage): boolean;
  /** Ends all waits. */
  stop(): void;
}

export interface GuardOptions {
  /** Empty: nobody needs one. */
  readonly tokens: readonly string[];
  readonly clock: Clock;
  /** A token was wrong. Must not throw. */
  wrongToken(address: string): void;
}

export function createTokenGuard({ tokens, clock, wrongToken }: GuardOptions): TokenGuard {
  if (tokens.length === 0) return { admit: async () => "right", shows: () => true, stop: () => {} };
  const check = createTokenCheck(tokens);
  const guesses = new Guesses(limits, clock.elapsed);
  const proven = new Proven(limits.guessAddresses);
  const waits = new Waits(limits, clock);

  const look = (request: IncomingMessage, address: string): Admission => {
    const shown = check(request.headers);
    if (shown.kind === "wrong") {
      guesses.wrong(address);
      wrongToken(address);
    }
    if (shown.kind === "right") proven.add(address, shown.token);
    return shown.kind;
  };
  /** What needs no wait: a token that this address showed before, or none at all. */
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
