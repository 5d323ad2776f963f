/**
 * Thousands of keywords on comments of 200 characters, in a process of its own and bundled as the program is: a test
 * runner reaches every imported name through an object, which costs more than the search.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { bench, describe } from "vitest";

describe("keyword lists", () => {
  bench(
    "a rule, RE2's set and a loop of includes",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "keywords-"));
      const outfile = join(folder, "measure.mjs");
      await build({
        entryPoints: [join(import.meta.dirname, "measure.ts")],
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        minifyWhitespace: true,
        minifySyntax: true,
        banner: {
          js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
        },
        logLevel: "warning",
      });
      const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
      process.stdout.write(stdout);
      await rm(folder, { recursive: true });
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});
