/**
 * Tells a reader that does not read from one that is only far behind. It counts looks, not time on a
 * clock: between two looks the event loop has turned, so a busy process blames no socket.
 */
export interface SlowLimits {
  readonly queueBytes: number;
  readonly stallMs: number;
  readonly sweepMs: number;
}

export class SlowWatch {
  readonly #limits: SlowLimits;
  #progressed = true;
  #stalledLooks = 0;
  #committedBytes = 0;

  constructor(limits: SlowLimits) {
    this.#limits = limits;
  }

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
    if (this.#stalledLooks * this.#limits.sweepMs >= this.#limits.stallMs) return true;
    return bufferedAmount + this.#committedBytes > this.#limits.queueBytes;
  }
}
