/** What is measured of the feed: subscribers, what waits for them, how they leave, and who shows a wrong token. */
import { createTally, type Measure } from "../../lib/measure.ts";
import { type ClosingReason, closings } from "./frames/server-frames.ts";

export interface FeedMeasures {
  /** @param feed as it runs */
  of(feed: { connections(): number; queuedBytes(): number }): Measure[];
  closed(reason: ClosingReason | "left"): void;
  wrongToken(): void;
}

export function createFeedMeasures(): FeedMeasures {
  const reasons = Object.entries(closings).map(([reason, { code }]) => [String(code), reason]);
  // A code that a client closes with is its own word.
  const left = ["none", "left"];
  const closed = createTally(
    {
      name: "yagura_feed_closings_total",
      help: "Connections of the feed that ended, by close code and reason; left: the client closed it, or it broke.",
      labels: ["code", "reason"],
    },
    [...reasons, left],
  );
  const wrongTokens = createTally(
    {
      name: "yagura_wrong_tokens_total",
      help: "Wrong tokens shown to the feed and its calls; the log names their addresses.",
      labels: [],
    },
    [[]],
  );
  return {
    of: (feed) => [
      {
        name: "yagura_feed_connections",
        help: "Subscribers connected to the feed.",
        kind: "gauge",
        read: feed.connections,
      },
      {
        name: "yagura_feed_queued_bytes",
        help: "Bytes that were written to subscribers and that the network has not taken yet.",
        kind: "gauge",
        read: feed.queuedBytes,
      },
      closed,
      wrongTokens,
    ],
    closed: (reason) => closed.count(reason === "left" ? left : [String(closings[reason].code), reason]),
    wrongToken: () => wrongTokens.count([]),
  };
}
