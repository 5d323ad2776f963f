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

export class LiveQueue {
  readonly #reader: EntryReader;
  readonly #index: Pick<SubscriptionIndex, "add" | "remove">;
  readonly #offered: Listener["offered"];
  readonly #listeners = new Map<string, Listener>();
  #offers: Offer[] = [];
  /** Entries up to here count as looked at. */
  #counted = 0;

  /** @param offered hears of each entry after it was queued */
  constructor(
    reader: EntryReader,
    index: Pick<SubscriptionIndex, "add" | "remove">,
    offered: Listener["offered"],
  ) {
    this.#reader = reader;
    this.#index = index;
    this.#offered = offered;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Entries that wait. */
  get waiting(): number {
    return this.#offers.length;
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
      this.#offers.push({ entry, subscription });
      this.#offered(entry, subscription);
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
    return true;
  }

  /** Sends what waits, as far as there is room and time. */
  flush(sink: PumpSink, turn: Turn): void {
    const fits = Math.min(sink.room(), limits.markerBytes);
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
    return first === undefined
      ? { subscriptions, position: head, left: undefined }
      : { subscriptions, position: first.entry.seq - 1, left };
  }
}
