/** Entries for a program that takes them by itself: in a loop, or as an observer. */
import type { FeedEntry, FeedObserver } from "./options.ts";

/** The feed refused the client, or another program took its consumer over. */
export class FeedClosedError extends Error {
  override readonly name = "FeedClosedError";
  /** The HTTP status that refused the handshake, where the WebSocket tells it. */
  readonly status: number | undefined;

  constructor(reason: string, status: number | undefined) {
    super(reason);
    this.status = status;
  }
}

/** An entry that the program has not asked for yet, or has not handled. */
interface Offer {
  readonly entry: FeedEntry;
  handled(): void;
}

/** A loop or an observer. */
interface Taker {
  take(offer: Offer): void;
  end(error: FeedClosedError | undefined): void;
}

export class EntryStream {
  readonly #close: () => void;
  #offer: Offer | undefined;
  #taker: Taker | undefined;
  #end: { readonly error: FeedClosedError | undefined } | undefined;

  /** @param close ends the client: whoever took the entries left */
  constructor(close: () => void) {
    this.#close = close;
  }

  /** Resolves when it was handled; rejects with what an observer threw. */
  offer(entry: FeedEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      const handled = () => {
        this.#offer = undefined;
        resolve();
      };
      this.#offer = { entry, handled };
      try {
        this.#taker?.take(this.#offer);
      } catch (error) {
        this.#offer = undefined;
        reject(error);
      }
    });
  }

  /** The client is closed; with an error, by the feed. */
  end(error: FeedClosedError | undefined): void {
    this.#end ??= { error };
    this.#taker?.end(error);
    this.#taker = undefined;
  }

  subscribe(observer: FeedObserver): { unsubscribe(): void } {
    this.#begin({
      take({ entry, handled }) {
        observer.next?.(entry);
        handled();
      },
      end: (error) => (error === undefined ? observer.complete?.() : observer.error?.(error)),
    });
    return {
      unsubscribe: () => {
        this.#taker = undefined;
        this.#close();
      },
    };
  }

  iterate(): AsyncIterator<FeedEntry> {
    let had: Offer | undefined;
    let offered: Offer | undefined;
    let wanted:
      | { resolve(result: IteratorResult<FeedEntry>): void; reject(error: unknown): void }
      | undefined;
    const give = () => {
      if (wanted === undefined || offered === undefined) return;
      had = offered;
      offered = undefined;
      wanted.resolve({ done: false, value: had.entry });
      wanted = undefined;
    };
    const over: IteratorResult<FeedEntry> = { done: true, value: undefined };
    this.#begin({
      take(offer) {
        offered = offer;
        give();
      },
      end(error) {
        if (error === undefined) wanted?.resolve(over);
        else wanted?.reject(error);
        wanted = undefined;
      },
    });
    return {
      next: () => {
        had?.handled();
        had = undefined;
        if (this.#end !== undefined) {
          const { error } = this.#end;
          return error === undefined ? Promise.resolve(over) : Promise.reject(error);
        }
        return new Promise((resolve, reject) => {
          wanted = { resolve, reject };
          give();
        });
      },
      return: () => {
        this.#close();
        return Promise.resolve(over);
      },
    };
  }

  #begin(taker: Taker): void {
    if (this.#taker !== undefined) throw new Error("somebody takes the entries of this client already");
    if (this.#end !== undefined) {
      taker.end(this.#end.error);
      return;
    }
    this.#taker = taker;
    if (this.#offer !== undefined) taker.take(this.#offer);
  }
}
