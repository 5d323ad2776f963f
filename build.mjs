// Bundles the program: one file a command, so that `run` is ready in a fraction of a second.
import { chmod, rm } from "node:fs/promises";
import { build } from "esbuild";

await rm("dist", { recursive: true, force: true });
await build({
  entryPoints: { main: "src/main.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  sourcemap: true,
  external: ["better-sqlite3"],
  // Bundled CommonJS packages ask for node's own modules through require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
await chmod("dist/main.js", 0o755);
