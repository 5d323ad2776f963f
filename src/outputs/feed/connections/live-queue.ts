/**
 * The subscriptions of one connection that have had everything: nobody asks them about an entry that is not for them,
 * and those that are wait here until the connection's turn.
 */
import { limits } from "../limits.ts";
import type { Audiences, Member } from "./audiences.ts";
import type { OutgoingEntry } from "./entries.ts";
import type { EntryReader, PumpSink, Turn } from "./pump.ts";
import type { Subscription } from "./subscription.ts";

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

export interface LiveSink extends Pick<PumpSink, "writeNow"> {
  /** An entry came: the first since the last turn, or one of more than usual. */
  came(): void;
}

const mostWaiting = 32;

export class LiveQueue {
  readonly #reader: EntryReader;
  readonly #audiences: Audiences;
  readonly #sink: LiveSink;
  readonly #members = new Map<string, Member>();
  #offers: Offer[] = [];
  /** Number of offers that were there at the last turn. */
  #seen = 0;
  /** Entries up to here count as looked at. */
  #counted = 0;

  constructor(reader: EntryReader, audiences: Audiences, sink: LiveSink) {
    this.#reader = reader;
    this.#audiences = audiences;
    this.#sink = sink;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
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
    if (!this.#members.has(id)) return undefined;
    const first = this.#offers.find(({ subscription }) => subscription.id === id);
    return first === undefined ? this.#reader.head : first.entry.seq - 1;
  }

  /** Takes a subscription that has had everything up to the head. */
  add(subscription: Subscription): void {
    if (this.isEmpty) this.#counted = this.#reader.head;
    const member: Member = {
      subscription,
      offered: (entry) => {
        const waiting = this.#offers.push({ entry, subscription });
        if (waiting === this.#seen + 1 || waiting > mostWaiting) this.#sink.came();
      },
      writeNow: (bytes) => this.#offers.length === 0 && this.#sink.writeNow(bytes),
    };
    // What comes for several subscriptions is queued in order of seq.
    if (this.#members.size === 1) for (const only of this.#members.values()) this.#place(only, true);
    this.#members.set(subscription.id, member);
    this.#audiences.add(member, this.#members.size > 1);
  }

  /** Whether it was there. */
  remove(id: string): boolean {
    const member = this.#members.get(id);
    if (member === undefined) return false;
    this.#members.delete(id);
    this.#audiences.remove(member);
    if (this.#members.size === 1) for (const only of this.#members.values()) this.#place(only, false);
    this.#offers = this.#offers.filter(({ subscription }) => subscription !== member.subscription);
    this.#seen = Math.min(this.#seen, this.#offers.length);
    return true;
  }

  #place(member: Member, isAlone: boolean): void {
    this.#audiences.remove(member);
    this.#audiences.add(member, isAlone);
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
    const subscriptions = [...this.#members.values()].map(({ subscription }) => subscription);
    for (const member of this.#members.values()) this.#audiences.remove(member);
    this.#members.clear();
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
