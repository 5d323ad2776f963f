/** What of a consumer was handled, said to the feed: one ack at a time, each for all until then. */
import type { FeedPlace } from "./options.ts";

export class Acks {
  readonly #send: (seq: number) => void;
  #handled = 0;
  #epoch: string | undefined;
  /** The place that the feed has, or was told of on this connection; undefined where it cannot be told. */
  #said: number | undefined;
  /** The last seq that came on this connection: the feed takes no ack beyond what it has sent. */
  #heard = 0;
  #isAnswered = true;

  constructor(send: (seq: number) => void) {
    this.#send = send;
  }

  /**
   * A subscription begins. In another epoch numbers begin anew.
   * @param place the one that the feed has
   * @param since the entry after which it sends
   */
  begin({ epoch, seq }: FeedPlace, since: number): void {
    if (epoch !== this.#epoch) this.#handled = 0;
    this.#epoch = epoch;
    this.#said = seq;
    this.#heard = since;
    this.#isAnswered = true;
    this.#tell();
  }

  /** The connection is gone. */
  end(): void {
    this.#said = undefined;
  }

  /** A frame with this seq came; what was handled before may be on its way once more. */
  heard(seq: number): void {
    this.#heard = Math.max(this.#heard, seq);
    this.#tell();
  }

  handled({ epoch, seq }: FeedPlace): void {
    if (epoch !== this.#epoch) return;
    this.#handled = Math.max(this.#handled, seq);
    this.#tell();
  }

  /** The feed's answer. */
  acked(): void {
    this.#isAnswered = true;
    this.#tell();
  }

  #tell(): void {
    const seq = Math.min(this.#handled, this.#heard);
    if (!this.#isAnswered || this.#said === undefined || seq <= this.#said) return;
    this.#said = seq;
    this.#isAnswered = false;
    this.#send(seq);
  }
}
