/**
 * The allowance of one subscriber: how much may wait for it to be read, whether it reads at all, and how much time its
 * conditions may take.
 */

import type { Clock } from "../../../lib/clock.ts";
import type { ServerFrame } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import { type Condition, type OutgoingEntry, textFrame } from "./entries.ts";
import type { Turn } from "./pump.ts";
import type { FeedSocket } from "./socket.ts";

/** Writes to one subscriber, with pings between that show how far it has read. */
export class Outgoing {
  readonly #socket: FeedSocket;
  readonly #pongs: PongWatch;
  readonly #flooded: () => void;
  #unmarkedBytes = 0;
  #answerBytes = 0;

  /** @param flooded too many answers wait to be read */
  constructor(socket: FeedSocket, pongs: PongWatch, flooded: () => void) {
    this.#socket = socket;
    this.#pongs = pongs;
    this.#flooded = flooded;
  }

  /** Returns the bytes that it took. */
  send(frame: ServerFrame): number {
    const bytes = textFrame(JSON.stringify(frame));
    this.#socket.write([bytes]);
    return bytes.length;
  }

  /** An answer to something that the client sent: a flood of questions must not become a queue of answers. */
  answer(frame: ServerFrame): void {
    this.#answered(this.send(frame));
  }

  /** The answer to a ping of the WebSocket. */
  pong(payload: Buffer): void {
    this.#socket.pong(payload);
    this.#answered(payload.length);
  }

