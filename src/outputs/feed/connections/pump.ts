/**
 * Walks the log for the subscriptions of one connection, in order of seq, as fast as the socket takes it. Subscriptions
 * at the same place share a walk; those that have had everything wait for what comes (live-queue.ts).
 */
import type { Gap } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Audiences } from "./audiences.ts";
import type { Condition, OutgoingEntry } from "./entries.ts";
import { LiveQueue } from "./live-queue.ts";
import type { Subscription } from "./subscription.ts";

export interface EntryReader {
  /** The last seq that may be delivered. */
  readonly head: number;
  after(position: number, limit: number): readonly OutgoingEntry[];
}

export interface PumpSink {
  /** Bytes that still fit before the socket has to be waited for; 0 or less: none. */
  room(): number;
  write(frames: readonly Buffer[], bytes: number): void;
  /** Writes frames that are joined, where nothing else waits to be written. Gives whether it did. */
  writeNow(bytes: Buffer): boolean;
  /** Entries were pruned before they could be sent, or are damaged. Called before anything after them is written. */
  announceGap(subscription: Subscription, gap: Gap): void;
  /** New entries wait for a turn. */
  came(): void;
  /** So many bytes came while the socket was not empty. */
  delayed(bytes: number): void;
  /** Whether subscriptions are behind from now on, and hear of nothing but by reading the log. */
  behind(isBehind: boolean): void;
}

/** Limits of a turn, and its way to ask conditions. */
export interface Turn {
  /** Whether there is time left for another step. */
  hasTime(): boolean;
  /** Whether there is time left to ask a condition. */
  mayAsk(): boolean;
  ask(entry: OutgoingEntry, condition: Condition): boolean;
  /** All subscriptions were asked about so many entries, or need not be. */
  looked(entries: number): void;
}

interface Walk {
  /** Every entry up to here has been looked at and sent where it matches. */
  position: number;
  /** Number of entries that the next step reads: about as many as it can send. */
  limit: number;
  /** The subscriptions that are still to be asked about the entry after `position`; undefined: all. */
  left: readonly Subscription[] | undefined;
  subscriptions: Subscription[];
}

const firstLimit = 16;

export class Pump {
  readonly #reader: EntryReader;
  readonly #sink: PumpSink;
  readonly #live: LiveQueue;
  #walks: Walk[] = [];
  #isBehind = false;

