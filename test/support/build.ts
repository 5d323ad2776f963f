/** Builds the program once before the tests, so that none runs against yesterday's. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export function setup(): void {
  const root = join(import.meta.dirname, "../..");
  execFileSync(process.execPath, ["build.mjs"], { cwd: root, stdio: "inherit" });
}
