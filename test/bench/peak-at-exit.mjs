// Loaded into the program under test (--import): says as its last word how much memory the process had at most, in MB.
import { readFileSync } from "node:fs";

process.channel?.unref();
process.once("beforeExit", () => {
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  process.send?.((Number(peak) * 1024) / 1e6);
});