  constructor(reader: EntryReader, audiences: Audiences, sink: PumpSink) {
    this.#reader = reader;
    this.#sink = sink;
    this.#live = new LiveQueue(reader, audiences, {
      writeNow: sink.writeNow,
      came: () => {
        sink.came();
        if (this.#live.isFull) this.fallBehind(reader.head);
      },
    });
  }

  /** Everything that matches up to and including this seq has been written. */
  position(): number {
    return this.#walks.reduce((least, walk) => Math.min(least, walk.position), this.#livePosition());
  }

  /** Everything that a subscription lets through up to this seq has been written; undefined: there is none of this id. */
  placeOf(id: string): number | undefined {
    const isAsked = (one: Subscription) => one.id === id;
    const walk = this.#walks.find(({ subscriptions }) => subscriptions.some(isAsked));
    if (walk === undefined) return this.#live.placeOf(id);
    const hasNext = walk.left !== undefined && !walk.left.some(isAsked);
    return hasNext ? walk.position + 1 : walk.position;
  }

  add(subscription: Subscription, since: number): void {
    this.#walks.push({ position: since, limit: firstLimit, left: undefined, subscriptions: [subscription] });
    this.#arrange();
  }

  remove(id: string): void {
    if (this.#live.remove(id)) return;
    const others = (list: readonly Subscription[]) => list.filter((one) => one.id !== id);
    for (const walk of this.#walks) {
      walk.subscriptions = others(walk.subscriptions);
      walk.left = walk.left && others(walk.left);
    }
    this.#walks = this.#walks.filter((walk) => walk.subscriptions.length > 0);
    this.#arrange();
  }

  /** Forgets all subscriptions. */
  stop(): void {
    this.#live.leave(this.#reader.head);
    this.#walks = [];
    this.#arrange();
  }

  /**
   * What is new was not offered: it is to be read from the log.
   * @param head the seq up to which entries were offered
   */
  fallBehind(head: number): void {
    if (this.#live.isEmpty) return;
    this.#walks.push({ ...this.#live.leave(head), limit: firstLimit });
    // Nobody joins what is live before the next turn: the entries up to the head may still be on their way to it.
    this.#merge();
    this.#sayWhetherBehind();
  }

  /** One step of each walk, while there is time and room. True: there is more that could be sent now. */
  turn(turn: Turn): boolean {
    if (this.#live.waiting > 0) this.#turnLive(turn);
    if (this.#walks.length > 0) this.#turnWalks(turn);
    const isBehind = this.#live.waiting > 0 || this.#walks.some((walk) => walk.position < this.#reader.head);
    return isBehind && this.#sink.room() > 0;
  }

  #turnLive(turn: Turn): void {
    const room = this.#sink.room();
    if (room < limits.highWaterBytes) this.#sink.delayed(this.#live.freshBytes());
    if (room > 0) this.#live.flush(room, this.#sink, turn);
    this.#live.seen();
  }

  #turnWalks(turn: Turn): void {
    const behind = this.#walks.filter((walk) => walk.position < this.#reader.head);
    const others = this.#walks.filter((walk) => walk.position >= this.#reader.head);
    let stepped = 0;
    for (const walk of behind) {
      if (this.#sink.room() <= 0 || (stepped > 0 && !turn.hasTime())) break;
      this.#step(walk, turn);
      stepped += 1;
    }
    // Who came first goes last next time, so that no walk starves behind one that fills the socket or takes the time.
    this.#walks = [...behind.slice(stepped), ...others, ...behind.slice(0, stepped)];
    this.#arrange();
  }

  /** Bytes that these entries would be for those who are behind, as far as is known without asking conditions. */
  matchingBytes(entries: readonly OutgoingEntry[]): number {
    let bytes = 0;
    for (const entry of entries) {
      for (const walk of this.#walks) {
        for (const { condition, wants } of walk.subscriptions) {
          if (wants(entry) && (condition === undefined || entry.answer(condition))) bytes += entry.bytes;
        }
      }
    }
    return bytes;
  }

  #step(walk: Walk, turn: Turn): void {
    const entries = this.#reader.after(walk.position, walk.limit);
    const next = entries[0]?.seq ?? this.#reader.head + 1;
    if (next > walk.position + 1) this.#skip(walk, next - 1);
    const fits = Math.min(this.#sink.room(), limits.markerBytes);
    let bytes = 0;
    let looked = 0;
    const frames: Buffer[] = [];
    for (const entry of entries) {
      if (entry.seq !== walk.position + 1 || bytes >= fits) break;
      const asked: readonly Subscription[] = walk.left ?? walk.subscriptions;
      let done = 0;
      for (const { id, wants, condition } of asked) {
        if (condition !== undefined && wants(entry) && !turn.mayAsk()) break;
        done += 1;
        if (!wants(entry) || (condition !== undefined && !turn.ask(entry, condition))) continue;
        const frame = entry.frame(id);
        frames.push(frame);
        bytes += frame.length;
      }
      walk.left = done < asked.length ? asked.slice(done) : undefined;
      if (walk.left !== undefined) break;
      walk.position = entry.seq;
      turn.looked(1);
      looked += 1;
    }
    walk.limit = Math.min(limits.stepEntries, Math.max(firstLimit, looked * 2));
    if (frames.length > 0) this.#sink.write(frames, bytes);
  }

  #skip(walk: Walk, to: number): void {
    const gap = { from: walk.position + 1, to };
    for (const subscription of walk.subscriptions) this.#sink.announceGap(subscription, gap);
    walk.position = to;
    walk.left = undefined;
  }

  /** Brings together the walks at one place; those that have had everything live on what comes. */
  #arrange(): void {
    if (this.#walks.length > 0) {
      this.#goLive();
      this.#merge();
    }
    this.#sayWhetherBehind();
  }

  #sayWhetherBehind(): void {
    const isBehind = this.#walks.length > 0;
    if (isBehind !== this.#isBehind) this.#sink.behind(isBehind);
    this.#isBehind = isBehind;
  }

  #goLive(): void {
    const arrived = this.#walks.filter(({ position }) => position === this.#reader.head);
    // One queue has one place: while entries wait in it, nobody joins who may have had them.
    if (arrived.length === 0 || this.#live.waiting > 0) return;
    for (const { subscriptions } of arrived) for (const one of subscriptions) this.#live.add(one);
    this.#walks = this.#walks.filter(({ position }) => position !== this.#reader.head);
  }

  #merge(): void {
    if (this.#walks.length < 2) return;
    const byPosition = new Map<number, Walk>();
    const apart: Walk[] = [];
    for (const walk of this.#walks) {
      const there = byPosition.get(walk.position);
      // One that stopped within an entry joins the others behind it.
      if (walk.left !== undefined) apart.push(walk);
      else if (there === undefined) byPosition.set(walk.position, walk);
      else there.subscriptions.push(...walk.subscriptions);
    }
    this.#walks = [...byPosition.values(), ...apart];
  }

  #livePosition(): number {
    if (!this.#live.isEmpty) return this.#live.position();
    return this.#walks.length === 0 ? this.#reader.head : Number.POSITIVE_INFINITY;
  }
}
