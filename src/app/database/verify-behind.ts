/** The look at the whole database behind a monitor that has started: in a process of its own, which nobody waits for. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Log } from "../../lib/log.ts";
import type { Store } from "../../store/store.ts";
import type { Verified } from "./verify-store.ts";

/** Characters of the end of what it said on stderr. */
const longestFault = 1_000;

/** @param program the file that runs `yagura verify`; the answer ends it, and is done when it is gone */
export function verifyBehind(
  program: string,
  { path, damages }: Pick<Store, "path" | "damages">,
  log: Log,
): () => Promise<void> {
  // A monitor that is killed leaves nobody behind who keeps its files open: the pipe of stdin ends with it.
  const child = spawn(process.execPath, [program, "verify", path, "--json", "--no-rules", "--behind"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  const lost = (error: string, code?: number) =>
    log.error({ error, ...(code !== undefined && { code }) }, "the database could not be looked at");
  child.on("error", (error) => lost(String(error)));
  let said = "";
  let fault = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    fault = (fault + text).slice(-longestFault);
  });
  child.on("close", (code) => {
    if (code === null) return;
    const verified = code === 0 || code === 1 ? verifiedIn(said) : undefined;
    if (verified === undefined) return lost(fault.trim() || "it gave no answer", code);
    const { ok, entries, damaged } = verified;
    for (const damage of damaged) damages.add(damage);
    log.info({ ok, entries }, "the whole database was looked at");
  });
  const closed = once(child, "close").catch(() => {});
  return async () => {
    child.kill();
    // Whoever closes the database last brings all of it into its file.
    await closed;
  };
}

/** Undefined where it is no answer: a process that dies of a fault of its own ends with 1, too. */
function verifiedIn(said: string): Verified | undefined {
  try {
    const verified = JSON.parse(said);
    return Array.isArray(verified?.damaged) ? verified : undefined;
  } catch {
    return undefined;
  }
}
