/** What a question about one stock's year costs beside ten million rows. */
import { join } from "node:path";
import { bench } from "vitest";
import { runBundled } from "../run-bundled.ts";

bench(
  "one stock's year of ten million rows",
  async () => void process.stdout.write(await runBundled(join(import.meta.dirname, "subject.ts"))),
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
);
