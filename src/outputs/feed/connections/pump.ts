/**
 * Walks the log for the subscriptions of one connection, in order of seq, as fast as the socket takes it.
 * Live and resumed delivery are the same walk; subscriptions at the same place share one.
 */
import type { Gap } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Condition, OutgoingEntry } from "./entries.ts";
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
  /** Entries were pruned before they could be sent, or are damaged. Called before anything after them is written. */
  announceGap(subscription: Subscription, gap: Gap): void;
}

/** Limits of a turn, and its way to ask conditions. */
export interface Turn {
  /** Whether there is time left for another step. */
  hasTime(): boolean;
  /** Whether there is time left to ask a condition. */
  mayAsk(): boolean;
  ask(entry: OutgoingEntry, condition: Condition): boolean;
  /** All subscriptions were asked about an entry. */
  looked(): void;
}

interface Walk {
  /** Every entry up to here has been looked at and sent where it matches. */
  position: number;
  /** Number of entries that the next step reads: about as many as it can send. */
  limit: number;
  /** Number of subscriptions that were asked about the entry after `position`. */
  asked: number;
  subscriptions: Subscription[];
}

const firstLimit = 16;

export class Pump {
  readonly #reader: EntryReader;
  readonly #sink: PumpSink;
  #walks: Walk[] = [];

  constructor(reader: EntryReader, sink: PumpSink) {
    this.#reader = reader;
    this.#sink = sink;
  }

  /** Everything that matches up to and including this seq has been written. */
  position(): number {
    return this.#walks.reduce((least, walk) => Math.min(least, walk.position), this.#idlePosition());
  }

  add(subscription: Subscription, since: number): void {
    this.#walks.push({ position: since, limit: firstLimit, asked: 0, subscriptions: [subscription] });
    this.#merge();
  }

  remove(id: string): void {
    for (const walk of this.#walks) {
      const place = walk.subscriptions.findIndex((one) => one.id === id);
      if (place < 0) continue;
      walk.subscriptions.splice(place, 1);
      if (place < walk.asked) walk.asked -= 1;
    }
    this.#walks = this.#walks.filter((walk) => walk.subscriptions.length > 0);
  }

  /** One step of each walk, while there is time and room. True: there is more that could be sent now. */
  turn(turn: Turn): boolean {
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
    this.#merge();
    return this.#sink.room() > 0 && this.#walks.some((walk) => walk.position < this.#reader.head);
  }

  /** Bytes that these entries would be on this connection, as far as is known without asking conditions. */
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
      for (; walk.asked < walk.subscriptions.length; walk.asked += 1) {
        const { id, wants, condition } = walk.subscriptions[walk.asked] as Subscription;
        if (!wants(entry)) continue;
        if (condition !== undefined) {
          if (!turn.mayAsk()) break;
          if (!turn.ask(entry, condition)) continue;
        }
        const frame = entry.frame(id);
        frames.push(frame);
        bytes += frame.length;
      }
      if (walk.asked < walk.subscriptions.length) break;
      walk.asked = 0;
      walk.position = entry.seq;
      turn.looked();
      looked += 1;
    }
    walk.limit = Math.min(limits.stepEntries, Math.max(firstLimit, looked * 2));
    if (frames.length > 0) this.#sink.write(frames, bytes);
  }

  #skip(walk: Walk, to: number): void {
    const gap = { from: walk.position + 1, to };
    for (const subscription of walk.subscriptions) this.#sink.announceGap(subscription, gap);
    walk.position = to;
    walk.asked = 0;
  }

  #merge(): void {
    if (this.#walks.length < 2) return;
    const byPosition = new Map<number, Walk>();
    const apart: Walk[] = [];
    for (const walk of this.#walks) {
      const there = byPosition.get(walk.position);
      // One that stopped within an entry joins the others behind it.
      if (walk.asked > 0) apart.push(walk);
      else if (there === undefined) byPosition.set(walk.position, walk);
      else there.subscriptions.push(...walk.subscriptions);
    }
    this.#walks = [...byPosition.values(), ...apart];
  }

  #idlePosition(): number {
    return this.#walks.length === 0 ? this.#reader.head : Number.POSITIVE_INFINITY;
  }
}
