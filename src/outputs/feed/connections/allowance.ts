/** The allowance of one subscriber: how much may wait for it to be read, and whether it reads at all. */
import type { ServerFrame } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import { textFrame } from "./entries.ts";
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
    this.#wrote(bytes);
  }

  /** Writes events at once, where the socket is free. Gives whether it did. */
  eventsNow(bytes: Buffer): boolean {
    const isWritten = this.#socket.writeNow(bytes);
    if (isWritten) this.#wrote(bytes.length);
    return isWritten;
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

  #wrote(bytes: number): void {
    this.#unmarkedBytes += bytes;
    // Each costs as much as many events, so one who has read all pings is asked less often.
    const { markerBytes, firstMarkerBytes } = limits;
    if (this.#unmarkedBytes >= (this.#pongs.areAwaited ? markerBytes : firstMarkerBytes)) this.mark();
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
  #alive = true;
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
    this.#alive = true;
    return true;
  }

  /** Another sign of life: a full socket took more, or a question came. */
  alive(): void {
    this.#alive = true;
  }

  /** Whether nothing came since the last heartbeat. */
  get isSilent(): boolean {
    return !this.#alive;
  }

  /** Called at each heartbeat, before its ping. True: two in a row passed without a sign of life. */
  heartbeat(): boolean {
    this.#silentHeartbeats = this.#alive ? 0 : this.#silentHeartbeats + 1;
    this.#alive = false;
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
