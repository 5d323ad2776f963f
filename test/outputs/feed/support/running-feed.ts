/** A real feed on a loopback port, stopped when the test ends. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { builtInTypes } from "../../../../src/app/files/event-types.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { createFeed, type Feed, type FeedOptions } from "../../../../src/outputs/feed/feed.ts";
import type { MonitorSide } from "../../../../src/outputs/output.ts";
import { MemoryLog } from "../../../support/memory-log.ts";
import { compileFilter } from "./compile-filter.ts";

export interface RunningFeed {
  readonly feed: Feed;
  readonly log: MemoryLog;
  readonly url: string;
  readonly httpUrl: string;
  readonly failures: string[];
}

type Options = Partial<FeedOptions> & Partial<MonitorSide>;

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

export async function startFeed(options: Options = {}, log = new MemoryLog()): Promise<RunningFeed> {
  const failures: string[] = [];
  const feed = createFeed(
    feedOptions(log, { failed: (what, error) => failures.push(`${what}: ${error}`), ...options }),
  );
  await feed.start();
  onTestFinished(() => feed.stop(100));
  const address = `127.0.0.1:${feed.port}`;
  return { feed, log, failures, url: `ws://${address}/feed`, httpUrl: `http://${address}` };
}
