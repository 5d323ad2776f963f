/** The frames that the feed sends (docs/feed.md), as the client reads them. */

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

/** An open alert of a snapshot. */
export interface FeedEpisode {
  readonly type: "episode";
  /** Number of its latest `alert.fired`, which `event` is. */
  readonly seq: number;
  /** Id of its first alert, by which calls and events name it. */
  readonly alert: string;
  readonly rule: string;
  readonly key: string;
  readonly severity: "info" | "warning" | "critical";
  readonly subject: string;
  readonly state: "firing" | "acknowledged" | "silenced";
  /** When it first fired, ISO. */
  readonly since: string;
  /** How often it fired so far. */
  readonly times: number;
  /** Absent where the log does not keep it any more. */
  readonly event?: FeedEvent;
}

/** An item of a source as it stands, of a snapshot. */
export interface FeedItem {
  readonly type: "item";
  readonly source: string;
  /** Names it within its source. */
  readonly key: string;
  readonly subject: string;
  readonly occurred?: string;
  readonly published?: string;
  readonly now: Readonly<Record<string, unknown>>;
}

export interface LiveFrame {
  readonly type: "live";
  readonly seq: number;
  /** What could not be read as a whole, since it is damaged: `alerts`, or sources. */
  readonly lacking?: readonly string[];
}

export type FeedFrame =
  | Welcome
  | Subscribed
  | Heartbeat
  | FeedEpisode
  | FeedItem
  | LiveFrame
  | { readonly type: "event"; readonly id: string; readonly seq: number; readonly event: FeedEvent }
  | { readonly type: "acked"; readonly id: string; readonly seq: number }
  | { readonly type: "ended"; readonly id: string; readonly reason: string }
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
