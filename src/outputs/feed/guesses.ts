/** Who showed wrong tokens, by address, and how long such an address waits: longer with each, and not for ever. */
export interface GuessLimits {
  /** So many wrong tokens cost no wait: people mistype. */
  readonly freeGuesses: number;
  readonly firstGuessWaitMs: number;
  readonly longestGuessWaitMs: number;
  /** An address that shows no wrong token for so long starts anew. */
  readonly guessMemoryMs: number;
  /** Addresses that are remembered; the one that was quiet longest is forgotten first. */
  readonly guessAddresses: number;
}

interface Guesser {
  guesses: number;
  lastAt: number;
  /** When its next token is looked at. */
  nextAt: number;
}

export class Guesses {
  readonly #limits: GuessLimits;
  readonly #elapsed: () => number;
  readonly #guessers = new Map<string, Guesser>();

  /** @param elapsed the time that passes, ms */
  constructor(limits: GuessLimits, elapsed: () => number) {
    this.#limits = limits;
    this.#elapsed = elapsed;
  }

  /** How long a token of this address waits before it is looked at. */
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

/** An IPv6 address stands for its network of 64 bits, all of which one machine has. */
export function addressBlock(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
