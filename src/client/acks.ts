/** What of a consumer was handled, said to the feed: one ack at a time, each for all until then. */
import type { FeedPlace } from "./options.ts";

export class Acks {
  readonly #send: (seq: number) => void;
  #handled = 0;
  #epoch: string | undefined;
  /** The place that the feed has, or was told of on this connection; undefined where it cannot be told. */
  #said: number | undefined;
  #isAnswered = true;

  constructor(send: (seq: number) => void) {
    this.#send = send;
  }

  /** A subscription begins after this place. In another epoch numbers begin anew. */
  begin({ epoch, seq }: FeedPlace): void {
    if (epoch !== this.#epoch) this.#handled = 0;
    this.#epoch = epoch;
    this.#said = seq;
    this.#isAnswered = true;
    this.#tell();
  }

  /** The connection is gone. */
  end(): void {
    this.#said = undefined;
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
    if (!this.#isAnswered || this.#said === undefined || this.#handled <= this.#said) return;
    this.#said = this.#handled;
    this.#isAnswered = false;
    this.#send(this.#handled);
  }
}
