/** The feed as an output: one port that serves the WebSocket and the HTTP side. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../lib/clock.ts";
import type { ConsumerPlaces, LogReader } from "../../model/event.ts";
import type { MonitorSide, Output } from "../output.ts";
import type { Present } from "../present.ts";
import type { CompileFilter } from "./connections/conditions.ts";
import { Consumers } from "./connections/consumers.ts";
import { Hub } from "./connections/hub.ts";
import { createSocketServer } from "./connections/socket.ts";
import type { Types } from "./connections/subscription.ts";
import type { ClosingReason } from "./frames/server-frames.ts";
import { createClientAddress } from "./http/client-address.ts";
import { consumerRoutes } from "./http/consumer-routes.ts";
import { createHttpSide, type HttpSide } from "./http/http-side.ts";
import { readPageFiles } from "./http/page-files.ts";
import type { HostRules } from "./http/request.ts";
import { createSessionCookie } from "./http/session-cookie.ts";
import { createSessionConnections, createSessions, type Meta } from "./http/sessions.ts";
import { createTokenGuard, nameOf, subprotocol } from "./http/token-guard.ts";
import {
  ConnectionCounts,
  type ConnectionLimits,
  createUpgradeSide,
  ownerOfToken,
  type UpgradeSide,
} from "./http/upgrade.ts";
import { limits } from "./limits.ts";

/** The parts and settings that the feed needs from the program. */
export interface FeedOptions extends Types, HostRules, ConnectionLimits {
  readonly compileFilter: CompileFilter;
  readonly log: LogReader;
  readonly clock: Clock;
  /** 0: any free one. */
  readonly port: number;
  /** Empty: nobody needs one to read. */
  readonly tokens: readonly string[];
  /** Tokens with which one may act as well; none: who may read may act. */
  readonly operators?: readonly string[];
  /** Addresses and networks of proxies whose forwarded address counts; left out: none. */
  readonly trustProxy?: readonly string[];
  readonly heartbeatMs: number;
  /** Names of the simulated upstreams. */
  readonly simulated: readonly string[];
  readonly monitor: MonitorSide;
  /** What stands now. */
  readonly present: Present;
  /** The kept places of consumers. */
  readonly places: ConsumerPlaces;
  readonly meta: Meta;
  /** Called when a connection is gone; absent: nobody wants to know. */
  closed?(reason: ClosingReason | "left"): void;
  /** Called with the address of each wrong token. Must not throw. */
  wrongToken(address: string): void;
  /** Called where nobody else can be told: a route or the server threw. Must not throw. */
  failed(what: string, error: unknown): void;
}

export interface Feed extends Output {
  /** The port it listens on; 0 before start. */
  readonly port: number;
  /** Subscribers that are connected now. */
  connections(): number;
  /** Bytes that were written to them and that the network has not taken yet. */
  queuedBytes(): number;
}

/** `start` rejects with node's error (EADDRINUSE, EACCES, ENOENT of a page file). */
export function createFeed(options: FeedOptions): Feed {
  const { host, origins, port, clock, monitor, failed, maxConnections, places, trustProxy = [] } = options;
  // A proxy passes on the address that people asked for.
  const ours = monitor.publicUrl === undefined ? origins : [...origins, monitor.publicUrl];
  const addressOf = createClientAddress(trustProxy);
  const sessions = createSessions({ ...options, epoch: options.log.epoch });
  const cookie = createSessionCookie(monitor.publicUrl);
  const guard = createTokenGuard({ ...options, addressOf, sessions, cookie });
  const rules = { host, origins: ours, guard };
  const owners = new Set(
    [...options.tokens, ...(options.operators ?? [])].map((token) => ownerOfToken(nameOf(token))),
  );
  const consumers = new Consumers({ places, clock, failed, hasToken: (owner) => owners.has(owner) });
  const hub = new Hub({
    ...options,
    consumers,
    sources: monitor.sources,
    defer: (call) => setImmediate(call),
    sliceMs: limits.sliceMs,
  });
  const counts = new ConnectionCounts(options);
  const connections = createSessionConnections(clock, cookie);
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
    queuedBytes: () => hub.queuedBytes(),
    async start() {
      const pages = await readPageFiles(monitor.webFolder);
      const routes = [...monitor.routes, ...consumerRoutes(consumers, options.log)];
      const http = createHttpSide({
        ...{ ...options, ...rules, monitor: { ...monitor, routes } },
        connections,
        cookie,
        pages,
      });
      const upgrade = createUpgradeSide({ rules, hub, counts, addressOf, connections, sockets, failed });
      const maxSockets = maxConnections + spareSockets;
      listener = await listen({ host, port, maxSockets, http, upgrade, failed });
      hub.start();
    },
    wake: () => hub.wake(),
    async stop(deadlineMs) {
      // While acknowledgements can still be answered.
      consumers.flush();
      hub.close();
      guard.stop();
      await listener?.close(deadlineMs, clock, () => hub.terminate());
    },
  };
}

/** For the HTTP side, for handshakes, and for telling those who are too many. */
const spareSockets = 256;

/** A listening port. */
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

/** Listens, and drops who is slow to ask. Rejects with node's error when the port cannot be had. */
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
