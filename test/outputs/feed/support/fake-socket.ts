/** A socket without a network: it decodes what is written, and takes it at once or not at all. */
import type { FeedSocket, SocketEvents } from "../../../../src/outputs/feed/connections/socket.ts";
import { decodeTextFrames } from "./decode-frames.ts";

// biome-ignore lint/suspicious/noExplicitAny: frames are looked into freely by tests
export type AnyFrame = any;

export class FakeSocket implements FeedSocket {
  /** Everything written, decoded. */
  readonly frames: AnyFrame[] = [];
  readonly pings: string[] = [];
  closed: { code: number; reason: string } | undefined;
  terminated = false;
  bufferedAmount = 0;
  mostBuffered = 0;
  writes = 0;
  /** The reader has stopped: what is written stays queued. */
  stuck = false;
  events: SocketEvents | undefined;

  write(frames: readonly Buffer[]): void {
    if (this.closed !== undefined) throw new Error("written after close");
    this.writes += 1;
    for (const text of decodeTextFrames(Buffer.concat(frames))) this.frames.push(JSON.parse(text));
    this.#queue(frames.reduce((sum, frame) => sum + frame.length, 0));
  }

  writeNow(bytes: Buffer): boolean {
    if (this.bufferedAmount > 0 || this.closed !== undefined) return false;
    this.write([bytes]);
    return true;
  }

  ping(marker: string): void {
    this.pings.push(marker);
    this.#queue(2 + marker.length);
  }

  pong(payload: Buffer): void {
    this.#queue(2 + payload.length);
  }

  close(code: number, reason: string): void {
    this.closed = { code, reason };
  }

  terminate(): void {
    this.terminated = true;
    this.events?.onGone();
  }

  /** Sends a frame as the client. */
  send(frame: object): void {
    this.events?.onMessage(JSON.stringify(frame));
  }

  /** The reader reads everything that was queued. */
  drain(): void {
    this.bufferedAmount = 0;
    this.events?.onDrain();
  }

  /** Answers the last ping. */
  pongBack(): void {
    this.events?.onPong(this.pings.at(-1) ?? "");
  }

  ofType(type: string): AnyFrame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  seqs(id: string): number[] {
    return this.ofType("event")
      .filter((frame) => frame.id === id)
      .map((frame) => frame.seq);
  }

  #queue(bytes: number): void {
    if (!this.stuck) return;
    this.bufferedAmount += bytes;
    this.mostBuffered = Math.max(this.mostBuffered, this.bufferedAmount);
  }
}
