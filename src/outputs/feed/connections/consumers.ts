/**
 * The consumers of the feed: one subscription each, and its place. Places are written together, a moment later; what
 * depends on a place that it is on disk waits for that.
 */
import type { Clock } from "../../../lib/clock.ts";
import type { ConsumerPlace, ConsumerPlaces, NamedPlace, SeenPlace } from "../../../model/event.ts";
import { StoreError } from "../../../model/store-faults.ts";
import { limits } from "../limits.ts";
import { type ConsumerEnd, ConsumerHold } from "./consumer-hold.ts";

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
  readonly by: ConsumerHold;
  /** It is on the disk already: only that the consumer is there is noted. */
  readonly isKnown: boolean;
  readonly kept: () => void;
}

/** Why a consumer is not given to who asks for it. */
export type ConsumerRefusal = "too-many-consumers" | "foreign-consumer";

/** Owner of those who came with a session, which reads: it gets no consumer. */
export const noOwner = "";

export class Consumers {
  readonly #parts: ConsumersParts;
  readonly #holds = new Map<string, ConsumerHold>();
  readonly #pending = new Map<string, Pending>();
  /** Names that no place was written of yet, each with its owner. */
  readonly #fresh = new Map<string, string>();
  #isFailing = false;
  /** The write that is under way, where one takes time; there is one at a time. */
  #writing: Promise<unknown> | undefined;
  #isOver = false;
  #cancelWrite: (() => void) | undefined;
  #cancelSeen: (() => void) | undefined;

  constructor(parts: ConsumersParts) {
    this.#parts = parts;
    parts.places.watch?.((name, place) => this.#heard(name, place));
  }

  /** Fulfilled once the places that are known here are the newest that there are; undefined: they are. */
  settled(): Promise<void> | undefined {
    return this.#parts.places.settled?.();
  }

  /**
   * Gives a consumer to a subscription; from the one that has it, it is taken.
   * @param owner who asks for it; one that a token made is given to that token or its person alone
   * @param ended called when the subscription has it no more
   */
  take(name: string, owner: string, ended: (reason: ConsumerEnd) => void): ConsumerHold | ConsumerRefusal {
    const waiting = this.#pending.get(name);
    const place = waiting?.place ?? this.#parts.places.place(name);
    if (!this.#mayTake(name, owner)) return "foreign-consumer";
    // One whose place was lost with damage is in no epoch: any name may have been one.
    const isNew = (place === undefined || place.epoch === "") && !this.#fresh.has(name);
    if (isNew && this.#isFull(owner)) return "too-many-consumers";
    if (isNew) this.#fresh.set(name, owner);
    const before = this.#holds.get(name);
    before?.release();
    const hold: ConsumerHold = new ConsumerHold(place, ended, {
      owner,
      // A place that was set and is not written yet becomes the new one's.
      begins: waiting?.by.begins === "set" ? "set" : "kept",
      isPending: () => this.#pending.get(name)?.isKnown === false,
      write: (next, kept) => this.#put(name, { place: next, by: hold, isKnown: false, kept }),
      see: (known) => this.#put(name, { place: known, by: hold, isKnown: true, kept: () => {} }),
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

  /**
   * Forgets one with its place; whether there was one. Throws or rejects with a StoreError where that could not be
   * written.
   */
  forget(name: string): boolean | Promise<boolean> {
    // Behind a write under way that may have a place of it, with which it would be there again.
    const forget = () => this.forget(name);
    if (this.#writing !== undefined) return this.#writing.then(forget, forget);
    return this.#alone(
      () => this.#parts.places.forget(name),
      (isKept) => this.#drop(name) || isKept,
      (error) => {
        throw error;
      },
    );
  }

  /**
   * Writes what waits, now. Called before the feed stops.
   * @param deadlineMs for writes that take time
   */
  flush(deadlineMs = 0): void | Promise<void> {
    this.#seeAll();
    const written = this.#writeRest();
    if (written === undefined) return this.#end();
    const late = new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.after(deadlineMs, resolve);
      void written.finally(cancel);
    });
    return Promise.race([written, late]).then(() => this.#end());
  }

  #end(): void {
    this.#isOver = true;
    this.#cancelSeen?.();
    this.#cancelWrite?.();
  }

  /** Until nothing waits, or a write fails. */
  #writeRest(): void | Promise<void> {
    const goOn = () => this.#writeRest();
    if (this.#writing !== undefined) return this.#writing.then(goOn, goOn);
    while (this.#pending.size > 0) {
      const isWell = this.#writeSome();
      if (typeof isWell !== "boolean") return isWell.then((well) => (well ? goOn() : undefined));
      if (!isWell) return;
    }
  }

  /** Ends what is here of a consumer that is forgotten; whether no place of it was written yet. */
  #drop(name: string): boolean {
    const hold = this.#holds.get(name);
    const isNew = this.#fresh.delete(name);
    this.#pending.delete(name);
    hold?.release();
    hold?.ended("forgotten");
    return isNew;
  }

  /** Hears of a place as all machines have it; undefined: the consumer is forgotten. */
  #heard(name: string, place: NamedPlace | undefined): void {
    const hold = this.#holds.get(name);
    if (place === undefined) this.#drop(name);
    else if (place.hold === hold?.id) hold?.begun();
    else if (place.begins !== undefined) {
      // Another machine's subscription has it. What waits here is of one before, or of one that came between.
      this.#pending.delete(name);
      this.#fresh.delete(name);
      hold?.release();
      hold?.ended(hold.begins === undefined ? "taken-over" : "unsettled");
    }
  }

  #mayTake(name: string, owner: string): boolean {
    if (owner === noOwner) return false;
    const before =
      this.#holds.get(name)?.owner ?? this.#pending.get(name)?.by.owner ?? this.#parts.places.owner(name);
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
    if (this.#isOver) return;
    this.#cancelWrite ??= this.#parts.clock.after(ms, () => {
      this.#cancelWrite = undefined;
      // The end of a write that is under way asks again.
      if (this.#writing === undefined && this.#pending.size > 0) this.#writeSome();
    });
  }

  /** Whether it went well. */
  #writeSome(): boolean | Promise<boolean> {
    const some = [...this.#pending].slice(0, limits.placesAtOnce);
    const { places } = this.#parts;
    const isShared = places.watch !== undefined;
    const asked = some.map(([name, { place, by }]) => ({
      ...{ ...place, name, owner: by.owner },
      ...(isShared && by.mark),
    }));
    return this.#alone(
      () => places.keep(asked),
      () => this.#written(some),
      (error) => this.#unwritten(error),
    );
  }

