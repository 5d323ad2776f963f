/**
 * Turns of addresses: the mails that are next, taken from the outbox, composed and kept; and the few places from which
 * turns are sent.
 */
import type { Clock } from "../../lib/clock.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { MailDraft, Outbox, OutboxMail } from "../../model/mail.ts";

/** Mails to one address that are sent one after another, the oldest first; at least one. */
export interface Turn {
  readonly address: string;
  readonly mails: readonly ReadyMail[];
}

/** A mail with its composed message, or with the error that kept it from being composed. */
export type ReadyMail = OutboxMail & { readonly flaw?: unknown };

/** Whether the turn begins with a mail that failed before. */
function isRetry({ mails }: Turn): boolean {
  return (mails[0]?.attempts ?? 0) > 0;
}

export interface TurnsOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly compose: (draft: MailDraft) => Promise<Buffer>;
  readonly places: Pick<TurnPlaces, "slow" | "roomAside">;
  /** Most addresses whose turns may wait for a place. */
  readonly most: number;
}

/** Mails that are composed and kept in one transaction. */
const MAILS_MOST = 50;

/** Takes the next turns from the outbox. */
export class Turns {
  readonly #options: TurnsOptions;
  /** Addresses that had their turn since each had one, so that none with many mails comes before the others. */
  #had = new Set<string>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Turns of addresses that are not `busy`, where fewer than enough are `waiting`. Throws where the outbox does. */
  async next(waiting: readonly Turn[], busy: readonly string[]): Promise<Turn[]> {
    const { outbox, clock } = this.#options;
    const addresses = [...this.#quick(waiting, busy), ...this.#slow(waiting, busy)];
    const each = Math.max(1, Math.floor(MAILS_MOST / addresses.length));
    const turns: Turn[] = [];
    const made: { id: number; bytes: Buffer }[] = [];
    for (const address of addresses) {
      const mails: ReadyMail[] = [];
      for (const mail of outbox.dueTo(address, clock.now(), each)) {
        const ready = await this.#composed(mail);
        mails.push(ready);
        if (!mail.bytes && ready.bytes) made.push({ id: mail.id, bytes: ready.bytes });
      }
      if (mails.length > 0) turns.push({ address, mails });
    }
    // Kept before the first attempt: whatever happens from here, every copy is this one.
    if (made.length > 0) outbox.keepBytes(made);
    return turns;
  }

  /** Addresses that are not known to be slow: those whose oldest mail was never tried, before those that failed. */
  #quick(waiting: readonly Turn[], busy: readonly string[]): string[] {
    const { outbox, clock, places, most } = this.#options;
    const retries = waiting.filter(isRetry).length;
    const fresh = waiting.length - retries;
    // Mails that failed before never keep the others from being looked at. Many are taken at once, for one write.
    const room = { fresh: fresh > most / 2 ? 0 : most - fresh, retries: Math.ceil(most / 2) - retries };
    const limit = Math.max(0, room.fresh) + Math.max(0, room.retries);
    if (limit === 0) return [];
    const others = [...busy, ...places.slow()];
    const choose = (heads: readonly OutboxMail[]) =>
      heads
        .filter(({ attempts }) => (attempts === 0 ? room.fresh-- : room.retries--) > 0)
        .map(({ address }) => address);
    const heads = outbox.due(clock.now(), limit, [...others, ...this.#had]);
    const chosen = choose(heads);
    if (heads.length < limit && this.#had.size > 0) {
      // Who finds no room now is still before those who had a turn.
      if (chosen.length === heads.length) this.#had = new Set();
      const found = heads.map(({ address }) => address);
      chosen.push(...choose(outbox.due(clock.now(), limit - heads.length, [...others, ...found])));
    }
    for (const address of chosen) this.#had.add(address);
    return chosen;
  }

  #slow(waiting: readonly Turn[], busy: readonly string[]): string[] {
    const { outbox, clock, places } = this.#options;
    const all = places.slow();
    const room = places.roomAside() - waiting.filter(({ address }) => all.includes(address)).length;
    if (room <= 0) return [];
    const isDue = (address: string) => outbox.dueTo(address, clock.now(), 1).length > 0;
    return all.filter((address) => !busy.includes(address) && isDue(address)).slice(0, room);
  }

  async #composed(mail: OutboxMail): Promise<ReadyMail> {
    if (mail.bytes) return mail;
    // Fifty mails in one go would hold up everything else.
    await nextTurn();
    try {
      return { ...mail, bytes: await this.#options.compose(mail) };
    } catch (flaw) {
      return { ...mail, flaw };
    }
  }
}

export interface TurnPlace {
  /** Whether the turn has had its share of time: what is left of it comes after the others. */
  isOver(): boolean;
  /** Takes note of how long an attempt took; answers whether that was slow. */
  took(ms: number): boolean;
  leave(): void;
}

export interface TurnPlacesOptions {
  /** Number of turns that may have a place, and of those that may begin aside. */
  readonly slots: number;
  readonly shareMs: number;
  readonly clock: Clock;
  /** Called when a turn was moved aside. */
  readonly onRoom: () => void;
}

/** Most turns in flight in all, in multiples of the places: a server must bear their connections. */
const ALL_TO_SLOTS = 8;

/**
 * The places from which turns are sent. A few turns at a time have a place; each keeps it for its share of time and is
 * then moved aside, still in flight, so that nobody waits longer for a server that is slow for somebody else. An
 * address whose last attempt took longer than a share begins aside, where few may begin, until an attempt is quick.
 */
export class TurnPlaces {
  readonly #options: TurnPlacesOptions;
  readonly #within = new Set<Turn>();
  readonly #aside = new Set<Turn>();
  /** Slow addresses in the order of their last turns. */
  readonly #slow = new Set<string>();

  constructor(options: TurnPlacesOptions) {
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

  take(turn: Turn): TurnPlace {
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
