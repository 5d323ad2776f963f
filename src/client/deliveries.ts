/** What came for the program, given to it one after another: the next when it is done with the one before. */

export interface DeliveriesOptions<Frame> {
  /** Gives one to the program; a promise that it answers is waited for. */
  give(frame: Frame): unknown;
  /** Giving threw or rejected; what waits was forgotten. */
  onFailed(error: unknown): void;
  /** The last one that waited was handled. */
  onEmpty(): void;
}

export class Deliveries<Frame> {
  readonly #options: DeliveriesOptions<Frame>;
  #frames: Frame[] = [];
  #busy = false;

  constructor(options: DeliveriesOptions<Frame>) {
    this.#options = options;
  }

  /** Those that wait, without the one that the program has. */
  get waiting(): number {
    return this.#frames.length;
  }

  /** Whether the program has one, or one waits. */
  get pending(): boolean {
    return this.#busy || this.#frames.length > 0;
  }

  add(frame: Frame): void {
    this.#frames.push(frame);
    this.#run();
  }

  clear(): void {
    this.#frames = [];
  }

  #run(): void {
    while (!this.#busy) {
      const frame = this.#frames.shift();
      if (frame === undefined) return;
      this.#give(frame);
      if (!this.pending) this.#options.onEmpty();
    }
  }

  /** A call of the program may add or clear: until it is done, nothing else is given. */
  #give(frame: Frame): void {
    this.#busy = true;
    try {
      const given = this.#options.give(frame);
      if (isPromise(given))
        given.then(
          () => this.#done(),
          (error: unknown) => this.#fail(error),
        );
      else this.#busy = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  #done(): void {
    this.#busy = false;
    if (this.pending) this.#run();
    else this.#options.onEmpty();
  }

  #fail(error: unknown): void {
    this.#frames = [];
    this.#busy = false;
    this.#options.onFailed(error);
  }
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
