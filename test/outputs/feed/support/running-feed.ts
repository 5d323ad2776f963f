/** A real feed on a loopback port, stopped when the test ends. */
import { onTestFinished } from "vitest";
import { builtInTypes } from "../../../../src/app/files/event-types.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { createFeed, type Feed, type FeedOptions } from "../../../../src/outputs/feed/feed.ts";
import { MemoryLog } from "../../../support/memory-log.ts";
import { compileFilter } from "./compile-filter.ts";

export interface RunningFeed {
  readonly feed: Feed;
  readonly log: MemoryLog;
  readonly url: string;
  readonly httpUrl: string;
  readonly failures: string[];
}

export function feedOptions(log: MemoryLog, options: Partial<FeedOptions> = {}): FeedOptions {
  return {
    log,
    clock: systemClock,
    host: "127.0.0.1",
    port: 0,
    tokens: [],
    simulated: [],
    compileFilter,
    eventTypes: [...builtInTypes.known.keys()],
    sources: () => ({ "margin-alerts": { state: "ok" } }),
    ready: () => ({ ready: true }),
    metrics: () => "yagura_up 1\n",
    rulesSchema: () => ({ type: "object" }),
    configSchema: () => ({ type: "object", title: "settings" }),
    ...options,
  };
}

export async function startFeed(
  options: Partial<FeedOptions> = {},
  log = new MemoryLog(),
): Promise<RunningFeed> {
  const failures: string[] = [];
  const feed = createFeed(
    feedOptions(log, { failed: (what, error) => failures.push(`${what}: ${error}`), ...options }),
  );
  await feed.start();
  onTestFinished(() => feed.stop(100));
  const address = `127.0.0.1:${feed.port}`;
  return { feed, log, failures, url: `ws://${address}/feed`, httpUrl: `http://${address}` };
}
