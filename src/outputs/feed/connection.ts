/** One subscriber: answers its frames, keeps its subscriptions flowing, and knows when to give it up. */
import type { Clock } from "../../lib/clock.ts";
import type { LogReader } from "../../model/log.ts";
import type { ClientFrame, SubscribeFrame } from "./client-frames.ts";
import { type ClosingReason, closings } from "./closing.ts";
import type { OutgoingEntry } from "./entry.ts";
import type { FeedSocket, SocketEvents } from "./feed-socket.ts";
import { limits } from "./limits.ts";
import { type FrameError, type ReadFrame, readFrame } from "./parse-frame.ts";
import { PongWatch } from "./pong-watch.ts";
import { type EntryReader, Pump } from "./pump.ts";
import { resume } from "./resume.ts";
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
  #closing: ClosingReason | "left" | undefined;
  #gone = false;
  #unmarkedBytes = 0;
  #answerBytes = 0;
  #cancelTimer: () => void = () => {};

  constructor(socket: FeedSocket, settings: ConnectionSettings, around: ConnectionSurroundings) {
    this.#socket = socket;
    this.#settings = settings;
    this.#around = around;
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
    if (asked !== undefined) this.#receive(asked);
    this.#beatLater();
  }

  onMessage(text: string): void {
    if (this.#closing === undefined) this.#receive(readFrame(text));
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
    this.#cancelTimer();
    const reason = this.#closing ?? "left";
    this.#closing = reason;
    this.#around.gone(this, reason);
  }

  /** Sends what fits now. True: call again. */
  turn(): boolean {
    return this.#closing === undefined && this.#pump.turn();
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
    this.#cancelTimer();
    this.#cancelTimer = this.#settings.clock.after(limits.closeGraceMs, () => this.terminate());
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
    const made = this.#tooMany(frame.id) ?? createSubscription(frame, this.#settings);
    if (!made.ok) {
      this.#refuse(made.error);
      return;
    }
    const { log } = this.#settings;
    const start = resume(frame, { epoch: log.epoch, head: log.head(), oldest: log.oldest() });
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
