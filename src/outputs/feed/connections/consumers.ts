/**
 * The consumers of the feed: one subscription each, and its place. Places are written together, a moment later; what
 * depends on a place that it is on disk waits for that.
 */
import type { Clock } from "../../../lib/clock.ts";
import type { ConsumerPlace, ConsumerPlaces, SeenPlace } from "../../../model/event.ts";
import { StoreError } from "../../../model/store-faults.ts";
import { limits } from "../limits.ts";

export interface ConsumersParts {
  readonly places: ConsumerPlaces;
  readonly clock: Clock;
  /**
   * The owner who has now what an owner left, by the tokens of the settings; undefined, or left out: nobody, so that it
   * is anybody's.
   */
  holder?(owner: string): string | undefined;
  /** Called once when places begin to fail to be written. */
  failed(what: string, error: unknown): void;
}

/** A place on its way to the disk, and what waits for it to be there. */
interface Pending {
  readonly place: ConsumerPlace;
  readonly owner: string;
  /** It is on the disk already: only that the consumer is there is noted. */
  readonly isKnown: boolean;
  readonly kept: () => void;
}

/** Why a consumer is not given to who asks for it. */
export type ConsumerRefusal = "too-many-consumers" | "foreign-consumer";

/** Why a subscription has its consumer no more. */
export type ConsumerEnd = "taken-over" | "forgotten";

/** Owner of those who came with a session, which reads: it gets no consumer. */
export const noOwner = "";

export class Consumers {
  readonly #parts: ConsumersParts;
  readonly #holds = new Map<string, ConsumerHold>();
  readonly #pending = new Map<string, Pending>();
  /** Names that no place was written of yet, each with its owner. */
  readonly #fresh = new Map<string, string>();
  #isFailing = false;
  #cancelWrite: (() => void) | undefined;
  #cancelSeen: (() => void) | undefined;

  constructor(parts: ConsumersParts) {
    this.#parts = parts;
  }

  /**
   * Gives a consumer to a subscription; from the one that has it, it is taken.
   * @param owner who asks for it; one that a token made is given to that token or its person alone
   * @param ended called when it is taken over or forgotten
   */
  take(name: string, owner: string, ended: (reason: ConsumerEnd) => void): ConsumerHold | ConsumerRefusal {
    const place = this.#pending.get(name)?.place ?? this.#parts.places.place(name);
    if (!this.#mayTake(name, owner)) return "foreign-consumer";
    // One whose place was lost with damage is in no epoch: any name may have been one.
    const isNew = (place === undefined || place.epoch === "") && !this.#fresh.has(name);
    if (isNew && this.#isFull(owner)) return "too-many-consumers";
    if (isNew) this.#fresh.set(name, owner);
    const before = this.#holds.get(name);
    before?.release();
    const hold = new ConsumerHold(place, ended, {
      owner,
      isPending: () => this.#pending.get(name)?.isKnown === false,
      write: (next, kept) => this.#put(name, { place: next, owner, isKnown: false, kept }),
      see: (known) => this.#put(name, { place: known, owner, isKnown: true, kept: () => {} }),
      release: () => this.#holds.delete(name),
    });
    this.#holds.set(name, hold);
    this.#seeLater();
    before?.ended("taken-over");
    return hold;
  }

  /** Those whose place is on disk, by name. */
  list(): (SeenPlace & { readonly isConnected: boolean })[] {
    return this.#parts.places.all().map((place) => ({ ...place, isConnected: this.#holds.has(place.name) }));
  }

  /** Forgets one with its place; whether there was one. Throws a StoreError where that could not be written. */
  forget(name: string): boolean {
    const isKept = this.#parts.places.forget(name);
    const hold = this.#holds.get(name);
    const isNew = this.#fresh.delete(name);
    this.#pending.delete(name);
    hold?.release();
    hold?.ended("forgotten");
    return isKept || isNew;
  }

  /** Writes what waits, now. Called before the feed stops. */
  flush(): void {
    this.#seeAll();
    while (this.#pending.size > 0 && this.#writeSome());
    this.#cancelSeen?.();
    this.#cancelWrite?.();
  }

  #mayTake(name: string, owner: string): boolean {
    if (owner === noOwner) return false;
    const before =
      this.#holds.get(name)?.owner ?? this.#pending.get(name)?.owner ?? this.#parts.places.owner(name);
    if (before === undefined || before === owner) return true;
    return [undefined, owner].includes(this.#parts.holder?.(before));
  }

  #isFull(owner: string): boolean {
    const { places } = this.#parts;
    const fresh = [...this.#fresh.values()].filter((one) => one === owner).length;
    return (
      places.count() + this.#fresh.size >= limits.consumers ||
      places.count(owner) + fresh >= limits.consumersPerOwner
    );
  }

  #put(name: string, pending: Pending): void {
    this.#pending.set(name, pending);
    this.#writeLater(limits.gatherMs);
  }

  #writeLater(ms: number): void {
    this.#cancelWrite ??= this.#parts.clock.after(ms, () => {
      this.#cancelWrite = undefined;
      if (!this.#writeSome()) this.#writeLater(limits.rewriteMs);
      else if (this.#pending.size > 0) this.#writeLater(1);
    });
  }

  /** Whether it went well. */
  #writeSome(): boolean {
    const some = [...this.#pending].slice(0, limits.placesAtOnce);
    try {
      this.#parts.places.keep(some.map(([name, { place, owner }]) => ({ ...place, name, owner })));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!this.#isFailing) this.#parts.failed("places of consumers cannot be written", error);
      this.#isFailing = true;
      return false;
    }
    this.#isFailing = false;
    for (const [name] of some) {
      this.#pending.delete(name);
      this.#fresh.delete(name);
    }
    for (const [, { kept }] of some) kept();
    return true;
  }

  /** A consumer that is there is not forgotten, however seldom it acknowledges. */
  #seeLater(): void {
    this.#cancelSeen ??= this.#parts.clock.after(limits.seenEveryMs, () => {
      this.#cancelSeen = undefined;
      this.#seeAll();
      if (this.#holds.size > 0) this.#seeLater();
    });
  }

  #seeAll(): void {
    for (const hold of this.#holds.values()) hold.see();
  }
}

