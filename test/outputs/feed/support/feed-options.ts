/** Options of a feed on a loopback port, with what a test does not say itself. */
import { join } from "node:path";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import type { FeedOptions } from "../../../../src/outputs/feed/feed.ts";
import type { MonitorSide } from "../../../../src/outputs/output.ts";
import { MemoryConsumers } from "../../../support/memory-consumers.ts";
import type { MemoryLog } from "../../../support/memory-log.ts";
import { MemoryMeta } from "../../../support/memory-meta.ts";
import { MemoryPresent } from "../../../support/memory-present.ts";
import { compileFilter } from "./compile-filter.ts";

export type Options = Partial<FeedOptions> & Partial<MonitorSide>;

export function feedOptions(log: MemoryLog, options: Options = {}): FeedOptions {
  const { sources, ready, metrics, schema, routes, pages, publicUrl, webFolder, ...others } = options;
  return {
    log,
    clock: systemClock,
    host: "127.0.0.1",
    origins: [],
    port: 0,
    tokens: [],
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
    monitor: {
      sources: sources ?? (() => ({ "margin-alerts": { state: "ok" } })),
      ready: ready ?? (() => ({ ready: true })),
      metrics: metrics ?? (() => "yagura_up 1\n"),
      schema: schema ?? ((name) => (name === "rules" ? { type: "object" } : { title: "settings" })),
      routes: routes ?? [],
      ...(pages && { pages }),
      publicUrl,
      webFolder: webFolder ?? join(import.meta.dirname, "page"),
    },
    wrongToken: () => {},
    failed: () => {},
    ...others,
  };
}
