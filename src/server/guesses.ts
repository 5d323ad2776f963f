/** Guesses at tokens: the addresses that make them wait longer with each, and are told in the log. */
import { type Clock, minuteMs } from "../lib/clock.ts";
import { addressBlock } from "../lib/http/url.ts";
import type { Log } from "../lib/log.ts";
import { createTally } from "../lib/measure.ts";

/** As docs/feed.md states them. */
export const guessLimits = {
  /** Wrong tokens of an address that cost no wait: people mistype. */
  freeGuesses: 5,
  /** Each wait is twice as long as the one before. */
  firstGuessWaitMs: 250,
  /** Shorter than clients wait for an answer. */
  longestGuessWaitMs: 8_000,
  /** An address that shows no wrong token for so long starts anew. */
  guessMemoryMs: 15 * 60_000,
  /** Addresses that are remembered; the one that was quiet longest is forgotten first. */
  guessAddresses: 4_096,
  /** Requests that wait for that. */
  waitingPerAddress: 4,
  waitingInAll: 256,
} as const;

type GuessLimits = { readonly [Limit in keyof typeof guessLimits]: number };

interface Guesser {
  guesses: number;
  lastAt: number;
  /** Time at which its next token is looked at. */
  nextAt: number;
}

/** Addresses that showed wrong tokens, and how long each waits: longer with each token, and not for ever. */
export class Guesses {
  readonly #limits: GuessLimits;
  readonly #elapsed: () => number;
  readonly #guessers = new Map<string, Guesser>();

  /** @param elapsed the time that passes, ms */
  constructor(limits: GuessLimits, elapsed: () => number) {
    this.#limits = limits;
    this.#elapsed = elapsed;
  }

  /** Time for which a token of this address waits before it is looked at. */
  waitMs(address: string): number {
    return Math.max(0, (this.#known(addressBlock(address))?.nextAt ?? 0) - this.#elapsed());
  }

  /** The address showed a wrong token. */
  wrong(address: string): void {
    const block = addressBlock(address);
    const guesses = (this.#known(block)?.guesses ?? 0) + 1;
    const now = this.#elapsed();
    this.#guessers.delete(block);
    this.#guessers.set(block, { guesses, lastAt: now, nextAt: now + this.#waitAfter(guesses) });
    const [quietest] = this.#guessers.keys();
    if (this.#guessers.size > this.#limits.guessAddresses && quietest !== undefined) {
      this.#guessers.delete(quietest);
    }
  }

  #waitAfter(guesses: number): number {
    const { freeGuesses, firstGuessWaitMs, longestGuessWaitMs } = this.#limits;
    if (guesses < freeGuesses) return 0;
    return Math.min(longestGuessWaitMs, firstGuessWaitMs * 2 ** (guesses - freeGuesses));
  }

  #known(block: string): Guesser | undefined {
    const guesser = this.#guessers.get(block);
    if (guesser === undefined) return undefined;
    if (this.#elapsed() - guesser.lastAt <= this.#limits.guessMemoryMs) return guesser;
    this.#guessers.delete(block);
    return undefined;
  }
}

/** Requests that wait, each until its time or until all waits are ended: only so many of one owner, and of all. */
export class Waits {
  readonly #clock: Clock;
  readonly #waiting = new Map<() => void, string>();
  #stopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** False: there is no room to wait, or the waits were ended. */
  wait(owner: string, ms: number): Promise<boolean> {
    const ofOwner = [...this.#waiting.values()].filter((one) => one === owner).length;
    const { waitingPerAddress, waitingInAll } = guessLimits;
    if (this.#stopped || ofOwner >= waitingPerAddress || this.#waiting.size >= waitingInAll)
      return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isOver: boolean) => {
        this.#waiting.delete(giveUp);
        cancel();
        resolve(isOver);
      };
      const giveUp = () => end(false);
      const cancel = this.#clock.after(Math.ceil(ms), () => end(true));
      this.#waiting.set(giveUp, owner);
    });
  }

  stop(): void {
    this.#stopped = true;
    for (const giveUp of [...this.#waiting.keys()]) giveUp();
  }
}

/** One who has many addresses must not fill the disk with them. */
const linesPerMinute = 30;

/** Counts wrong tokens, and tells in the log who shows them: a line a minute for each address, and not many in all. */
export function createWrongTokenWatch(log: Log, clock: Clock) {
  const counted = createTally(
    {
      name: "yagura_wrong_tokens_total",
      help: "Wrong tokens shown to the feed and its calls; the log names their addresses.",
      labels: [],
    },
    [[]],
  );
  const told = new Set<string>();
  let begun = clock.elapsed();
  let untold = 0;
  return {
    measures: [counted],
    /** The token itself is never seen here. */
    wrongToken(address: string): void {
      counted.count([]);
      const now = clock.elapsed();
      if (now - begun >= minuteMs) {
        begun = now;
        told.clear();
      }
      if (told.has(address) || told.size >= linesPerMinute) {
        untold += 1;
        return;
      }
      told.add(address);
      log.warn(
        { address, untold },
        "a wrong token was shown (untold: further ones since the last such line)",
      );
      untold = 0;
    },
  };
}
