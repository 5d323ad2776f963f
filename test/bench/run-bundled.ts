import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

/**
 * Runs a script in a process of its own and bundled as the program is, and gives what it prints: a test runner reaches
 * every imported name through an object, which costs more than much of what is measured.
 */
export async function runBundled(script: string, external: readonly string[] = []): Promise<string> {
  const bundle = await bundleScript(script, external);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [bundle.file]);
    return stdout;
  } finally {
    await bundle.remove();
  }
}

interface Bundle {
  readonly file: string;
  remove(): Promise<void>;
}

/** Bundles a script as the program is. */
export async function bundleScript(script: string, external: readonly string[] = []): Promise<Bundle> {
  // Beside the packages, for those that stay outside to be found.
  const folder = join(import.meta.dirname, "../../node_modules/.cache/yagura-bench");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${randomUUID()}.mjs`);
  await build({
    entryPoints: [script],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    // As in the program: its native part stays where it was built.
    external: ["better-sqlite3", ...external],
    minifyWhitespace: true,
    minifySyntax: true,
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  return { file, remove: () => rm(file) };
}
