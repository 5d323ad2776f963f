/** The frames of one client, answered in their order: its subscriptions come and go by them. */
import type { LogReader } from "../../../model/event.ts";
import { StoreError } from "../../../model/store-faults.ts";
import {
  type AckFrame,
  type ClientFrame,
  type FrameError,
  type ReadFrame,
  readFrame,
  type SubscribeFrame,
} from "../frames/client-frames.ts";
import type { ClosingReason } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Outgoing } from "./allowance.ts";
import type { ConditionTime, TakeCondition } from "./conditions.ts";
import type { ConsumerHold } from "./consumer-hold.ts";
import type { ConsumerRefusal, Consumers } from "./consumers.ts";
import type { Pump } from "./pump.ts";
import type { Snapshots } from "./snapshots.ts";
import {
  boundsOf,
  consumerStart,
  createSubscription,
  type Resumption,
  resume,
  type Subscription,
  type Types,
} from "./subscription.ts";

export interface DialogueParts extends Types {
  readonly log: LogReader;
  readonly outgoing: Outgoing;
  readonly pump: Pump;
  readonly snapshots: Snapshots;
  readonly consumers: Consumers;
  /** Who has the consumers that are asked for here. */
  readonly owner: string;
  readonly time: ConditionTime;
  readonly takeCondition: TakeCondition;
  /** Asks for a turn of the connection soon, in which it calls `next`. */
  schedule(): void;
  close(reason: ClosingReason): void;
}

export class Dialogue {
  readonly #parts: DialogueParts;
  /** Subscriptions by id, those of a consumer with its hold. */
  readonly #ids = new Map<string, { readonly subscription: Subscription; readonly hold?: ConsumerHold }>();
  readonly #inbox = new Inbox();
  /** The frame that waited for the place of its consumer last. */
  #settled: SubscribeFrame | undefined;

  constructor(parts: DialogueParts) {
    this.#parts = parts;
  }

  /** Whether frames wait for a call of `next`. */
  get waits(): boolean {
    return this.#inbox.isReady;
  }

  /** Answers a frame at once, or keeps it where it takes time or comes behind one that does. */
  hear(text: string): void {
    if (this.#inbox.isEmpty && text.length <= limits.quickFrameChars) this.take(readFrame(text));
    else this.#keep(() => readFrame(text), text.length);
  }

  /** Takes a frame that was read already. */
  take(read: ReadFrame): void {
    if (this.#inbox.isEmpty && !takesTime(read)) this.#receive(read);
    else this.#keep(() => read, 0);
  }

  /** Answers the first frame that waits. */
  next(): void {
    const read = this.#inbox.next();
    if (read !== undefined) this.#receive(this.#parts.time.prepare(read));
  }

  /** Nothing is said any more; consumers are free for others. */
  leave(): void {
    for (const { subscription, hold } of this.#ids.values()) {
      subscription.release();
      hold?.release();
    }
  }

  #keep(read: () => ReadFrame, chars: number): void {
    this.#inbox.add(read, chars);
    if (this.#inbox.chars > limits.waitingChars) this.#parts.close("too-costly");
    else this.#parts.schedule();
  }

  #receive(read: ReadFrame): void {
    if (read.kind === "violation") this.#parts.close("bad-frame");
    else if (read.kind === "error") this.#refuse(read.error);
    else this.#handle(read.frame);
  }

  #handle(frame: ClientFrame): void {
    if (frame.type === "ping") this.#parts.outgoing.answer({ type: "pong" });
    else if (frame.type === "subscribe") this.#subscribe(frame);
    else if (!this.#ids.has(frame.id))
      this.#refuse({ code: "unknown-id", message: "there is no subscription with this id", id: frame.id });
    else if (frame.type === "ack") this.#ack(frame);
    else this.#remove(frame.id);
  }

  #subscribe(frame: SubscribeFrame): void {
    if (this.#settles(frame)) return;
    const { log, time } = this.#parts;
    const made = time.prepare(() => this.#tooMany(frame.id) ?? createSubscription(frame, this.#parts));
    if (!made.ok) {
      this.#refuse(made.error);
      return;
    }
    if (frame.consumer !== undefined) {
      this.#consume(frame, frame.consumer, made.subscription);
      return;
    }
    this.#ids.set(frame.id, { subscription: made.subscription });
    this.#begin(frame, made.subscription, resume(frame, boundsOf(log)));
  }

  /**
   * Whether it comes again, first of those that wait: the place of its consumer may be newer elsewhere, and a client that
   * comes from another machine may have had more than the log has here.
   */
  #settles(frame: SubscribeFrame): boolean {
    const { consumers, schedule, close, log } = this.#parts;
    const { consumer, since, epoch = log.epoch } = frame;
    const isBeyond = typeof since === "number" && since > log.head() && epoch === log.epoch;
    if ((consumer === undefined && !isBeyond) || frame === this.#settled) return false;
    const settled = consumers.settled();
    if (settled === undefined) return false;
    this.#inbox.hold();
    const goOn = () => {
      this.#settled = frame;
      this.#inbox.goOn(() => ({ kind: "frame", frame }));
      // In a turn of its own: after an outage many come at once.
      schedule();
    };
    settled.then(goOn, (error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      close("unsettled");
    });
    return true;
  }

  /** Begins once the place of the consumer is on disk: else a crash would lose what came after it. */
  #consume(frame: SubscribeFrame, consumer: string, subscription: Subscription): void {
    const { log, consumers, owner, outgoing, close } = this.#parts;
    const { id } = frame;
    const hold = consumers.take(consumer, owner, (reason) => {
      this.#remove(id);
      if (reason === "unsettled") close(reason);
      else outgoing.answer({ type: "ended", id, reason });
    });
    if (typeof hold === "string") {
      this.#refuse({ code: hold, message: refusedConsumer[hold], id });
      subscription.release();
      return;
    }
    this.#ids.set(id, { subscription, hold });
    const { start, place } = consumerStart(frame, hold.place, boundsOf(log));
    hold.begin(place, () => this.#begin(frame, subscription, start, hold));
  }

  #begin(
    { since, id }: SubscribeFrame,
    subscription: Subscription,
    start: Resumption,
    hold?: ConsumerHold,
  ): void {
    const { log, outgoing, pump, snapshots, schedule } = this.#parts;
    outgoing.answer({ type: "subscribed", id, ...start });
    if (since !== "snapshot") pump.add(subscription, start.since);
    else
      snapshots.add(subscription, start.since, (lacking) => {
        const seq = start.since;
        outgoing.send({ type: "live", id, seq, ...(lacking.length > 0 && { lacking: [...lacking] }) });
        pump.add(subscription, seq);
        // Only now it has what the snapshot told.
        hold?.keep({ epoch: log.epoch, seq }, () => {});
        schedule();
      });
    schedule();
  }

  #remove(id: string): void {
    const { pump, snapshots } = this.#parts;
    const { subscription, hold } = this.#ids.get(id) ?? {};
    subscription?.release();
    hold?.release();
    this.#ids.delete(id);
    pump.remove(id);
    snapshots.remove(id);
  }

