/** One subscriber from its welcome to its close: keeps its entries flowing, and knows when to give it up. */
import type { Clock } from "../../../lib/clock.ts";
import type { LogReader } from "../../../model/event.ts";
import type { Present } from "../../output.ts";
import type { ReadFrame } from "../frames/client-frames.ts";
import { type ClosingReason, closings, type Gap, type Leaving, wholeCode } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import { Outgoing, PongWatch, SlowWatch } from "./allowance.ts";
import type { Audiences } from "./audiences.ts";
import { type Conditions, ConditionTime, ConditionTurn } from "./conditions.ts";
import type { Consumers } from "./consumers.ts";
import { Dialogue } from "./dialogue.ts";
import { type EntryReader, Pump, type PumpSink } from "./pump.ts";
import { Snapshots } from "./snapshots.ts";
import type { FeedSocket, SocketEvents } from "./socket.ts";
import type { Types } from "./subscription.ts";

export interface ConnectionSettings extends Types {
  readonly log: LogReader;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** Calls after the input and output that wait now; setImmediate outside tests. */
  defer(call: () => void): void;
  readonly simulated: readonly string[];
  /** What stands now, for snapshots. */
  readonly present: Present;
  readonly consumers: Consumers;
  /** State of each source, for the heartbeat. Must not throw. */
  sources(): Record<string, unknown>;
}

export interface ConnectionSurroundings {
  /** Who has the consumers that it asks for. */
  readonly owner: string;
  readonly reader: EntryReader;
  /** The subscriptions that hear of what is new. */
  readonly audiences: Audiences;
  readonly conditions: Conditions;
  /** Asks for a call of `turn` soon. */
  schedule(connection: Connection): void;
  /** Conditions took so long, of all that others have as well. */
  spent(ms: number): void;
  /** The connection is over; called once. */
  gone(connection: Connection, reason: Leaving): void;
}

export class Connection implements SocketEvents {
  readonly #settings: ConnectionSettings;
  readonly #around: ConnectionSurroundings;
  readonly #socket: FeedSocket;
  readonly #outgoing: Outgoing;
  readonly #pump: Pump;
  readonly #snapshots: Snapshots;
  readonly #dialogue: Dialogue;
  readonly #flows: (Pump | Snapshots)[];
  readonly #time: ConditionTime;
  readonly #turn: ConditionTurn;
  readonly #slow = new SlowWatch();
  readonly #pongs = new PongWatch();
  #closing: Leaving | undefined;
  #gone = false;
  #cancelTimer: () => void = () => {};

