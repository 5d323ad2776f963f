/** A subscription's hold of its consumer. Once it is released, nothing that waited for it is called. */
import { randomUUID } from "node:crypto";
import type { ConsumerPlace, NamedPlace } from "../../../model/event.ts";

/**
 * Why a subscription has its consumer no more; `unsettled`: another machine's subscription came between before this one
 * had it, and which of them is the newer is not known.
 */
export type ConsumerEnd = "taken-over" | "forgotten" | "unsettled";

export interface HoldParts {
  readonly owner: string;
  /** How it begins where nothing else is asked for. */
  readonly begins: NamedPlace["begins"];
  /** Whether the last place is not on disk yet. */
  isPending(): boolean;
  write(place: ConsumerPlace, kept: () => void): void;
  /** Notes that the consumer is there, at a place that is on disk. */
  see(place: ConsumerPlace): void;
  release(): void;
}

export class ConsumerHold {
  /** Names it among those of all machines. */
  readonly id = randomUUID();
  /** Called when it is its consumer's no more. */
  readonly ended: (reason: ConsumerEnd) => void;
  readonly #parts: HoldParts;
  #place: ConsumerPlace | undefined;
  #begins: NamedPlace["begins"];
  #isReleased = false;

  constructor(place: ConsumerPlace | undefined, ended: (reason: ConsumerEnd) => void, parts: HoldParts) {
    this.#place = place;
    this.ended = ended;
    this.#parts = parts;
    this.#begins = parts.begins;
  }

  get owner(): string {
    return this.#parts.owner;
  }

  /** The last place that was said; undefined: none ever was. */
  get place(): ConsumerPlace | undefined {
    return this.#place;
  }

  /** What its next place says of it to other machines. */
  get mark(): Pick<NamedPlace, "hold" | "begins"> {
    // Where nobody is there any more it takes the consumer from nobody.
    const begins = this.#isReleased ? undefined : this.#begins;
    return { hold: this.id, ...(begins && { begins }) };
  }

  /** How it begins; undefined: a place of it is written, and all machines know that it has its consumer. */
  get begins(): NamedPlace["begins"] {
    return this.#begins;
  }

  /** A place of it is written. */
  begun(): void {
    this.#begins = undefined;
  }

  /** Begins at this place, or where the consumer is. Calls when that is on disk. */
  begin(place: ConsumerPlace | undefined, kept: () => void): void {
    if (place !== undefined) this.#begins = "set";
    this.keep(place, kept);
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
