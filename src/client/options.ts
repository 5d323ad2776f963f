/**
 * The feed client's side for a program: its options, its reports, and the frames of the feed (docs/feed.md).
 */
import type { Clock } from "../lib/clock.ts";
import type { WebSocketConstructor } from "./attempt.ts";

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
  /** The last seq that is known, "start", or chosen from the welcome; left out: only what is new. */
  readonly since?: number | "start" | ((welcome: Welcome) => number);
  /** Epoch of `since`. */
  readonly epoch?: string;
  /** Default: the platform's. */
  readonly WebSocket?: WebSocketConstructor;
  readonly clock?: Clock;
  /** 0 to below 1. */
  readonly random?: () => number;
  /**
   * Each matching entry once, in order. Not awaited. When it throws, the entry was not handled: the client
   * connects again and gives it again.
   */
  onEvent(entry: FeedEntry): void;
  /** Entries are lost. Throwing here or in the calls below ends up where the WebSocket's listeners throw to. */
  onGap?(gap: FeedGap): void;
  onState?(state: FeedState): void;
  onHeartbeat?(heartbeat: Heartbeat): void;
  onError?(error: FeedError): void;
}

export interface FeedClient {
  /** The last entry that was handled, or skipped as not matching; undefined before the first answer. */
  place(): FeedPlace | undefined;
  /** Ends it for good. */
  close(): void;
}

/** A CloudEvents 1.0 object. */
export interface FeedEvent {
  readonly specversion: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly published?: string;
  readonly occurred?: string;
  readonly data: {
    readonly now: Readonly<Record<string, unknown>>;
    readonly was?: Readonly<Record<string, unknown>>;
    readonly changed?: readonly string[];
  };
}

export interface Welcome {
  readonly type: "welcome";
  readonly epoch: string;
  readonly seq: number;
  readonly oldest: number;
  readonly heartbeatMs: number;
  readonly simulated: readonly string[];
}

export interface Subscribed {
  readonly type: "subscribed";
  readonly id: string;
  readonly since: number;
  readonly recovered: boolean;
  readonly gap?: { readonly from: number; readonly to: number };
}

export interface Heartbeat {
  readonly type: "heartbeat";
  readonly seq: number;
  readonly sources: Readonly<Record<string, unknown>>;
}

export type FeedFrame =
  | Welcome
  | Subscribed
  | Heartbeat
  | { readonly type: "event"; readonly id: string; readonly seq: number; readonly event: FeedEvent }
  | { readonly type: "error"; readonly id?: string; readonly code: string; readonly message: string }
  | { readonly type: "bye"; readonly reason: string; readonly retryAfterMs: number }
  | { readonly type: "pong" };

/** Reads the frame in a message; undefined for an unknown one, which a newer feed may send. */
export function readFeedFrame(data: unknown): FeedFrame | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(data);
    const isFrame = typeof value === "object" && value !== null && "type" in value;
    return isFrame ? (value as FeedFrame) : undefined;
  } catch {
    return undefined;
  }
}
