/** What an event costs whose rules see what stands. */
import { join } from "node:path";
import { bench } from "vitest";
import { runBundled } from "../run-bundled.ts";

bench(
  "1,000 rules over 20,000 items that stand, beside rules over the event alone",
  async () => void process.stdout.write(await runBundled(join(import.meta.dirname, "measure.ts"))),
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
);