  #written(some: readonly (readonly [string, Pending])[]): true {
    this.#isFailing = false;
    for (const [name, pending] of some) {
      pending.by.begun();
      this.#fresh.delete(name);
      // A newer one may have come meanwhile.
      if (this.#pending.get(name) === pending) this.#pending.delete(name);
    }
    for (const [, { kept }] of some) kept();
    if (this.#pending.size > 0) this.#writeLater(some.length < limits.placesAtOnce ? limits.gatherMs : 1);
    return true;
  }

  #unwritten(error: unknown): false {
    if (!(error instanceof StoreError)) throw error;
    if (!this.#isFailing) this.#parts.failed("places of consumers cannot be written", error);
    this.#isFailing = true;
    this.#writeLater(limits.rewriteMs);
    return false;
  }

  /** Writes, one at a time, and goes on: in the same turn where the write is over in it. */
  #alone<T, R>(
    write: () => T | Promise<T>,
    done: (answer: T) => R,
    failed: (error: unknown) => R,
  ): R | Promise<R> {
    let written: T | Promise<T>;
    try {
      written = write();
    } catch (error) {
      return failed(error);
    }
    if (!(written instanceof Promise)) return done(written);
    const over =
      <V>(goOn: (value: V) => R) =>
      (value: V): R => {
        this.#writing = undefined;
        try {
          return goOn(value);
        } finally {
          if (this.#pending.size > 0) this.#writeLater(limits.gatherMs);
        }
      };
    const result = written.then(over(done), over(failed));
    this.#writing = result;
    return result;
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
