import { describe, expect, it } from "vitest";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { isLong } from "../../support/runs.ts";
import { until } from "../../support/until.ts";
import { clientFrame, rawClient } from "./support/raw-client.ts";
import { startFeed } from "./support/running-feed.ts";
import { subscriber } from "./support/subscriber.ts";

function filled(count: number, padding = 0): MemoryLog {
  const log = new MemoryLog();
  for (let made = 0; made < count; made += 1) log.append(alertDraft("7203", { padding }));
  return log;
}

/** Far more than the queue of a connection takes. */
const many = isLong ? 50_000 : 20_000;

function countedUp(seqs: number[]): boolean {
  return seqs.every((seq, index) => seq === index + 1);
}

describe("Delivery over a real socket", () => {
  it("carries what is committed, live", async () => {
    const { feed, log, url } = await startFeed();
    const client = subscriber(`${url}?types=alert.*`);
    await client.frame("subscribed");
    log.append(alertDraft("7203"));
    feed.wake();
    expect(await client.frame("event")).toMatchObject({ id: "url", seq: 1, event: { subject: "7203" } });
  });

  it("sends events of any size whole", async () => {
    const { url, log } = await startFeed();
    for (const padding of [0, 125, 126, 65_535, 65_536, 300_000, 3_000_000]) {
      log.append(alertDraft("櫓", { padding }));
    }
    const client = subscriber(`${url}?since=start`);
    await until("all seven", () => client.seqs().length === 7);
    expect(client.frames.at(-1).event.data.now.body).toHaveLength(3_000_000);
  });

  it("never cuts a slow but steady reader that catches up thousands of entries", async () => {
    const { url } = await startFeed({ heartbeatMs: 500 }, filled(many, 100));
    const client = subscriber(`${url}?since=start`);
    let paused = false;
    const turn = setInterval(() => {
      paused = !paused;
      if (paused) client.socket.pause();
      else client.socket.resume();
    }, 20);
    await until("all of it", () => client.closed() !== undefined || client.seqs().length === many);
    clearInterval(turn);
    expect(client.closed()).toBeUndefined();
    expect(countedUp(client.seqs())).toBe(true);
  });

  it("lets others have their events while one catches up", async () => {
    const { feed, log, url } = await startFeed({}, filled(many));
    const late = subscriber(`${url}?since=start`);
    const live = subscriber(`${url}?types=*`);
    await live.frame("subscribed");
    await late.frame("event");
    const behind = log.head() - late.seqs().length;
    log.append(alertDraft("6758"));
    feed.wake();
    await live.frame("event");
    expect(behind).toBeGreaterThan(0);
    await until("the late one to have it all", () => late.seqs().length === many + 1);
    expect(countedUp(late.seqs())).toBe(true);
  });

  it("answers others between two frames of one who sends a flood of them", async () => {
    const { feed, url } = await startFeed();
    const other = subscriber(url);
    await other.frame("welcome");
    const flood = await rawClient(feed.port);
    await until("the welcome", () => flood.frames().length === 1);
    let pongs = 0;
    flood.socket.on("data", (bytes) => {
      pongs += bytes.length / 17;
    });
    flood.socket.write(Buffer.concat(Array(20_000).fill(clientFrame('{"type":"ping"}'))));
    other.send({ type: "ping" });
    await other.frame("pong");
    expect(pongs).toBeLessThan(1_000);
  });

  it("closes one that answers no ping with 4408", async () => {
    const { url } = await startFeed({ heartbeatMs: 60 });
    const client = subscriber(`${url}?types=*`, { autoPong: false });
    expect(await client.closeCode()).toBe(4408);
    expect(client.frames.at(-1)).toMatchObject({ type: "bye", reason: "no-pong" });
  });

  it("keeps one that answers", async () => {
    const { url } = await startFeed({ heartbeatMs: 40 });
    const client = subscriber(url);
    await until(
      "ten heartbeats",
      () => client.frames.filter((frame) => frame.type === "heartbeat").length >= 10,
    );
    expect(client.closed()).toBeUndefined();
  });

  it("stops with bye and 1001, also where a peer never answers", async () => {
    const { feed, url } = await startFeed();
    const [client, mute] = [subscriber(url), subscriber(url)];
    await Promise.all([client.frame("welcome"), mute.frame("welcome")]);
    mute.socket.pause();
    await feed.stop(300);
    expect(await client.closeCode()).toBe(1001);
    expect(client.frames.at(-1)).toEqual({ type: "bye", reason: "stopping", retryAfterMs: 1_000 });
  });

  it("leaves the log alone once it has stopped, also what was committed just before", async () => {
    const { feed, log } = await startFeed();
    log.append(alertDraft("7203"));
    feed.wake();
    await feed.stop(300);
    const reads = log.reads;
    await new Promise(setImmediate);
    expect(log.reads).toBe(reads);
  });
});
