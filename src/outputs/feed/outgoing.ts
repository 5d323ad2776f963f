/** Everything that is written to one subscriber, with the pings between that show how far it has read. */
import type { FeedSocket } from "./feed-socket.ts";
import { limits } from "./limits.ts";
import type { PongWatch } from "./pong-watch.ts";
import type { ServerFrame } from "./server-frames.ts";
import { textFrame } from "./wire.ts";

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
    if (this.#unmarkedBytes >= limits.markerBytes) this.mark();
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
    if (this.#socket.bufferedAmount === 0) this.#answerBytes = 0;
    else this.#answerBytes += bytes;
    if (this.#answerBytes > limits.queueBytes) this.#flooded();
  }
}