interface HoldParts {
  readonly owner: string;
  /** Whether the last place is not on disk yet. */
  isPending(): boolean;
  write(place: ConsumerPlace, kept: () => void): void;
  /** Notes that the consumer is there, at a place that is on disk. */
  see(place: ConsumerPlace): void;
  release(): void;
}

/** A subscription's hold of its consumer. Once it is released, nothing that waited for it is called. */
export class ConsumerHold {
  /** Called when another subscription has taken it over, or it was forgotten. */
  readonly ended: (reason: ConsumerEnd) => void;
  readonly #parts: HoldParts;
  #place: ConsumerPlace | undefined;
  #isReleased = false;

  constructor(place: ConsumerPlace | undefined, ended: (reason: ConsumerEnd) => void, parts: HoldParts) {
    this.#place = place;
    this.ended = ended;
    this.#parts = parts;
  }

  get owner(): string {
    return this.#parts.owner;
  }

  /** The last place that was said; undefined: none ever was. */
  get place(): ConsumerPlace | undefined {
    return this.#place;
  }

  /** Calls when this place is on disk; without one, when the last one is. */
  keep(place: ConsumerPlace | undefined, kept: () => void): void {
    const next = place ?? this.#place;
    if (next === undefined || (place === undefined && !this.#parts.isPending())) {
      this.see();
      kept();
      return;
    }
    this.#place = next;
    this.#parts.write(next, () => {
      if (!this.#isReleased) kept();
    });
  }

  /** Everything up to `seq` is handled. Calls with the place when that is on disk. */
  ack(epoch: string, seq: number, kept: (seq: number) => void): void {
    const { seq: before = 0, lostFrom } = this.#place ?? {};
    const isNews = seq > before || (seq === before && lostFrom !== undefined);
    if (isNews) this.keep({ epoch, seq }, () => kept(seq));
    else this.keep(undefined, () => kept(before));
  }

  /** Notes that its consumer is there. */
  see(): void {
    if (this.#place !== undefined && !this.#parts.isPending()) this.#parts.see(this.#place);
  }

  release(): void {
    if (!this.#isReleased) this.#parts.release();
    this.#isReleased = true;
  }
}
