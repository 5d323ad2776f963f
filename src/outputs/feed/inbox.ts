/** Frames of one client that wait for a turn: a condition takes time to compile, and what came after it comes after it. */
import type { ReadFrame } from "./parse-frame.ts";

export class Inbox {
  readonly #frames: { readonly read: ReadFrame; readonly bytes: number }[] = [];
  #bytes = 0;

  /** Bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** Keeps a frame where it has to wait; false: it can be answered at once. */
  keeps(read: ReadFrame, bytes: number): boolean {
    if (this.isEmpty && !takesTime(read)) return false;
    this.#frames.push({ read, bytes });
    this.#bytes += bytes;
    return true;
  }

  next(): ReadFrame | undefined {
    const first = this.#frames.shift();
    this.#bytes -= first?.bytes ?? 0;
    return first?.read;
  }
}

function takesTime(read: ReadFrame): boolean {
  return read.kind === "frame" && read.frame.type === "subscribe" && read.frame.where !== undefined;
}