  #ack({ id, seq }: AckFrame): void {
    const { log, outgoing, pump } = this.#parts;
    const { hold } = this.#ids.get(id) ?? {};
    const sent = pump.placeOf(id) ?? -1;
    if (hold !== undefined && seq <= sent) {
      hold.ack(log.epoch, seq, (kept) => outgoing.answer({ type: "acked", id, seq: kept }));
      return;
    }
    const message =
      hold === undefined ? "this subscription has no consumer" : `seq: ${seq} is more than was sent`;
    this.#refuse({ code: "invalid-frame", message, id });
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
    this.#parts.outgoing.answer({ type: "error", ...error });
  }
}

const refusedConsumer: Readonly<Record<ConsumerRefusal, string>> = {
  "too-many-consumers": `the places of ${limits.consumers} consumers are kept, at most ${limits.consumersPerOwner} of one token or address, and this one is not among them`,
  "foreign-consumer":
    "this consumer belongs to another token, or you showed none: a session has no consumers",
};

/** A condition takes time to compile. */
function takesTime(read: ReadFrame): boolean {
  return read.kind === "frame" && read.frame.type === "subscribe" && read.frame.where !== undefined;
}

/**
 * Frames of one client that wait for a turn, since reading or answering them takes time, or since they came behind
 * such. While it is held, none has a turn.
 */
class Inbox {
  readonly #frames: { readonly read: () => ReadFrame; readonly chars: number }[] = [];
  #chars = 0;
  #isHeld = false;

  /** Characters that wait. */
  get chars(): number {
    return this.#chars;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0 && !this.#isHeld;
  }

  get isReady(): boolean {
    return this.#frames.length > 0 && !this.#isHeld;
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** Ends that; `read` has the first turn. */
  goOn(read: () => ReadFrame): void {
    this.#isHeld = false;
    this.#frames.unshift({ read, chars: 0 });
  }

  add(read: () => ReadFrame, chars: number): void {
    this.#frames.push({ read, chars });
    this.#chars += chars;
  }

  next(): (() => ReadFrame) | undefined {
    const first = this.#frames.shift();
    this.#chars -= first?.chars ?? 0;
    return first?.read;
  }
}
