/** Cost of an event with many rules. */
import { join } from "node:path";
import { bench } from "vitest";
import { runBundled } from "../run-bundled.ts";

const engines = ["@gorules/zen-engine", "json-rules-engine"];

bench(
  "10,000 rules beside ten, an index by hand, and engines that evaluate every rule",
  async () => void process.stdout.write(await runBundled(join(import.meta.dirname, "measure.ts"), engines)),
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
);
