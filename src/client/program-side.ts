/** What the program is given, in the order in which it came, and how far it has got. */
import { EntryStream, FeedClosedError } from "./entry-stream.ts";
import type { FeedEpisode, FeedFrame, FeedItem, Heartbeat, LiveFrame } from "./frames.ts";
import { OpenEpisodes } from "./open-episodes.ts";
import type { FeedClientOptions, FeedPlace } from "./options.ts";

/** A frame for the program, or a turn of its subscription. */
export type ProgramDelivery =
  | { readonly type: "snapshot" }
  /** The subscription begins after this place, or goes on there behind a gap. */
  | { readonly type: "begin"; readonly since: FeedPlace; readonly gap?: { from: number; to: number } }
  | FeedEpisode
  | FeedItem
  | (LiveFrame & { readonly epoch: string })
  | (FeedFrame & { readonly type: "event" })
  | Heartbeat;

export interface ProgramSideHooks {
  /** The place moved: everything up to it is handled. */
  handled(place: FeedPlace): void;
  /** An entry was handled: the connection proved useful. */
  useful(): void;
  failed(error: unknown): void;
  /** Nothing waits for the program any more. */
  empty(): void;
  /** Ends the client, since whoever took the entries left. */
  close(): void;
}

export class ProgramSide {
  /** The last entry that was handled; undefined before the first answer and while a snapshot comes. */
  place: FeedPlace | undefined;
  /** The last entry that the program was given. */
  given: FeedPlace | undefined;
  readonly episodes = new OpenEpisodes();
  readonly stream: EntryStream;
  readonly #options: FeedClientOptions;
  readonly #hooks: ProgramSideHooks;
  readonly #deliveries: Deliveries<ProgramDelivery>;

  constructor(options: FeedClientOptions, hooks: ProgramSideHooks) {
    this.#options = options;
    this.#hooks = hooks;
    this.stream = new EntryStream(hooks.close);
    this.#deliveries = new Deliveries({
      give: (delivery) => this.#give(delivery),
      onFailed: hooks.failed,
      onEmpty: hooks.empty,
    });
  }

  get waiting(): number {
    return this.#deliveries.waiting;
  }

  add(delivery: ProgramDelivery): void {
    this.#deliveries.add(delivery);
  }

  /** The client is closed; `refused` says why, where it was not by the program. */
  end(refused: { readonly reason: string; readonly status: number | undefined } | undefined): void {
    this.#deliveries.clear();
    this.stream.end(refused && new FeedClosedError(refused.reason, refused.status));
  }

  #give(delivery: ProgramDelivery): unknown {
    switch (delivery.type) {
      case "snapshot":
        this.place = undefined;
        this.episodes.begin();
        return this.#options.onSnapshot?.();
      case "begin": {
        const { since, gap } = delivery;
        const told = gap && this.#options.onGap?.({ epoch: since.epoch, ...gap });
        return after(told, () => this.#moveTo(since));
      }
      case "episode":
        this.episodes.add(delivery);
        return this.#options.onEpisode?.(delivery);
      case "item":
        return this.#options.onItem?.(delivery);
      case "live": {
        const { type: _, ...live } = delivery;
        this.episodes.live();
        return after(this.#options.onLive?.(live), () => this.#moveTo({ epoch: live.epoch, seq: live.seq }));
      }
      case "event":
        return this.#event(delivery);
      case "heartbeat":
        if (this.place !== undefined) this.#moveTo({ ...this.place, seq: delivery.seq });
        return undefined;
    }
  }

  #event({ seq, event }: FeedFrame & { type: "event" }): unknown {
    if (this.place === undefined) return undefined;
    const { epoch } = this.place;
    const entry = { epoch, seq, event };
    this.given = { epoch, seq };
    this.episodes.hear(seq, event);
    const options = this.#options;
    const handled = options.onEvent === undefined ? this.stream.offer(entry) : options.onEvent(entry);
    return after(handled, () => {
      this.#moveTo({ epoch, seq });
      this.#hooks.useful();
    });
  }

  /** Never back within an epoch. */
  #moveTo(place: FeedPlace): void {
    if (this.place?.epoch === place.epoch && place.seq < this.place.seq) return;
    this.place = place;
    this.#hooks.handled(place);
  }
}

/** Goes on at once, or when the promise that a handler answered is fulfilled. */
function after(handled: unknown, next: () => void): unknown {
  if (isPromise(handled)) return handled.then(next);
  return next();
}

// What came for the program, given to it one after another: the next when it is done with the one before.

interface DeliveriesOptions<Frame> {
  /** Gives one to the program; a promise that it answers is waited for. */
  give(frame: Frame): unknown;
  /** Giving threw or rejected; what waits was forgotten. */
  onFailed(error: unknown): void;
  /** The last one that waited was handled. */
  onEmpty(): void;
}

class Deliveries<Frame> {
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

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
