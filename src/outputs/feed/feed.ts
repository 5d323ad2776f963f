/** The feed as an output: one port that serves the WebSocket and the HTTP side. */
import type { Output } from "../output.ts";
import { ConnectionCounts } from "./connection-counts.ts";
import { createHttpSide } from "./http-side.ts";
import { Hub } from "./hub.ts";
import { limits } from "./limits.ts";
import { type Listener, listen } from "./listener.ts";
import { defaults, type FeedOptions } from "./options.ts";
import { readPageFiles } from "./page-files.ts";
import { createSocketServer } from "./socket.ts";
import { createTokenGuard } from "./token-guard.ts";
import { subprotocol } from "./tokens.ts";
import { createUpgradeSide } from "./upgrade-side.ts";

export interface Feed extends Output {
  /** The port it listens on; 0 before start. */
  readonly port: number;
  /** Subscribers that are connected now. */
  connections(): number;
}

/** `start` rejects with node's error (EADDRINUSE, EACCES, ENOENT of a page file). */
export function createFeed(options: FeedOptions): Feed {
  const settings = { ...defaults, ...options };
  const rules = {
    host: options.host,
    origins: options.origins ?? [],
    guard: createTokenGuard({
      tokens: options.tokens,
      clock: options.clock,
      wrongToken: options.wrongToken ?? (() => {}),
    }),
  };
  const failed = options.failed ?? (() => {});
  const hub = new Hub({
    ...settings,
    ended: options.ended ?? (() => {}),
    defer: (call) => setImmediate(call),
    sliceMs: limits.sliceMs,
  });
  const counts = new ConnectionCounts(settings);
  const sockets = createSocketServer({
    subprotocol,
    maxPayloadBytes: limits.frameBytes,
    maxPieces: limits.messagePieces,
  });
  let listener: Listener | undefined;
  return {
    name: "feed",
    get port() {
      return listener?.port ?? 0;
    },
    connections: () => hub.size,
    async start() {
      const pages = options.webFolder === undefined ? new Map() : await readPageFiles(options.webFolder);
      const http = createHttpSide({ ...options, ...rules, pages, routes: options.routes ?? [], failed });
      const upgrade = createUpgradeSide({ rules, hub, counts, sockets, failed });
      const { host, port } = options;
      listener = await listen({
        host,
        port,
        maxSockets: settings.maxConnections + spareSockets,
        http,
        upgrade,
        failed,
      });
      hub.start();
    },
    wake: () => hub.wake(),
    async stop(deadlineMs) {
      hub.close();
      rules.guard.stop();
      await listener?.close(deadlineMs, options.clock, () => hub.terminate());
    },
  };
}

/** For the HTTP side, for handshakes, and for telling those who are too many. */
const spareSockets = 256;
