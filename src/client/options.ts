/** The feed client's side for a program: its options and its reports. */
import type { FeedEpisode, FeedEvent, FeedItem, Heartbeat, Welcome } from "./frames.ts";
import type { OpenEpisode } from "./open-episodes.ts";
import type { WebSocketConstructor } from "./platform-web-socket.ts";

/** A place on the log; keep it to go on from there after a restart. */
export interface FeedPlace {
  readonly epoch: string;
  readonly seq: number;
}

export interface FeedEntry extends FeedPlace {
  readonly event: FeedEvent;
}

/** Entries that cannot be had any more: `from` to `to`, inclusive, of this epoch. Empty where to is from - 1. */
export interface FeedGap {
  readonly epoch: string;
  readonly from: number;
  readonly to: number;
}

export type FeedState =
  | { readonly phase: "connecting" }
  /** Subscribed: entries come. */
  | { readonly phase: "live"; readonly welcome: Welcome }
  | { readonly phase: "waiting"; readonly retryInMs: number; readonly reason: string }
  /** As many entries as `mostWaiting` wait for the program; the client connects again when it has taken them. */
  | { readonly phase: "paused"; readonly waiting: number }
  /**
   * Over: `close` was called, or the feed refused the question; with `status`, the handshake (401 or 403), which
   * only some WebSockets tell.
   */
  | { readonly phase: "closed"; readonly reason: string; readonly status?: number };

export interface FeedError {
  /** Code of the feed's `error` frame, or `handler-failed`. */
  readonly code: string;
  readonly message: string;
}

export interface FeedClientOptions {
  /** Address, such as ws://127.0.0.1:8080/feed. */
  readonly url: string;
  readonly token?: string;
  readonly types?: readonly string[];
  readonly subjects?: readonly string[];
  /** A watchlist of the feed's settings: only entries about its stocks. */
  readonly watchlist?: string;
  readonly where?: string;
  /**
   * The last seq that is known, "start", "snapshot" for what stands now and then what is new, or chosen from the
   * welcome; left out: only what is new, or what comes after the consumer's place.
   */
  readonly since?: number | "start" | "snapshot" | ((welcome: Welcome) => number);
  /** Epoch of `since`. */
  readonly epoch?: string;
  /** Name under which the feed keeps this program's place. With `since` each start of the program begins there. */
  readonly consumer?: string;
  /** When the consumer's place moves: after an entry was handled (default), or where the program calls `ack`. */
  readonly acks?: "handled" | "program";
  /** Entries that may wait for the program before the client lets go of its connection; default 10,000. */
  readonly mostWaiting?: number;
  /** Default: the platform's, or in Node 20 that of the package ws. */
  readonly WebSocket?: WebSocketConstructor;
  /** Default: the machine's timers. Calls once after `ms`; the answer cancels it. */
  readonly clock?: { after(ms: number, call: () => void): () => void };
  /** 0 to below 1. */
  readonly random?: () => number;
  /**
   * Each matching entry once, in order. Left out, entries wait for whoever iterates over the client or subscribes to
   * it. When this or one of the next five throws or rejects, it was not handled: the client reports `handler-failed`,
   * connects again and gives it again. A promise that one of them answers is waited for.
   */
  onEvent?(entry: FeedEntry): unknown;
  /** A snapshot begins: forget what was known. It begins again where the connection is lost before `onLive`. */
  onSnapshot?(): unknown;
  onEpisode?(episode: FeedEpisode): unknown;
  onItem?(item: FeedItem): unknown;
  /** The snapshot is over; `lacking` names what is damaged: `alerts`, or sources. */
  onLive?(live: FeedPlace & { readonly lacking?: readonly string[] }): unknown;
  /** Entries are lost. With `since: "snapshot"` a new snapshot follows. */
  onGap?(gap: FeedGap): unknown;
  /** The consumer's place is on the feed's disk. */
  onAcked?(place: FeedPlace): void;
  /** Throwing here, in `onAcked` or below ends up where the WebSocket's listeners throw to. */
  onState?(state: FeedState): void;
  onHeartbeat?(heartbeat: Heartbeat): void;
  onError?(error: FeedError): void;
}

/**
 * The entries as `for await` and as what `rxjs.from` takes; one of them at a time, and only without `onEvent`. In a
 * loop an entry is handled when the next one is asked for. Leaving the loop or unsubscribing closes the client; where
 * the feed refuses it, the loop throws a FeedClosedError and the observer gets it.
 */
export interface FeedClient extends AsyncIterable<FeedEntry> {
  /** The last entry that was handled, or skipped as not matching; undefined before the first answer. */
  place(): FeedPlace | undefined;
  /**
   * Alerts that are open, oldest first; undefined before the first snapshot is whole. Needs `since: "snapshot"`.
   */
  openEpisodes(): readonly OpenEpisode[] | undefined;
  /** Moves the consumer's place to a seq that was given, with `acks: "program"`. Throws a RangeError for another. */
  ack(seq: number): void;
  subscribe(observer: FeedObserver): { unsubscribe(): void };
  /** The key that RxJS and others look for. */
  "@@observable"(): { subscribe(observer: FeedObserver): { unsubscribe(): void } };
  /** Ends it for good. */
  close(): void;
}

/** An entry is handled when `next` returns: nothing holds a slow observer's entries back. */
export interface FeedObserver {
  next?(entry: FeedEntry): void;
  error?(error: unknown): void;
  complete?(): void;
}