  events(frames: readonly Buffer[], bytes: number): void {
    this.#socket.write(frames);
    this.#unmarkedBytes += bytes;
    // Each costs as much as many events, so one who has read all pings is asked less often.
    const { markerBytes, firstMarkerBytes } = limits;
    if (this.#unmarkedBytes >= (this.#pongs.areAwaited ? markerBytes : firstMarkerBytes)) this.mark();
  }

  /** The pong to it will show that everything before it was read, however much the network holds. */
  mark(): void {
    this.#unmarkedBytes = 0;
    this.#socket.ping(this.#pongs.nextMarker());
  }

  /** Everything that was queued has been taken. */
  drained(): void {
    this.#answerBytes = 0;
  }

  #answered(bytes: number): void {
    // The answer itself waits until the end of the turn.
    if (this.#socket.bufferedAmount <= bytes) this.#answerBytes = 0;
    else this.#answerBytes += bytes;
    if (this.#answerBytes > limits.queueBytes) this.#flooded();
  }
}

/** Pings with growing numbers; a pong with one of them shows that its reader read up to there. */
export class PongWatch {
  #sent = 0;
  #returned = 0;
  #read = true;
  #silentHeartbeats = 0;

  /** Whether a ping was not answered yet. */
  get areAwaited(): boolean {
    return this.#returned < this.#sent;
  }

  /** The marker of the next ping. */
  nextMarker(): string {
    this.#sent += 1;
    return String(this.#sent);
  }

  /** Whether the pong answers a ping of ours that was not answered yet. Others, sent unasked, show no reading. */
  pong(payload: string): boolean {
    const marker = /^\d{1,15}$/.test(payload) ? Number(payload) : 0;
    if (marker <= this.#returned || marker > this.#sent) return false;
    this.#returned = marker;
    this.#read = true;
    return true;
  }

  /** Another sign of reading: a full socket took more. */
  read(): void {
    this.#read = true;
  }

  /** Called at each heartbeat, before its ping. True: two in a row passed without a sign of reading. */
  heartbeat(): boolean {
    this.#silentHeartbeats = this.#read ? 0 : this.#silentHeartbeats + 1;
    this.#read = false;
    return this.#silentHeartbeats >= 2;
  }
}

/**
 * Tells a reader that does not read from one that is only far behind. It counts looks, not time on a clock: between two
 * looks the event loop has turned, so a busy process blames no socket.
 */
export class SlowWatch {
  #progressed = true;
  #stalledLooks = 0;
  #committedBytes = 0;

  /** The socket took something, or a pong showed that what it took before was read. */
  progressed(): void {
    this.#progressed = true;
    this.#stalledLooks = 0;
    this.#committedBytes = 0;
  }

  /** Matching entries were committed while the socket was full. */
  committed(bytes: number): void {
    this.#committedBytes += bytes;
  }

  /** Called once every `sweepMs`. True: the connection is to be cut. */
  look(bufferedAmount: number): boolean {
    if (bufferedAmount === 0) this.progressed();
    const stalled = !this.#progressed;
    this.#progressed = false;
    if (!stalled) return false;
    this.#stalledLooks += 1;
    if (this.#stalledLooks * limits.sweepMs >= limits.stallMs) return true;
    return bufferedAmount + this.#committedBytes > limits.queueBytes;
  }
}

export interface ConditionTimeEvents {
  /** Conditions took so long, of all that others have as well. */
  spent(ms: number): void;
  /** The wait is over. */
  goOn(): void;
  /** The budget is used up by conditions that are too costly. */
  exceeded(): void;
}

/** Measures the time that the conditions take, and makes their subscriber wait where its budget is used up. */
export class ConditionTime {
  readonly #clock: Clock;
  readonly #budget: ConditionBudget;
  readonly #events: ConditionTimeEvents;
  #cancelWait: (() => void) | undefined;

  constructor(clock: Clock, events: ConditionTimeEvents) {
    this.#clock = clock;
    this.#budget = new ConditionBudget(clock.elapsed);
    this.#events = events;
  }

  /** Whether there is anything left of the budget. */
  get isLeft(): boolean {
    return this.#budget.waitMs() === 0;
  }

  ask(entry: OutgoingEntry, condition: Condition): boolean {
    const known = entry.answer(condition);
    if (known !== undefined) return known;
    const begun = this.#clock.elapsed();
    const answer = entry.ask(condition);
    const ms = this.#clock.elapsed() - begun;
    this.#budget.asked(0, ms);
    this.#events.spent(ms);
    return answer;
  }

  /** All subscriptions were asked about so many entries. */
  looked(entries: number): void {
    this.#budget.asked(entries, 0);
  }

  /** Reads a long frame or compiles a condition. */
  prepare<T>(make: () => T): T {
    const begun = this.#clock.elapsed();
    const made = make();
    const ms = this.#clock.elapsed() - begun;
    this.#budget.prepared(ms);
    this.#events.spent(ms);
    return made;
  }

  /** Whether to go on at once; else `goOn` is called when conditions may be asked again, or `exceeded` was. */
  waitIfUsedUp(): boolean {
    const waitMs = this.#budget.waitMs();
    if (waitMs === 0) return true;
    if (this.#budget.isExceeded) this.#events.exceeded();
    else
      this.#cancelWait ??= this.#clock.after(waitMs, () => {
        this.#cancelWait = undefined;
        this.#events.goOn();
      });
    return false;
  }

  stop(): void {
    this.#cancelWait?.();
  }
}

/** The turns of one connection, one after the other. */
export class ConditionTurn implements Turn {
  readonly #time: ConditionTime;
  #isFirst = true;
  hasTime: () => boolean = () => false;

  constructor(time: ConditionTime) {
    this.#time = time;
  }

  begin(hasTime: () => boolean): void {
    this.hasTime = hasTime;
    this.#isFirst = true;
  }

  mayAsk(): boolean {
    // However short the turns are, each brings something about.
    const goesOn = this.#isFirst || this.hasTime();
    this.#isFirst = false;
    return goesOn && this.#time.isLeft;
  }

  ask(entry: OutgoingEntry, condition: Condition): boolean {
    return this.#time.ask(entry, condition);
  }

  looked(entries: number): void {
    this.#time.looked(entries);
  }
}

/** Share of the burst that is there again before a subscriber that used it up goes on. */
const refillShare = 0.05;

/** Budget of one subscriber's conditions: a burst of time, and then a share of the time that passes. */
export class ConditionBudget {
  readonly #elapsed: () => number;
  #leftMs: number;
  #at: number;
  #spentMs = 0;
  #entries = 0;

  /** @param elapsed the time that passes, ms */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#leftMs = limits.conditionBurstMs;
    this.#at = elapsed();
  }

  /** The conditions of some entries took so long. */
  asked(entries: number, ms: number): void {
    this.#leftMs -= ms;
    this.#spentMs += ms;
    this.#entries += entries;
  }

  /** Frames were read or conditions compiled, which took so long. */
  prepared(ms: number): void {
    this.#leftMs -= ms;
  }

  /** Time that the subscriber has to wait, ms; 0: it may go on. */
  waitMs(): number {
    const { conditionBurstMs, conditionShare } = limits;
    const now = this.#elapsed();
    this.#leftMs = Math.min(conditionBurstMs, this.#leftMs + (now - this.#at) * conditionShare);
    this.#at = now;
    if (this.#leftMs === conditionBurstMs) this.#spentMs = this.#entries = 0;
    if (this.#leftMs > 0) return 0;
    return Math.ceil((conditionBurstMs * refillShare - this.#leftMs) / conditionShare);
  }

  /** Whether the burst is used up by conditions that are too costly, and not by a long way through the log. */
  get isExceeded(): boolean {
    const { conditionMsPerEntry } = limits;
    return this.#leftMs <= 0 && this.#spentMs > this.#entries * conditionMsPerEntry;
  }
}
