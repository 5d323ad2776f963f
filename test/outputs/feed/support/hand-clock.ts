/** A clock that a test moves by hand. */
import type { Clock } from "../../../../src/lib/clock.ts";

export class HandClock implements Clock {
  #now = 0;
  #waiting: { at: number; call: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#waiting.push(timer);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== timer);
    };
  }

  /** Moves on, calling what falls due in order. */
  move(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#waiting.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#now = next.at;
      next.call();
    }
    this.#now = end;
  }

  get waiting(): number {
    return this.#waiting.length;
  }
}
