/** The feed as an output: one port that serves the WebSocket and the HTTP side. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../lib/clock.ts";
import type { LogReader } from "../../model/event.ts";
import type { JsonRoute, Output } from "../output.ts";
import { Hub } from "./connections/hub.ts";
import { createSocketServer } from "./connections/socket.ts";
import type { Types } from "./connections/subscription.ts";
import type { ClosingReason } from "./frames/server-frames.ts";
import { createHttpSide, type HttpSide, readPageFiles } from "./http/http-side.ts";
import { createTokenGuard, subprotocol } from "./http/token-guard.ts";
import { ConnectionCounts, createUpgradeSide, type UpgradeSide } from "./http/upgrade.ts";
import { limits } from "./limits.ts";

/** The parts and settings that the feed needs from the program. */

export interface FeedOptions extends Types {
  readonly log: LogReader;
  readonly clock: Clock;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Empty: nobody needs one. */
  readonly tokens: readonly string[];
  /** Origins of other sites whose pages may connect. */
  readonly origins?: readonly string[];
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress?: number;
  readonly heartbeatMs?: number;
  /** Names of the upstreams whose data is made up. */
  readonly simulated: readonly string[];
  /** State of each source, by name, for the heartbeat. Must not throw. */
  sources(): Record<string, unknown>;
  /** Answers /readyz: 200 or 503, with the whole object as JSON. A stranger shows no token where one is needed. */
  ready(asks: "stranger" | "friend"): { ready: boolean } & Record<string, unknown>;
  /** Answers /metrics in the text format of Prometheus. */
  metrics(): Promise<string> | string;
  /** Answers /schema/rules.json. */
  rulesSchema(): unknown;
  /** Answers /schema/config.json. */
  configSchema(): unknown;
  /** Holds index.html, page.js and page.css; absent: no page. */
  readonly webFolder?: string;
  /** Further calls on the port, behind the tokens. */
  readonly routes?: readonly JsonRoute[];
  /** A connection ended; for metrics. Must not throw. */
  ended?(reason: ClosingReason | "left"): void;
  /** A wrong token came from this address. Must not throw. */
  wrongToken?(address: string): void;
  /** Something went wrong that nobody can be told: a route or the server threw. Must not throw. */
  failed?(what: string, error: unknown): void;
}

const defaults = {
  maxConnections: 10_000,
  maxConnectionsPerAddress: 1_000,
  heartbeatMs: 15_000,
} as const;

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

/** The listening port: node's HTTP server with bounds on what a client may take its time for. */

interface Listener {
  readonly port: number;
  /** Takes nothing new, waits for open sockets, then drops them through `dropRest`; done within the deadline. */
  close(deadlineMs: number, clock: Clock, dropRest: () => void): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly maxSockets: number;
  readonly http: HttpSide;
  readonly upgrade: UpgradeSide;
  failed(what: string, error: unknown): void;
}

/** Rejects with node's error when the port cannot be had. */
async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer(
    // A handshake or request that is sent half and then left costs a socket for this long only.
    {
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
    },
    options.http,
  );
  server.maxConnections = options.maxSockets;
  server.on("upgrade", options.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  server.removeAllListeners("error");
  server.on("error", (error) => options.failed("server", error));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: (deadlineMs, clock, dropRest) =>
      new Promise((resolve) => {
        const cancel = clock.after(deadlineMs, () => {
          dropRest();
          server.closeAllConnections();
        });
        server.close(() => {
          cancel();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
