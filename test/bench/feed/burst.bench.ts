/** One poll of 20,000 new rows, for twenty who read and twenty who do not. */
import { join } from "node:path";
import { bench } from "vitest";
import { runBundled } from "../run-bundled.ts";
import { webFolder } from "./contenders.ts";
import { compileNative, hasCompiler } from "./native.ts";

async function measure(): Promise<void> {
  if (!hasCompiler()) {
    process.stdout.write("no C compiler (cc): the readers of this bench are written in C\n");
    return;
  }
  process.env.FEED_BENCH = JSON.stringify({ sink: compileNative("sink.c"), webFolder });
  process.stdout.write(await runBundled(join(import.meta.dirname, "burst.ts")));
}

bench("20,000 rows of one poll", measure, { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 });
