/** One subscriber: answers its frames, keeps its subscriptions flowing, and knows when to give it up. */
import type { Clock } from "../../lib/clock.ts";
import type { LogReader } from "../../model/log.ts";
import type { ClientFrame, SubscribeFrame } from "./client-frames.ts";
import { type ClosingReason, closings } from "./closing.ts";
import { ConditionBudget } from "./condition-budget.ts";
import type { Condition, OutgoingEntry } from "./entry.ts";
import type { FeedSocket, SocketEvents } from "./feed-socket.ts";
import { Inbox } from "./inbox.ts";
import { limits } from "./limits.ts";
import { type FrameError, type ReadFrame, readFrame } from "./parse-frame.ts";
import { PongWatch } from "./pong-watch.ts";
import { type EntryReader, Pump } from "./pump.ts";
import { boundsOf, resume } from "./resume.ts";
import type { Gap, ServerFrame } from "./server-frames.ts";
import { SlowWatch } from "./slow-watch.ts";
import { createSubscription, type Types } from "./subscription.ts";
import { textFrame } from "./wire.ts";

export interface ConnectionSettings extends Types {
  readonly log: LogReader;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  readonly simulated: readonly string[];
  /** How each source is doing, for the heartbeat. Must not throw. */
  sources(): Record<string, unknown>;
}

export interface ConnectionSurroundings {
  readonly reader: EntryReader;
  /** Asks for a call of `turn` soon. */
  schedule(connection: Connection): void;
  /** Conditions took so long, of all that others have as well. */
  spent(ms: number): void;
  /** The connection is over; called once. */
  gone(connection: Connection, reason: ClosingReason | "left"): void;
}

export class Connection implements SocketEvents {
  readonly #settings: ConnectionSettings;
  readonly #around: ConnectionSurroundings;
  readonly #socket: FeedSocket;
  readonly #pump: Pump;
  readonly #slow = new SlowWatch(limits);
  readonly #pongs = new PongWatch();
  readonly #ids = new Set<string>();
  readonly #inbox = new Inbox();
  readonly #budget: ConditionBudget;
  #closing: ClosingReason | "left" | undefined;
  #gone = false;
  #unmarkedBytes = 0;
  #answerBytes = 0;
  #cancelTimer: () => void = () => {};
  #cancelWait: (() => void) | undefined;

