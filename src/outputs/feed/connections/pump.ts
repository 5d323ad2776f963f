/**
 * The way of entries to the subscriptions of one connection: walks through the log in order of seq, as fast as the socket
 * takes it. Subscriptions at one place share a walk. One that has had everything rests until an entry comes that may be
 * for its subscriptions; its place is the head of the log without anybody looking at it.
 */
import type { Gap } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Audiences, Member } from "./audiences.ts";
import type { ConditionTurn } from "./conditions.ts";
import type { OutgoingEntry } from "./entries.ts";
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
}

interface Walk {
  /** Every entry up to here has been looked at and sent where it matches. */
  position: number;
  /** Whether nothing behind its position is for its subscriptions, until they are offered something. */
  rests: boolean;
  /** Number of entries that the next step reads: about as many as it can send. */
  limit: number;
  /** The subscriptions that are still to be asked about the entry after `position`; undefined: all. */
  left: readonly Subscription[] | undefined;
  subscriptions: Subscription[];
}

const firstLimit = 16;

export class Pump {
  readonly #reader: EntryReader;
  readonly #audiences: Audiences;
  readonly #sink: PumpSink;
  readonly #members = new Map<string, Member>();
  #walks: Walk[] = [];
  /** Entries that came while walks rested, and count as looked at. */
  #passed = 0;

  constructor(reader: EntryReader, audiences: Audiences, sink: PumpSink) {
    this.#reader = reader;
    this.#audiences = audiences;
    this.#sink = sink;
  }

  /** Everything that matches up to and including this seq has been written. */
  position(): number {
    const { head } = this.#reader;
    return this.#walks.length === 0 ? head : Math.min(...this.#walks.map((walk) => placeOf(walk, head)));
  }

  /** Everything that a subscription lets through up to this seq has been written; undefined: there is none of this id. */
  placeOf(id: string): number | undefined {
    const isAsked = (one: Subscription) => one.id === id;
    const walk = this.#walks.find(({ subscriptions }) => subscriptions.some(isAsked));
    if (walk === undefined) return undefined;
    const hasNext = walk.left !== undefined && !walk.left.some(isAsked);
    return hasNext ? walk.position + 1 : placeOf(walk, this.#reader.head);
  }

  add(subscription: Subscription, since: number): void {
    const walk = { position: since, rests: false, limit: firstLimit, left: undefined };
    this.#walks.push({ ...walk, subscriptions: [subscription] });
    // What comes for several subscriptions is offered to each in order of seq.
    if (this.#members.size === 1) for (const only of this.#members.values()) this.#place(only, false);
    const member: Member = {
      subscription,
      offered: (entry) => this.#offered(entry, subscription),
      writeNow: (bytes, first) => this.#writeNow(bytes, first),
    };
    this.#members.set(subscription.id, member);
    this.#audiences.add(member, this.#members.size === 1);
    this.#arrange();
  }

  remove(id: string): void {
    const member = this.#members.get(id);
    if (member === undefined) return;
    this.#members.delete(id);
    this.#audiences.remove(member);
    if (this.#members.size === 1) for (const only of this.#members.values()) this.#place(only, true);
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
    for (const member of this.#members.values()) this.#audiences.remove(member);
    this.#members.clear();
    this.#walks = [];
  }

  /**
   * What is new was not offered: it is to be read from the log.
   * @param head the seq up to which entries were offered
   */
  missed(head: number): void {
    for (const walk of this.#walks) if (walk.rests) this.#wake(walk, head);
  }

  /** One step of each walk, while there is time and room. True: there is more that could be sent now. */
  turn(turn: ConditionTurn): boolean {
    turn.looked(this.#passed);
    this.#passed = 0;
    const resting = this.#walks.filter(({ rests }) => rests);
    const behind = this.#walks.filter(({ rests }) => !rests);
    let stepped = 0;
    for (const walk of behind) {
      if (this.#sink.room() <= 0 || (stepped > 0 && !turn.hasTime())) break;
      this.#step(walk, turn);
      stepped += 1;
    }
    // Who came first goes last next time, so that no walk starves behind one that fills the socket or takes the time.
    this.#walks = [...behind.slice(stepped), ...resting, ...behind.slice(0, stepped)];
    this.#arrange();
    return this.#walks.some(({ rests }) => !rests) && this.#sink.room() > 0;
  }

  #place(member: Member, isAlone: boolean): void {
    this.#audiences.remove(member);
    this.#audiences.add(member, isAlone);
  }

  #offered(entry: OutgoingEntry, { condition }: Subscription): void {
    // As far as is known without asking conditions.
    const isFor = condition === undefined || entry.answer(condition) === true;
    if (isFor && this.#sink.room() < limits.highWaterBytes) this.#sink.delayed(entry.bytes);
    for (const walk of this.#walks)
      if (walk.rests && walk.position < entry.seq) this.#wake(walk, entry.seq - 1);
  }

  #writeNow(bytes: Buffer, first: number): boolean {
    const [walk] = this.#walks;
    return walk?.rests === true && walk.position < first && this.#sink.writeNow(bytes);
  }

  #step(walk: Walk, turn: ConditionTurn): void {
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
        const mayMatch = wants(entry) && (condition === undefined || !entry.rulesOut(condition));
        if (mayMatch && condition !== undefined && !turn.mayAsk()) break;
        done += 1;
        if (!mayMatch || (condition !== undefined && !turn.ask(entry, condition))) continue;
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

  /** Has a walk that rests go on behind a place up to which nothing was for it. */
  #wake(walk: Walk, place: number): void {
    this.#pass(walk, place);
    walk.rests = false;
    this.#sink.came();
  }

  /** Moves a walk that rests; it may be further on already. */
  #pass(walk: Walk, to: number): void {
    this.#passed += Math.max(0, to - walk.position);
    walk.position = Math.max(to, walk.position);
  }

  /** Has the walks rest that have had everything, and brings together those at one place. */
  #arrange(): void {
    const { head } = this.#reader;
    const byPosition = new Map<number, Walk>();
    const apart: Walk[] = [];
    for (const walk of this.#walks) {
      if (walk.rests) this.#pass(walk, head);
      walk.rests = walk.position >= head;
      const there = byPosition.get(walk.position);
      // One that stopped within an entry joins the others behind it.
      if (walk.left !== undefined) apart.push(walk);
      else if (there === undefined) byPosition.set(walk.position, walk);
      else there.subscriptions.push(...walk.subscriptions);
    }
    this.#walks = [...byPosition.values(), ...apart];
  }
}

/** The seq up to which a walk has sent everything. */
function placeOf({ position, rests }: Walk, head: number): number {
  return rests ? Math.max(position, head) : position;
}
