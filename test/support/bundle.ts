/** Bundles a script of the tests into one file, for a process that starts fast. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");

/** Environment of a process that has to find the packages that stay outside. */
export const bundleEnv = { NODE_PATH: join(root, "node_modules") };

export interface Edit {
  /** Path below the project's folder. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** @param edits breaks of the product, made in the bundle alone; each must be found */
export async function bundle(script: string, outfile: string, edits: readonly Edit[] = []): Promise<void> {
  const found = new Set<Edit>();
  const breaking = {
    name: "breaking",
    setup(plugged: import("esbuild").PluginBuild) {
      plugged.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const own = edits.filter(({ file }) => join(root, file) === path);
        if (own.length === 0) return undefined;
        let contents = readFileSync(path, "utf8");
        for (const edit of own) {
          if (!contents.includes(edit.from)) continue;
          contents = contents.replaceAll(edit.from, edit.to);
          found.add(edit);
        }
        return { contents, loader: "ts" };
      });
    },
  };
  await build({
    entryPoints: [script],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["better-sqlite3"],
    // A name of ES modules, of which the bundle is none.
    define: { "import.meta.url": "bundleUrl" },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: "error",
    plugins: [breaking],
  });
  const unknown = edits.find((edit) => !found.has(edit));
  if (unknown) throw new Error(`${unknown.file} has no "${unknown.from}"`);
}
