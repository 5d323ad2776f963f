/**
 * The subscriptions of one connection that have had everything: nobody asks them about an entry that is not for them,
 * and those that are wait here until the connection's turn.
 */
import { limits } from "../limits.ts";
import type { OutgoingEntry } from "./entries.ts";
import type { EntryReader, PumpSink, Turn } from "./pump.ts";
import type { Subscription } from "./subscription.ts";
import type { Listener, SubscriptionIndex } from "./subscription-index.ts";

/** An entry that may be for a subscription: its condition is still to be asked. */
interface Offer {
  readonly entry: OutgoingEntry;
  readonly subscription: Subscription;
}

/** Place in the log at which subscriptions stopped. */
export interface Stop {
  readonly subscriptions: Subscription[];
  /** Every entry up to here has been looked at and sent where it matches. */
  readonly position: number;
  /** The subscriptions that are still to be asked about the next entry; undefined: all. */
  readonly left: readonly Subscription[] | undefined;
}

const mostWaiting = 32;

export class LiveQueue {
  readonly #reader: EntryReader;
  readonly #index: Pick<SubscriptionIndex, "add" | "remove">;
  readonly #came: () => void;
  readonly #listeners = new Map<string, Listener>();
  #offers: Offer[] = [];
  /** Number of offers that were there at the last turn. */
  #seen = 0;
  /** Entries up to here count as looked at. */
  #counted = 0;

  /** @param came called after an entry came, at the first since the last turn and where there are more than usual */
  constructor(reader: EntryReader, index: Pick<SubscriptionIndex, "add" | "remove">, came: () => void) {
    this.#reader = reader;
    this.#index = index;
    this.#came = came;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Entries that wait. */
  get waiting(): number {
    return this.#offers.length;
  }

  /** Whether so many wait that reading them from the log costs less than to queue more. */
  get isFull(): boolean {
    return this.#offers.length > mostWaiting;
  }

  /** Everything that matches up to and including this seq has been written. */
  position(): number {
    const [first] = this.#offers;
    return first === undefined ? this.#reader.head : first.entry.seq - 1;
  }

  /** Everything that this subscription lets through up to this seq has been written; undefined: it is not here. */
  placeOf(id: string): number | undefined {
    if (!this.#listeners.has(id)) return undefined;
    const first = this.#offers.find(({ subscription }) => subscription.id === id);
    return first === undefined ? this.#reader.head : first.entry.seq - 1;
  }

  /** Takes a subscription that has had everything up to the head. */
  add(subscription: Subscription): void {
    if (this.isEmpty) this.#counted = this.#reader.head;
    const offered: Listener["offered"] = (entry) => {
      const waiting = this.#offers.push({ entry, subscription });
      if (waiting === this.#seen + 1 || waiting > mostWaiting) this.#came();
    };
    const listener = { subscription, offered };
    this.#listeners.set(subscription.id, listener);
    this.#index.add(listener);
  }

  /** Whether it was there. */
  remove(id: string): boolean {
    const listener = this.#listeners.get(id);
    if (listener === undefined) return false;
    this.#listeners.delete(id);
    this.#index.remove(listener);
    this.#offers = this.#offers.filter(({ subscription }) => subscription !== listener.subscription);
    this.#seen = Math.min(this.#seen, this.#offers.length);
    return true;
  }

  /** Bytes that came since the last turn, as far as is known without asking conditions. */
  freshBytes(): number {
    let bytes = 0;
    for (const { entry, subscription } of this.#offers.slice(this.#seen)) {
      const { condition } = subscription;
      if (condition === undefined || entry.answer(condition)) bytes += entry.bytes;
    }
    return bytes;
  }

  /** Says that a turn has come to what waits. */
  seen(): void {
    this.#seen = this.#offers.length;
  }

  /** Sends what waits, as far as there is room and time. */
  flush(room: number, sink: PumpSink, turn: Turn): void {
    const fits = Math.min(room, limits.markerBytes);
    let bytes = 0;
    let done = 0;
    const frames: Buffer[] = [];
    for (const { entry, subscription } of this.#offers) {
      if (bytes >= fits) break;
      const { condition } = subscription;
      if (condition !== undefined && !turn.mayAsk()) break;
      done += 1;
      if (condition !== undefined && !turn.ask(entry, condition)) continue;
      const frame = entry.frame(subscription.id);
      frames.push(frame);
      bytes += frame.length;
    }
    if (done === this.#offers.length) this.#offers = [];
    else this.#offers.splice(0, done);
    const position = this.position();
    turn.looked(position - this.#counted);
    this.#counted = position;
    if (frames.length > 0) sink.write(frames, bytes);
  }

  /**
   * Gives up all subscriptions, to go on by reading the log.
   * @param head the seq up to which entries were offered
   */
  leave(head: number): Stop {
    const subscriptions = [...this.#listeners.values()].map(({ subscription }) => subscription);
    for (const listener of this.#listeners.values()) this.#index.remove(listener);
    this.#listeners.clear();
    const [first] = this.#offers;
    const left = this.#offers
      .filter(({ entry }) => entry === first?.entry)
      .map(({ subscription }) => subscription);
    this.#offers = [];
    this.#seen = 0;
    return first === undefined
      ? { subscriptions, position: head, left: undefined }
      : { subscriptions, position: first.entry.seq - 1, left };
  }
}
