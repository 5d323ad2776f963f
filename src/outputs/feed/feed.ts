/** The feed as an output: connections to the log, which come by an upgrade on the port of the monitor. */
import type { Clock } from "../../lib/clock.ts";
import { jsonAnswer, type Port, textAnswer } from "../../lib/http/port.ts";
import { createTally, type Measure } from "../../lib/measure.ts";
import type { ConsumerPlaces, LogReader } from "../../model/event.ts";
import type { Output, Present } from "../output.ts";
import type { CompileFilter } from "./connections/conditions.ts";
import { Consumers } from "./connections/consumers.ts";
import { Hub } from "./connections/hub.ts";
import type { Types } from "./connections/subscription.ts";
import { type ConnectionLimits, consumerRoutes, createVisitors, holdersOf } from "./connections/visitors.ts";
import { asyncApi } from "./frames/asyncapi.ts";
import { openApi } from "./frames/openapi.ts";
import { closings, type Leaving } from "./frames/server-frames.ts";
import { limits } from "./limits.ts";

/** The parts and settings that the feed needs from the program. */
export interface FeedOptions extends Types, ConnectionLimits {
  /** The port that it is a guest of. */
  readonly port: Port;
  readonly compileFilter: CompileFilter;
  readonly log: LogReader;
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** Names of the simulated upstreams. */
  readonly simulated: readonly string[];
  /** State of each source, by name. */
  sources(): Record<string, unknown>;
  /** What stands now. */
  readonly present: Present;
  /** The kept places of consumers. */
  readonly places: ConsumerPlaces;
  /** Called when the log up to `seq` is written to all who can take it; absent: nobody wants to know. */
  reached?(seq: number): void;
  /** Called when a connection is gone; absent: nobody wants to know. */
  closed?(reason: Leaving): void;
  /** Called where nobody else can be told. Must not throw. */
  failed(what: string, error: unknown): void;
}

export interface Feed extends Output {
  /** Subscribers that are connected now. */
  connections(): number;
  /** Bytes that were written to them and that the network has not taken yet. */
  queuedBytes(): number;
}

export function createFeed(options: FeedOptions): Feed {
  const { port, clock, failed, places, eventTypes, log } = options;
  const holders = holdersOf(port.tokens);
  const consumers = new Consumers({ places, clock, failed, holder: (owner) => holders.get(owner) });
  const hub = new Hub({
    ...options,
    clock: behindInput(clock),
    consumers,
    defer: (call) => setImmediate(call),
    sliceMs: limits.sliceMs,
  });
  port.welcome({
    open: [
      {
        path: "/feed",
        answer: () =>
          textAnswer(426, "The feed is a WebSocket.", { upgrade: "websocket", connection: "Upgrade" }),
      },
      {
        path: "/asyncapi.json",
        answer: ({ addresses }) => jsonAnswer(200, asyncApi(eventTypes, addresses())),
      },
      {
        path: "/openapi.json",
        answer: ({ addresses }) => jsonAnswer(200, openApi(eventTypes, addresses())),
      },
    ],
    routes: consumerRoutes(consumers, log),
    ...createVisitors(hub, options),
  });
  return {
    name: "feed",
    connections: () => hub.size,
    queuedBytes: () => hub.queuedBytes(),
    start: async () => hub.start(),
    wake: () => hub.wake(),
    /** Its sockets end with the port, which closes next. */
    async stop(deadlineMs) {
      // While acknowledgements can still be answered.
      const flushed = consumers.flush(deadlineMs);
      if (flushed !== undefined) await flushed;
      hub.close();
    },
  };
}

/** What is measured of the feed: subscribers, what waits for them, and how they leave. */
export function createFeedMeasures() {
  const reasons = Object.entries(closings).map(([reason, { code }]) => [String(code), reason]);
  // A code that a client closes with is its own word.
  const others = { left: ["none", "left"], answered: ["none", "answered"] };
  const closed = createTally(
    {
      name: "yagura_feed_closings_total",
      help: "Connections of the feed that ended, by close code and reason; left: the client closed it, or it broke; answered: a whole answer of /log.",
      labels: ["code", "reason"],
    },
    [...reasons, ...Object.values(others)],
  );
  return {
    /** @param feed as it runs */
    of: (feed: Feed): Measure[] => [
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
    ],
    closed: (reason: Leaving) =>
      closed.count(
        reason === "left" || reason === "answered" ? others[reason] : [String(closings[reason].code), reason],
      ),
  };
}

/**
 * A clock whose calls come behind what sockets have to read: where commits held the loop up, timers that are due come
 * one after the other, and a pong that arrived meanwhile was read by none of them.
 */
function behindInput(clock: Clock): Clock {
  return {
    ...clock,
    after(ms, call) {
      let isCancelled = false;
      const cancel = clock.after(ms, () => setImmediate(() => isCancelled || call()));
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
}
