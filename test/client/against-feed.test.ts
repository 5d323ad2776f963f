import { WebSocket } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFeedClient, type FeedState } from "../../src/client/feed-client.ts";
import { createFeed, type Feed } from "../../src/outputs/feed/feed.ts";
import { feedOptions } from "../outputs/feed/support/feed-options.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { alertDraft, MemoryLog } from "../support/memory-log.ts";
import { until } from "../support/until.ts";

/** A feed that can be taken down and brought back on its port. */
async function restartable(log: MemoryLog): Promise<{ url: string; restart(): Promise<void>; wake(): void }> {
  let feed: Feed = createFeed(feedOptions(log));
  await feed.start();
  const { port } = feed;
  onTestFinished(() => feed.stop(50));
  return {
    url: `ws://127.0.0.1:${port}/feed`,
    wake: () => feed.wake(),
    async restart() {
      await feed.stop(0);
      feed = createFeed(feedOptions(log, { port }));
      await feed.start();
    },
  };
}

describe("The client library against the feed", () => {
  it("loses, repeats and reorders nothing over restarts of the feed", async () => {
    const log = new MemoryLog();
    const server = await restartable(log);
    const seqs: number[] = [];
    let state: FeedState | undefined;
    const client = createFeedClient({
      url: server.url,
      WebSocket,
      since: "start",
      random: () => 0.02,
      clock: {
        // The feed asks clients to wait a second when it stops; the test does not.
        after: (ms, call) => {
          const timer = setTimeout(call, ms < 5_000 ? 20 : ms);
          return () => clearTimeout(timer);
        },
      },
      onEvent: ({ seq }) => seqs.push(seq),
      onGap: (gap) => expect.unreachable(JSON.stringify(gap)),
      onState: (told) => {
        state = told;
      },
    });
    onTestFinished(() => client.close());
    for (let round = 0; round < 8; round += 1) {
      for (let made = 0; made < 3_000; made += 1) log.append(alertDraft("7203"));
      server.wake();
      await until("some of it", () => seqs.length > round * 2_000);
      await server.restart();
    }
    await until("all of it", () => seqs.length >= 24_000);
    expect(seqs.every((seq, index) => seq === index + 1)).toBe(true);
    expect(state?.phase).toBe("live");
  });

  it("comes in with a token", async () => {
    const { url, log, feed } = await startFeed({ tokens: ["a-token"] });
    const seen: string[] = [];
    let live = false;
    const client = createFeedClient({
      url,
      WebSocket,
      token: "a-token",
      onEvent: ({ event }) => seen.push(event.subject),
      onState: ({ phase }) => {
        live = phase === "live";
      },
    });
    onTestFinished(() => client.close());
    await until("it to be live", () => live);
    log.append(alertDraft("7203"));
    feed.wake();
    await until("the event", () => seen.length === 1);
  });

  it("hears of a gap from a feed that pruned what it has not seen", async () => {
    const log = new MemoryLog();
    for (let made = 0; made < 100; made += 1) log.append(alertDraft("7203"));
    log.pruneBefore(61);
    const { url } = await startFeed({}, log);
    const told: string[] = [];
    const client = createFeedClient({
      url,
      WebSocket,
      since: 10,
      epoch: log.epoch,
      onEvent: ({ seq }) => told.push(String(seq)),
      onGap: ({ from, to }) => told.push(`${from}-${to}`),
    });
    onTestFinished(() => client.close());
    await until("the last entry", () => told.at(-1) === "100");
    expect(told.slice(0, 2)).toEqual(["11-60", "61"]);
    expect(told).toHaveLength(41);
  });
});
