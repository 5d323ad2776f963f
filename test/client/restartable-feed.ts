/** A feed that can be taken down and brought back on its port, with the same log and places. */
import { onTestFinished } from "vitest";
import { createServedFeed, feedOptions, type Options } from "../outputs/feed/support/feed-options.ts";
import type { MemoryLog } from "../support/memory-log.ts";

export interface RestartableFeed {
  readonly url: string;
  /** @param meanwhile while it is down */
  restart(meanwhile?: () => void): Promise<void>;
  wake(): void;
}

export async function startRestartable(log: MemoryLog, options: Options = {}): Promise<RestartableFeed> {
  let feed = createServedFeed(feedOptions(log, options));
  await feed.start();
  const { port } = feed;
  onTestFinished(() => feed.stop(50));
  return {
    url: `ws://127.0.0.1:${port}/feed`,
    wake: () => feed.wake(),
    async restart(meanwhile = () => {}) {
      await feed.stop(0);
      meanwhile();
      feed = createServedFeed(feedOptions(log, { ...options, port }));
      await feed.start();
    },
  };
}

/** The feed asks clients to wait a second when it stops; tests do not. */
export const hurried = {
  after(ms: number, call: () => void) {
    const timer = setTimeout(call, ms < 5_000 ? 20 : ms);
    return () => clearTimeout(timer);
  },
};
