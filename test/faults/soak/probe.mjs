// Loaded into the program (--import, with --expose-gc): answers each message with its memory and what it holds open.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

process.on("message", () => {
  const [p99Ms, maxMs] = [delays.percentile(99) / 1e6, delays.max / 1e6];
  // What the collector would take anyway is no growth.
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const open = process.getActiveResourcesInfo().length;
  process.send({ rssMb: rss / 1e6, usedMb: (heapUsed + external) / 1e6, open, p99Ms, maxMs });
  delays.reset();
});
process.channel?.unref();
