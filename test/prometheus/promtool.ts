/** Prometheus's own tool; a machine without it fails the test. */
import { spawnSync } from "node:child_process";

export function promtool(args: readonly string[], input = "") {
  const { status, stdout, stderr, error } = spawnSync("promtool", args, { input, encoding: "utf8" });
  if (error) throw error;
  return { status, said: stdout + stderr };
}