  constructor(socket: FeedSocket, settings: ConnectionSettings, around: ConnectionSurroundings) {
    this.#socket = socket;
    this.#settings = settings;
    this.#around = around;
    this.#budget = new ConditionBudget(limits, settings.clock.elapsed);
    const sink = {
      room: () => (this.#closing === undefined ? limits.highWaterBytes - socket.bufferedAmount : 0),
      write: (frames: readonly Buffer[], bytes: number) => this.#writeEvents(frames, bytes),
      announceGap: ({ id }: { id: string }, gap: Gap) =>
        this.#send({ type: "subscribed", id, since: gap.to, recovered: false, gap }),
    };
    this.#pump = new Pump(around.reader, sink, limits);
  }

  /** Greets, and subscribes to what the address asked for. */
  open(asked: ReadFrame | undefined): void {
    const { log, heartbeatMs, simulated } = this.#settings;
    const { epoch } = log;
    const oldest = log.oldest();
    this.#send({ type: "welcome", epoch, seq: log.head(), oldest, heartbeatMs, simulated: [...simulated] });
    if (asked !== undefined) this.#take(asked, 0);
    this.#beatLater();
  }

  onMessage(text: string): void {
    if (this.#closing === undefined) this.#take(readFrame(text), text.length);
  }

  onBinary(): void {
    this.close("bad-frame");
  }

  onTooLong(): void {
    this.close("bad-frame");
  }

  onPing(payload: Buffer): void {
    if (this.#closing !== undefined) return;
    this.#socket.pong(payload);
    this.#answered(payload.length);
  }

  onPong(payload: string): void {
    if (this.#pongs.pong(payload)) this.#slow.progressed();
  }

  onDrain(): void {
    this.#slow.progressed();
    this.#pongs.read();
    this.#answerBytes = 0;
    this.#around.schedule(this);
  }

  onBroken(): void {
    if (this.#closing === undefined) this.#leave("left");
  }

  onGone(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#cancelWait?.();
    this.#cancelTimer();
    const reason = this.#closing ?? "left";
    this.#closing = reason;
    this.#around.gone(this, reason);
  }

  /**
   * Answers what waits, and sends what fits now. True: call again.
   * @param goesOn whether there is time left in this turn
   */
  turn(goesOn: () => boolean): boolean {
    let isFirst = true;
    const mayGoOn = () => {
      // However short the turns are, each brings something about.
      const hasTime = isFirst || goesOn();
      isFirst = false;
      return hasTime && this.#budget.waitMs() === 0;
    };
    while (this.#closing === undefined && !this.#inbox.isEmpty) {
      if (!mayGoOn()) return this.#waitForBudget();
      const read = this.#inbox.next();
      if (read !== undefined) this.#receive(read);
    }
    if (this.#closing !== undefined) return false;
    const turn = {
      goesOn: mayGoOn,
      ask: (entry: OutgoingEntry, condition: Condition) => this.#ask(entry, condition),
      looked: () => this.#budget.asked(1, 0),
    };
    return this.#pump.turn(turn) && this.#waitForBudget();
  }

  /** Entries were committed. */
  committed(entries: readonly OutgoingEntry[]): void {
    if (this.#closing !== undefined || this.#ids.size === 0) return;
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount < limits.highWaterBytes) this.#around.schedule(this);
    // What is pumped meanwhile counts twice, but that is no more than fits under the high-water mark.
    if (bufferedAmount > 0) this.#slow.committed(this.#pump.matchingBytes(entries));
  }

  /** Called every second. */
  look(): void {
    if (this.#closing === undefined && this.#slow.look(this.#socket.bufferedAmount)) this.close("too-slow");
  }

  close(reason: ClosingReason): void {
    if (this.#closing !== undefined) return;
    const { code, retryAfterMs } = closings[reason];
    this.#send({ type: "bye", reason, retryAfterMs });
    this.#socket.close(code, reason);
    this.#leave(reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #leave(reason: ClosingReason | "left"): void {
    this.#closing = reason;
    this.#cancelWait?.();
    this.#cancelTimer();
    this.#cancelTimer = this.#settings.clock.after(limits.closeGraceMs, () => this.terminate());
  }

  /** Whether to be called again at once; else the connection waits until it may ask conditions again, or is cut. */
  #waitForBudget(): boolean {
    const waitMs = this.#budget.waitMs();
    if (waitMs === 0) return true;
    if (this.#budget.isExceeded) this.close("too-costly");
    else
      this.#cancelWait ??= this.#settings.clock.after(waitMs, () => {
        this.#cancelWait = undefined;
        this.#around.schedule(this);
      });
    return false;
  }

  #ask(entry: OutgoingEntry, condition: Condition): boolean {
    const known = entry.answer(condition);
    if (known !== undefined) return known;
    const begun = this.#settings.clock.elapsed();
    const answer = entry.ask(condition);
    const ms = this.#settings.clock.elapsed() - begun;
    this.#budget.asked(0, ms);
    this.#around.spent(ms);
    return answer;
  }

  #take(read: ReadFrame, bytes: number): void {
    if (!this.#inbox.keeps(read, bytes)) this.#receive(read);
    else if (this.#inbox.bytes > limits.waitingBytes) this.close("too-costly");
    else this.#around.schedule(this);
  }

  #receive(read: ReadFrame): void {
    if (read.kind === "violation") this.close("bad-frame");
    else if (read.kind === "error") this.#refuse(read.error);
    else this.#handle(read.frame);
  }

  #handle(frame: ClientFrame): void {
    if (frame.type === "ping") this.#answer({ type: "pong" });
    else if (frame.type === "subscribe") this.#subscribe(frame);
    else if (this.#ids.delete(frame.id)) this.#pump.remove(frame.id);
    else this.#refuse({ code: "unknown-id", message: "there is no subscription with this id", id: frame.id });
  }

  #subscribe(frame: SubscribeFrame): void {
    const begun = this.#settings.clock.elapsed();
    const made = this.#tooMany(frame.id) ?? createSubscription(frame, this.#settings);
    const ms = this.#settings.clock.elapsed() - begun;
    this.#budget.compiled(ms);
    this.#around.spent(ms);
    if (!made.ok) {
      this.#refuse(made.error);
      return;
    }
    const start = resume(frame, boundsOf(this.#settings.log));
    this.#answer({ type: "subscribed", id: frame.id, ...start });
    this.#ids.add(frame.id);
    this.#pump.add(made.subscription, start.since);
    this.#around.schedule(this);
  }

  #tooMany(id: string): { ok: false; error: FrameError } | undefined {
    if (this.#ids.has(id)) {
      const message = "there is a subscription with this id";
      return { ok: false, error: { code: "duplicate-id", message, id } };
    }
    if (this.#ids.size < limits.subscriptions) return undefined;
    const message = `a connection holds at most ${limits.subscriptions} subscriptions`;
    return { ok: false, error: { code: "too-many-subscriptions", message, id } };
  }

  #refuse(error: FrameError): void {
    this.#answer({ type: "error", ...error });
  }

  /** An answer to something that the client sent: a flood of questions must not become a queue of answers. */
  #answer(frame: ServerFrame): void {
    this.#answered(this.#send(frame));
  }

  #answered(bytes: number): void {
    if (this.#socket.bufferedAmount === 0) this.#answerBytes = 0;
    else this.#answerBytes += bytes;
    if (this.#answerBytes > limits.queueBytes) this.close("too-slow");
  }

  #send(frame: ServerFrame): number {
    const bytes = textFrame(JSON.stringify(frame));
    this.#socket.write([bytes]);
    return bytes.length;
  }

  #writeEvents(frames: readonly Buffer[], bytes: number): void {
    this.#socket.write(frames);
    this.#unmarkedBytes += bytes;
    if (this.#unmarkedBytes >= limits.markerBytes) this.#mark();
  }

  /** The pong to it will show that everything before it was read, however much the network holds. */
  #mark(): void {
    this.#unmarkedBytes = 0;
    this.#socket.ping(this.#pongs.nextMarker());
  }

  #beatLater(): void {
    this.#cancelTimer = this.#settings.clock.after(this.#settings.heartbeatMs, () => this.#beat());
  }

  #beat(): void {
    if (this.#pongs.heartbeat()) {
      this.close("no-pong");
      return;
    }
    this.#send({ type: "heartbeat", seq: this.#pump.position(), sources: this.#settings.sources() });
    this.#mark();
    this.#beatLater();
  }
}
