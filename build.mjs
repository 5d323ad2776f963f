// Bundles the program: one file a command, so that `run` is ready in a fraction of a second.
import { chmod, copyFile, mkdir, rm } from "node:fs/promises";
import { build } from "esbuild";

await rm("dist", { recursive: true, force: true });
await build({
  entryPoints: { main: "src/main.ts", "backtest-share": "src/app/backtest/backtest-share.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  sourcemap: true,
  // Less to parse at every start; names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  external: ["better-sqlite3"],
  // Its node entry is CommonJS, of which nothing can be left out.
  alias: { rxjs: "./node_modules/rxjs/dist/esm/index.js" },
  // Bundled CommonJS packages ask for node's own modules through require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
await chmod("dist/main.js", 0o755);

// The page, served from memory by the feed's port.
await build({
  entryPoints: { page: "src/web/page.ts" },
  outdir: "dist/web",
  bundle: true,
  platform: "browser",
  target: "es2022",
  format: "esm",
  minify: true,
  logLevel: "warning",
});
await mkdir("dist/web", { recursive: true });
for (const file of ["index.html", "page.css"]) await copyFile(`src/web/${file}`, `dist/web/${file}`);
