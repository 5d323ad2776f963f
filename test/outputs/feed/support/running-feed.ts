/** A real feed on a loopback port, stopped when the test ends. */
import { onTestFinished } from "vitest";
import { MemoryLog } from "../../../support/memory-log.ts";
import { createServedFeed, feedOptions, type Options, type ServedFeed } from "./feed-options.ts";

export interface RunningFeed {
  readonly feed: ServedFeed;
  readonly log: MemoryLog;
  readonly url: string;
  readonly httpUrl: string;
  readonly failures: string[];
}

export async function startFeed(options: Options = {}, log = new MemoryLog()): Promise<RunningFeed> {
  const failures: string[] = [];
  const feed = createServedFeed(
    feedOptions(log, { failed: (what, error) => failures.push(`${what}: ${error}`), ...options }),
  );
  await feed.start();
  onTestFinished(() => feed.stop(100));
  const address = `127.0.0.1:${feed.port}`;
  return { feed, log, failures, url: `ws://${address}/feed`, httpUrl: `http://${address}` };
}
