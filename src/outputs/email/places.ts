/**
 * The places from which turns are sent. A few turns at a time have a place; each keeps it for its share of time and is
 * then moved aside, still in flight, so that nobody waits longer for a server that is slow for somebody else. An
 * address whose last attempt took longer than a share begins aside, where few may begin, until an attempt is quick.
 */
import type { Clock } from "../../lib/clock.ts";
import { isRetry, type Turn } from "./turns.ts";

export interface Place {
  /** Whether the turn has had its share of time: what is left of it comes after the others. */
  isOver(): boolean;
  /** Takes note of how long an attempt took; answers whether that was slow. */
  took(ms: number): boolean;
  leave(): void;
}

export interface PlacesOptions {
  /** Number of turns that may have a place, and of those that may begin aside. */
  readonly slots: number;
  readonly shareMs: number;
  readonly clock: Clock;
  /** Called when a turn was moved aside. */
  readonly onRoom: () => void;
}

/** Most turns in flight in all, in multiples of the places: a server must bear their connections. */
const ALL_TO_SLOTS = 8;

export class Places {
  readonly #options: PlacesOptions;
  readonly #within = new Set<Turn>();
  readonly #aside = new Set<Turn>();
  /** Slow addresses in the order of their last turns. */
  readonly #slow = new Set<string>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  hasRoom(turn: Turn): boolean {
    const { slots } = this.#options;
    if (this.#slow.has(turn.address)) return this.#aside.size < slots;
    if (this.#within.size >= slots) return false;
    // Half the places are for mails that never failed: after a restart nobody knows yet who is slow.
    return !isRetry(turn) || [...this.#within].filter(isRetry).length < Math.ceil(slots / 2);
  }

  /** Addresses known to be slow, those first who waited longest. */
  slow(): string[] {
    return [...this.#slow];
  }

  /** Number of slow addresses that may begin. */
  roomAside(): number {
    return Math.max(0, this.#options.slots - this.#aside.size);
  }

  take(turn: Turn): Place {
    const { clock, shareMs } = this.#options;
    const began = clock.elapsed();
    const cancel = this.#slow.has(turn.address) ? this.#beginAside(turn) : this.#beginWithin(turn);
    return {
      isOver: () => clock.elapsed() - began >= shareMs,
      took: (ms) => {
        const isSlow = ms >= shareMs;
        if (isSlow) this.#slow.add(turn.address);
        else this.#slow.delete(turn.address);
        return isSlow;
      },
      leave: () => {
        cancel();
        this.#within.delete(turn);
        this.#aside.delete(turn);
      },
    };
  }

  #beginAside(turn: Turn): () => void {
    // Added again it is the last in the order.
    this.#slow.delete(turn.address);
    this.#slow.add(turn.address);
    this.#aside.add(turn);
    return () => {};
  }

  /** The answer cancels the move aside. */
  #beginWithin(turn: Turn): () => void {
    const { slots, shareMs, clock, onRoom } = this.#options;
    this.#within.add(turn);
    const moveAside = () => {
      if (this.#within.size + this.#aside.size > slots * (ALL_TO_SLOTS - 1)) {
        cancel = clock.after(shareMs, moveAside);
        return;
      }
      this.#within.delete(turn);
      this.#aside.add(turn);
      onRoom();
    };
    let cancel = clock.after(shareMs, moveAside);
    return () => cancel();
  }
}
