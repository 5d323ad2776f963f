import { describe, expect, it, onTestFinished } from "vitest";
import { createFeedClient, FeedClosedError } from "../../src/client/feed-client.ts";
import { importedWebSocket } from "../../src/client/platform-web-socket.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { alertDraft } from "../support/memory-log.ts";

describe("The client library with the package ws", () => {
  it("follows the feed in a loop", async () => {
    const { url, log } = await startFeed();
    for (let made = 0; made < 100; made += 1) log.append(alertDraft("7203"));
    const client = createFeedClient({ url, since: "start", WebSocket: await importedWebSocket() });
    onTestFinished(() => client.close());
    const seqs: number[] = [];
    for await (const { seq } of client) {
      seqs.push(seq);
      if (seq === 100) break;
    }
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it("stops at a wrong token, since it is told the status", async () => {
    const { url } = await startFeed({ tokens: ["a-token"] });
    const client = createFeedClient({ url, token: "another", WebSocket: await importedWebSocket() });
    const next = client[Symbol.asyncIterator]().next();
    await expect(next).rejects.toThrow(FeedClosedError);
    await expect(next).rejects.toMatchObject({ status: 401 });
  });
});
