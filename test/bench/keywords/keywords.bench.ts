/** Thousands of keywords on comments of 200 characters. */
import { join } from "node:path";
import { bench } from "vitest";
import { runBundled } from "../run-bundled.ts";

bench(
  "keyword lists: a rule, RE2's set and a loop of includes",
  async () => void process.stdout.write(await runBundled(join(import.meta.dirname, "measure.ts"))),
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
);
