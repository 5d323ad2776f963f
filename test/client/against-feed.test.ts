import { WebSocket } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFeedClient, type FeedState } from "../../src/client/feed-client.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { MemoryConsumers } from "../support/memory-consumers.ts";
import { alertDraft, MemoryLog } from "../support/memory-log.ts";
import { until } from "../support/until.ts";
import { hurried, startRestartable } from "./restartable-feed.ts";

describe("The client library against the feed", () => {
  it("loses, repeats and reorders nothing over restarts of the feed", async () => {
    const log = new MemoryLog();
    const server = await startRestartable(log);
    const seqs: number[] = [];
    let state: FeedState | undefined;
    const client = createFeedClient({
      url: server.url,
      WebSocket,
      since: "start",
      random: () => 0.02,
      clock: hurried,
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

  it("goes on as a consumer over its own restarts and the feed's, and never gets again what was acked", async () => {
    const log = new MemoryLog();
    const server = await startRestartable(log, { places: new MemoryConsumers() });
    const seqs: number[] = [];
    let acked = 0;
    for (let run = 0; run < 6; run += 1) {
      const before = { acked, last: seqs.at(-1) ?? 0 };
      const got: number[] = [];
      const client = createFeedClient({
        url: server.url,
        WebSocket,
        consumer: "desk",
        ...(run === 0 && { since: "start" }),
        clock: hurried,
        async onEvent({ seq }) {
          got.push(seq);
          await Promise.resolve();
        },
        onAcked: ({ seq }) => {
          acked = seq;
        },
        onGap: (gap) => expect.unreachable(JSON.stringify(gap)),
      });
      onTestFinished(() => client.close());
      for (let made = 0; made < 1_000; made += 1) log.append(alertDraft("7203"));
      server.wake();
      await until("some of it", () => got.length > 300);
      if (run % 2 === 0) await server.restart();
      await until("more of it, and an ack", () => got.length > 600 && acked > before.acked);
      client.close();
      expect(got[0]).toBeGreaterThan(before.acked);
      expect(got[0]).toBeLessThanOrEqual(before.last + 1);
      expect(got.every((seq, index) => seq === (got[0] ?? 0) + index)).toBe(true);
      seqs.push(...got);
    }
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
