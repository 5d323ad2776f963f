/**
 * A thousand subscribers on loopback: the feed, from commit to the last subscriber's socket, against ws sending one
 * string to each. The ratio of the two runs of one process is what counts; the machine is not.
 */

import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { createFeed, type Feed } from "../../src/outputs/feed/feed.ts";
import { compileFilter } from "../outputs/feed/support/compile-filter.ts";
import { handshake } from "../outputs/feed/support/raw-client.ts";
import { feedOptions } from "../outputs/feed/support/running-feed.ts";
import { alertDraft, MemoryLog } from "../support/memory-log.ts";

const subscribers = 1_000;
const draft = alertDraft("7203", { padding: 100 });
const log = new MemoryLog();
const spentMs = new Map<string, { ms: number; messages: number }>();
let feed: Feed;
let plain: WebSocketServer;
let plainClients: WebSocket[] = [];
let counters: { feed: Counter; plain: Counter };

/** Sockets that count bytes and parse nothing, so that the sender is what is measured. */
interface Counter {
  sockets: Socket[];
  bytes: number;
  reach(bytes: number): Promise<void>;
}

async function countingClients(port: number, path: string): Promise<Counter> {
  let waiting: { bytes: number; done: () => void } | undefined;
  const counter: Counter = {
    sockets: [],
    bytes: 0,
    reach: (bytes) =>
      new Promise((done) => {
        waiting = { bytes: counter.bytes + bytes, done };
      }),
  };
  for (let made = 0; made < subscribers; made += 1) {
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve) => {
      socket.once("data", () => resolve());
      socket.write(handshake(path));
    });
    socket.on("data", (chunk) => {
      counter.bytes += chunk.length;
      if (waiting !== undefined && counter.bytes >= waiting.bytes) waiting.done();
    });
    counter.sockets.push(socket);
  }
  // The greeting of a new connection is over when a while brings no more.
  for (let before = -1; before !== counter.bytes; ) {
    before = counter.bytes;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return counter;
}

beforeAll(async () => {
  feed = createFeed(
    feedOptions(log, { maxConnectionsPerAddress: subscribers, heartbeatMs: 3_600_000, compileFilter }),
  );
  await feed.start();
  const server = createServer();
  plain = new WebSocketServer({ server, perMessageDeflate: false });
  plain.on("connection", (client) => plainClients.push(client));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  counters = {
    feed: await countingClients(feed.port, "/feed?types=alert.*"),
    plain: await countingClients(port, "/"),
  };
}, 60_000);

afterAll(async () => {
  for (const { sockets } of Object.values(counters)) for (const socket of sockets) socket.destroy();
  plainClients = [];
  plain.close();
  await feed.stop(100);
  report();
});

function report(): void {
  const perSecond = (name: string) => {
    const { ms = 1, messages = 0 } = spentMs.get(name) ?? {};
    return (messages / ms) * 1_000;
  };
  for (const entries of [1, 50]) {
    const [ours, theirs] = [perSecond(`feed ${entries}`), perSecond(`ws ${entries}`)];
    const ratio = (ours / theirs).toFixed(2);
    process.stdout.write(
      `${entries} entries a commit: feed ${Math.round(ours)} messages/s, ws ${Math.round(theirs)}, ratio ${ratio}\n`,
    );
  }
}

async function measured(name: string, entries: number, run: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await run();
  const sum = spentMs.get(name) ?? { ms: 0, messages: 0 };
  sum.ms += performance.now() - start;
  sum.messages += entries * subscribers;
  spentMs.set(name, sum);
}

/** The frame as it is on the wire, so that both sides carry the same. */
function frameText(): string {
  const [stored] = log.read(log.head() - 1, 1);
  return `{"type":"event","id":"url","seq":${stored?.seq},"event":${stored?.json}}`;
}

function wireBytes(text: string): number {
  const bytes = Buffer.byteLength(text);
  return bytes + (bytes < 126 ? 2 : 4);
}

describe.each([1, 50])("%i entries a commit to 1,000 subscribers", (entries) => {
  bench("feed", () =>
    measured(`feed ${entries}`, entries, async () => {
      let bytes = 0;
      for (let made = 0; made < entries; made += 1) {
        log.append(draft);
        bytes += wireBytes(frameText());
      }
      const arrived = counters.feed.reach(bytes * subscribers);
      feed.wake();
      await arrived;
    }),
  );
  bench("ws, one string for each socket", () =>
    measured(`ws ${entries}`, entries, async () => {
      const text = frameText();
      const arrived = counters.plain.reach(wireBytes(text) * entries * subscribers);
      for (let made = 0; made < entries; made += 1) for (const client of plainClients) client.send(text);
      await arrived;
    }),
  );
});