  constructor(socket: FeedSocket, settings: ConnectionSettings, around: ConnectionSurroundings) {
    this.#socket = socket;
    this.#settings = settings;
    this.#around = around;
    const schedule = () => around.schedule(this);
    const close = (reason: ClosingReason) => this.close(reason);
    const outgoing = new Outgoing(socket, this.#pongs, () => close("too-slow"));
    const sink: PumpSink = {
      room: () => (this.#closing === undefined ? limits.highWaterBytes - socket.bufferedAmount : 0),
      write: (frames: readonly Buffer[], bytes: number) => outgoing.events(frames, bytes),
      writeNow: (bytes: Buffer) => this.#closing === undefined && outgoing.eventsNow(bytes),
      announceGap: ({ id }: { id: string }, gap: Gap) =>
        void outgoing.send({ type: "subscribed", id, since: gap.to, recovered: false, gap }),
      came: schedule,
      delayed: (bytes: number) => this.#slow.committed(bytes),
    };
    const pump = new Pump(around.reader, around.audiences, sink);
    const snapshots = new Snapshots(settings.present, sink);
    const time = new ConditionTime(settings.clock, {
      spent: around.spent,
      goOn: schedule,
      exceeded: () => close("too-costly"),
    });
    this.#outgoing = outgoing;
    this.#pump = pump;
    this.#snapshots = snapshots;
    this.#flows = [pump, snapshots];
    this.#time = time;
    this.#turn = new ConditionTurn(time);
    const takeCondition = around.conditions.forConnection();
    const parts = { outgoing, pump, snapshots, time, takeCondition, schedule, close };
    this.#dialogue = new Dialogue({ ...settings, ...parts, owner: around.owner });
  }

  /** Bytes that were written and that the network has not taken yet. */
  get queuedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** Greets, and subscribes to what the address asked for. */
  open(asked: ReadFrame | undefined): void {
    const { log, heartbeatMs, simulated } = this.#settings;
    const { epoch } = log;
    const oldest = log.oldest();
    const seq = log.head();
    this.#outgoing.send({ type: "welcome", epoch, seq, oldest, heartbeatMs, simulated: [...simulated] });
    if (asked !== undefined) this.#dialogue.take(asked);
    this.#beatLater();
  }

  onMessage(text: string): void {
    if (this.#closing !== undefined) return;
    // One frame is read in each turn of a busy process: the pongs of a reader who asks much stand behind its questions.
    this.#pongs.alive();
    this.#dialogue.hear(text);
  }

  onBinary(): void {
    this.close("bad-frame");
  }

  onTooLong(): void {
    this.close("bad-frame");
  }

  onPing(payload: Buffer): void {
    if (this.#closing === undefined) this.#outgoing.pong(payload);
  }

  onPong(payload: string): void {
    if (this.#pongs.pong(payload)) this.#slow.progressed();
  }

  onDrain(): void {
    this.#slow.progressed();
    this.#pongs.alive();
    this.#outgoing.drained();
    this.#around.schedule(this);
  }

  onBroken(): void {
    if (this.#closing === undefined) this.#leave("left");
  }

  onGone(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#stop();
    const reason = this.#closing ?? "left";
    this.#closing = reason;
    this.#around.gone(this, reason);
  }

  /**
   * Answers what waits, and sends what fits now. True: call again.
   * @param hasTime whether there is time left in this turn
   */
  turn(hasTime: () => boolean): boolean {
    const isMore = this.#send(hasTime);
    if (this.#closing !== undefined) return false;
    const seq = this.#position();
    const waits = this.#socket.turned?.(seq, seq >= this.#around.reader.head) ?? false;
    return (isMore || waits) && this.#closing === undefined;
  }

  #send(hasTime: () => boolean): boolean {
    const turn = this.#turn;
    turn.begin(hasTime);
    while (this.#closing === undefined && this.#dialogue.waits) {
      if (!turn.mayAsk()) return this.#time.waitIfUsedUp();
      this.#dialogue.next();
    }
    if (this.#closing !== undefined) return false;
    // Each goes first in turn, so that neither keeps the socket full.
    this.#flows.reverse();
    const [first, second] = this.#flows.map((flow) => flow.turn(turn));
    return (first === true || second === true) && this.#time.waitIfUsedUp();
  }

  /**
   * What is new cannot be offered, since entries are missing before it.
   * @param head the seq up to which entries were offered
   */
  missed(head: number): void {
    this.#pump.missed(head);
  }

  /** Called every second. */
  look(): void {
    if (this.#closing === undefined && this.#slow.look(this.#socket.bufferedAmount)) this.close("too-slow");
  }

  close(reason: ClosingReason): void {
    if (this.#closing !== undefined) return;
    const { code, retryAfterMs } = closings[reason];
    this.#outgoing.send({ type: "bye", reason, retryAfterMs });
    this.#socket.close(code, reason);
    this.#leave(reason);
  }

  /**
   * Ends an answer that is whole; its last frame says up to where that is.
   * @param most the last seq that it may say
   */
  finish(most: number): void {
    if (this.#closing !== undefined) return;
    this.#sayPosition(most);
    this.#socket.close(wholeCode, "");
    this.#leave("answered");
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Everything that matches up to and including this seq has been sent. */
  #position(): number {
    return Math.min(this.#pump.position(), this.#snapshots.position());
  }

  #leave(reason: Leaving): void {
    this.#closing = reason;
    this.#stop();
    this.#cancelTimer = this.#settings.clock.after(limits.closeGraceMs, () => this.terminate());
  }

  #stop(): void {
    this.#time.stop();
    this.#dialogue.leave();
    this.#cancelTimer();
    this.#pump.stop();
  }

  #beatLater(): void {
    this.#cancelTimer = this.#settings.clock.after(this.#settings.heartbeatMs, () =>
      this.#beatUnlessSilent(),
    );
  }

  #beatUnlessSilent(): void {
    if (!this.#pongs.heartbeat()) {
      this.#beat();
      return;
    }
    // Behind the pongs that have come: writes may have held the process for longer than a heartbeat, again and again.
    this.#settings.defer(() => {
      if (this.#closing !== undefined) return;
      if (this.#pongs.isSilent) this.close("no-pong");
      else this.#beat();
    });
  }

  #sayPosition(most = Number.POSITIVE_INFINITY): void {
    const seq = Math.min(most, this.#position());
    this.#outgoing.send({ type: "heartbeat", seq, sources: this.#settings.sources() });
  }

  #beat(): void {
    this.#sayPosition();
    this.#outgoing.mark();
    this.#beatLater();
  }
}
