/** The measured process of burst.bench.ts: the feed on a real database, and those who do not read. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { systemClock } from "../../../src/lib/clock.ts";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { openStore } from "../../../src/store/store.ts";
import { createServedFeed, feedOptions } from "../../outputs/feed/support/feed-options.ts";
import { handshake } from "../../outputs/feed/support/handshake.ts";
import { batch, entry } from "../../store/batches.ts";
import { MemoryLog } from "../../support/memory-log.ts";
import { monotonicMs, openSink } from "./sink.ts";

const rows = 20_000;
const each = 20;
/** As a report with its seller's address: what twenty who do not read leave must not fit into the network's buffers. */
const rowBytes = 1_000;

const { sink: program, webFolder } = JSON.parse(process.env.FEED_BENCH ?? "{}") as {
  sink: string;
  webFolder: string;
};
const folder = mkdtempSync(join(tmpdir(), "yagura-burst-"));
const store = openStore(join(folder, "yagura.db"), { now: systemClock.now });
const cuts: number[] = [];
const feed = createServedFeed({
  ...feedOptions(new MemoryLog(), { webFolder }),
  log: store.log,
  clock: {
    ...systemClock,
    after(ms, call) {
      // The wait for the closing handshake begins with the cut.
      if (ms === limits.closeGraceMs) cuts.push(monotonicMs());
      return systemClock.after(ms, call);
    },
  },
});
await feed.start();
const path = "/feed?types=*";
const sink = await openSink({ program, port: feed.port, path, connections: each, leastBytes: rowBytes });
const idle = Array.from({ length: each }, () => {
  // Nobody listens for its data, so it stops reading at once.
  const socket = connect(feed.port, "127.0.0.1");
  socket.write(handshake(path));
  socket.on("error", () => {});
  return socket;
});
while (feed.connections() < 2 * each) await new Promise((resolve) => setTimeout(resolve, 50));
await new Promise((resolve) => setTimeout(resolve, 500));

const now = { code: "9901", name: "x".repeat(rowBytes), publishedOn: "2026-11-20" };
const entries = Array.from({ length: rows }, (_, at) => entry(at + 1, { data: { now } }));
const { arrived } = await sink.expect(rows * each);
const delays = monitorEventLoopDelay({ resolution: 5 });
store.commit(batch({ entries }));
delays.enable();
const begun = monotonicMs();
feed.wake();
const { lastMs } = await arrived;
delays.disable();
while (cuts.length < each && monotonicMs() - begun < 60_000) {
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const seconds = (ms: number) => `${((ms - begun) / 1_000).toFixed(1)} s`;
process.stdout.write(
  `| 20,000 rows | the 20 readers have them | the 20 others are cut | loop p99 |\n|---|---|---|---|\n` +
    `| from the commit | ${seconds(lastMs)} | ${cuts.length} after ${seconds(Math.max(...cuts))} | ` +
    `${Math.max(0, delays.percentile(99) / 1e6 - 5).toFixed(0)} ms |\n`,
);
for (const socket of idle) socket.destroy();
sink.close();
await feed.stop(100);
store.close();
rmSync(folder, { recursive: true });
