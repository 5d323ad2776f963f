/** Cost of the chain and the checksums: of a commit, of a start, and of a restart with a million entries. */
import { join } from "node:path";
import { bench } from "vitest";
import { runBundled } from "../run-bundled.ts";

for (const script of ["commit-cost.ts", "restart.ts"]) {
  bench(script, async () => void process.stdout.write(await runBundled(join(import.meta.dirname, script))), {
    iterations: 1,
    time: 0,
    warmupIterations: 0,
    warmupTime: 0,
  });
}
