/** The frames of one client, answered in their order: its subscriptions come and go by them. */
import type { LogReader } from "../../../model/event.ts";
import {
  type ClientFrame,
  type FrameError,
  type ReadFrame,
  readFrame,
  type SubscribeFrame,
} from "../frames/client-frames.ts";
import type { ClosingReason } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { ConditionTime, Outgoing } from "./allowance.ts";
import type { Pump } from "./pump.ts";
import { boundsOf, createSubscription, resume, type Types } from "./subscription.ts";

export interface DialogueParts extends Types {
  readonly log: LogReader;
  readonly outgoing: Outgoing;
  readonly pump: Pump;
  readonly time: ConditionTime;
  /** Asks for a call of `work` soon. */
  schedule(): void;
  close(reason: ClosingReason): void;
}

export class Dialogue {
  readonly #parts: DialogueParts;
  readonly #ids = new Set<string>();
  readonly #inbox = new Inbox();

  constructor(parts: DialogueParts) {
    this.#parts = parts;
  }

  /** Whether frames wait for a call of `next`. */
  get waits(): boolean {
    return !this.#inbox.isEmpty;
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
    const { outgoing, pump } = this.#parts;
    if (frame.type === "ping") outgoing.answer({ type: "pong" });
    else if (frame.type === "subscribe") this.#subscribe(frame);
    else if (this.#ids.delete(frame.id)) pump.remove(frame.id);
    else this.#refuse({ code: "unknown-id", message: "there is no subscription with this id", id: frame.id });
  }

  #subscribe(frame: SubscribeFrame): void {
    const { log, outgoing, pump, time } = this.#parts;
    const made = time.prepare(() => this.#tooMany(frame.id) ?? createSubscription(frame, this.#parts));
    if (!made.ok) {
      this.#refuse(made.error);
      return;
    }
    const start = resume(frame, boundsOf(log));
    outgoing.answer({ type: "subscribed", id: frame.id, ...start });
    this.#ids.add(frame.id);
    pump.add(made.subscription, start.since);
    this.#parts.schedule();
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

/** A condition takes time to compile. */
function takesTime(read: ReadFrame): boolean {
  return read.kind === "frame" && read.frame.type === "subscribe" && read.frame.where !== undefined;
}

/**
 * Frames of one client that wait for a turn, since reading or answering them takes time, or since they came behind
 * such.
 */
class Inbox {
  readonly #frames: { readonly read: () => ReadFrame; readonly chars: number }[] = [];
  #chars = 0;

  /** Characters that wait. */
  get chars(): number {
    return this.#chars;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0;
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
