/** The parts of the benches that are written in C, so that what is measured beside them is the server. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";

/** Compiles a file of this folder, and gives the program's path. Throws where the machine has no compiler. */
export function compileNative(source: string): string {
  // Beside the packages, where the bundles of other benches are, too.
  const folder = join(import.meta.dirname, "../../../node_modules/.cache/yagura-bench");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, basename(source, ".c"));
  execFileSync("cc", ["-O2", "-o", program, join(import.meta.dirname, source)]);
  return program;
}

/** Whether this machine has a C compiler. */
export function hasCompiler(): boolean {
  try {
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
