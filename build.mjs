// Bundles the program: one file a command, so that `run` is ready in a fraction of a second.
import { execFile } from "node:child_process";
import { chmod, copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { build } from "esbuild";
import { build as buildPage } from "vite";

/**
 * An assertion of a library that fails without a message makes node read and parse the whole file that it stands in,
 * for the message: seconds of a bundle, in which the process does nothing else. A service can make undici's fail.
 */
const plainAssertions = {
  name: "plain-assertions",
  setup(bundle) {
    bundle.onResolve({ filter: /^node:assert$/ }, ({ kind }) =>
      kind === "require-call" ? { path: "plain-assert", namespace: "plain-assert" } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "plain-assert" }, () => ({
      contents: `const assert = require("assert");
const ok = (value, message = "an assertion of a library failed") => assert.ok(value, message);
module.exports = Object.assign((value, message) => ok(value, message), assert, { ok });`,
    }));
  },
};

await rm("dist", { recursive: true, force: true });
await build({
  plugins: [plainAssertions],
  entryPoints: {
    main: "src/main.ts",
    "append-thread": "src/cluster/append-thread.ts",
    "backtest-share": "src/backtest/backtest-share.ts",
    "bench-thread": "src/backtest/bench/bench-thread.ts",
    "play-thread": "src/history/play-thread.ts",
    "rule-check-thread": "src/files/rule-check-thread.ts",
    "why-thread": "src/why/why-thread.ts",
  },
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

// The page, served from memory by the feed's port. Its addresses are relative, so that it works under any path of a proxy.
await buildPage({
  root: "src/web",
  configFile: false,
  base: "./",
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the page lets nothing stand in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the client asks for where there is no WebSocket; a browser has one.
    rolldownOptions: { external: ["ws"] },
  },
  logLevel: "warn",
});

// What others name keeps its name: the service worker, beside the page that it keeps, and the style of the pages that
// links in mails lead to.
await build({
  entryPoints: { worker: "src/web/worker.ts", page: "src/web/style/answer-page.css" },
  outdir: "dist/web",
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  format: "iife",
  logLevel: "warning",
});

// The client library, for Node and browsers, and its types.
await build({
  entryPoints: { "feed-client": "src/client/feed-client.ts" },
  outdir: "dist/client",
  bundle: true,
  platform: "neutral",
  target: "es2022",
  format: "esm",
  external: ["ws"],
  logLevel: "warning",
});
await promisify(execFile)(process.execPath, [
  "node_modules/typescript/lib/tsc.js",
  "-p",
  "tsconfig.client.json",
]);
// Programs have the types beside the bundle, not our sources.
for (const file of await readdir("dist/client")) {
  if (!file.endsWith(".d.ts")) continue;
  const types = await readFile(`dist/client/${file}`, "utf8");
  await writeFile(`dist/client/${file}`, types.replace(/(?<= from "\.\/[\w-]+)\.ts(?=")/g, ".js"));
}

// The client as a package of its own (`npm run pack:client`): who only reads the feed need not compile SQLite.
const { version, license, engines, dependencies } = JSON.parse(await readFile("package.json", "utf8"));
const clientPackage = {
  name: "yagura-client",
  version,
  description: "The client of Yagura's feed, for Node and browsers.",
  license,
  type: "module",
  exports: { types: "./feed-client.d.ts", default: "./feed-client.js" },
  engines,
  dependencies: { ws: dependencies.ws },
};
await writeFile("dist/client/package.json", `${JSON.stringify(clientPackage, null, 2)}\n`);
await copyFile("src/client/README.md", "dist/client/README.md");
