/** Frames of one client that wait for a turn, since reading or answering them takes time, or since they came behind such. */
import type { ReadFrame } from "./parse-frame.ts";

export class Inbox {
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
