/** Options of a feed on a loopback port, with what a test does not say itself. */
import { join } from "node:path";
import { monitorRoutes } from "../../../../src/app/outputs.ts";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import type { JsonRoute, OpenRoute, PageRoute } from "../../../../src/lib/http/port.ts";
import { createFeed, type Feed, type FeedOptions } from "../../../../src/outputs/feed/feed.ts";
import { createPort, type PortParts, type PortSettings } from "../../../../src/server/port.ts";
import { MemoryConsumers } from "../../../support/memory-consumers.ts";
import type { MemoryLog } from "../../../support/memory-log.ts";
import { MemoryMeta } from "../../../support/memory-meta.ts";
import { MemoryPresent } from "../../../support/memory-present.ts";
import { compileFilter } from "./compile-filter.ts";

type Monitor = Parameters<typeof monitorRoutes>[0];

export interface ServedOptions
  extends Omit<FeedOptions, "port">,
    PortSettings,
    Omit<PortParts, "epoch">,
    Monitor {
  readonly routes: readonly JsonRoute[];
  readonly open: readonly OpenRoute[];
  readonly pages: readonly PageRoute[];
}

export type Options = Partial<ServedOptions>;

export function feedOptions(log: MemoryLog, options: Options = {}): ServedOptions {
  return {
    log,
    clock: systemClock,
    host: "127.0.0.1",
    origins: [],
    port: 0,
    tokens: [],
    operators: [],
    people: [],
    trustProxy: [],
    maxConnections: 10_000,
    maxConnectionsPerAddress: 1_000,
    heartbeatMs: 15_000,
    simulated: [],
    compileFilter,
    eventTypes: [...builtInTypes.known.keys()],
    watchlists: () => ({}),
    present: new MemoryPresent(),
    places: new MemoryConsumers(),
    meta: new MemoryMeta(),
    sources: () => ({ "margin-alerts": { state: "ok" } }),
    ready: () => ({ ready: true }),
    metrics: () => "yagura_up 1\n",
    schema: (name) => (name === "rules" ? { type: "object" } : { title: "settings" }),
    routes: [],
    open: [],
    pages: [],
    publicUrl: undefined,
    webFolder: join(import.meta.dirname, "page"),
    wrongToken: () => {},
    failed: () => {},
    ...options,
  };
}

/** A feed with the port that it is a guest of. */
export interface ServedFeed extends Feed {
  readonly port: number;
}

export function createServedFeed(options: ServedOptions): ServedFeed {
  const port = createPort(options, { ...options, epoch: options.log.epoch });
  port.welcome({
    open: [...monitorRoutes(options), ...options.open],
    routes: options.routes,
    pages: options.pages,
  });
  const feed = createFeed({ ...options, port });
  return {
    ...feed,
    get port() {
      return port.number;
    },
    async start() {
      await port.start();
      await feed.start();
    },
    async stop(deadlineMs) {
      await feed.stop(deadlineMs);
      await port.stop(deadlineMs);
    },
  };
}
