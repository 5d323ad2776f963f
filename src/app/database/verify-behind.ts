/** The look at the whole database behind a monitor that has started: in a process of its own, which nobody waits for. */
import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import type { Log } from "../../lib/log.ts";
import type { Store } from "../../store/store.ts";
import type { Verified } from "./verify-store.ts";

/** Everything else goes before it. */
const lowestPriority = 19;

/** @param program the file that runs `yagura verify`; the answer ends it */
export function verifyBehind(
  program: string,
  { path, damages }: Pick<Store, "path" | "damages">,
  log: Log,
): () => void {
  const child = spawn(process.execPath, [program, "verify", path, "--json", "--no-rules"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.on("spawn", () => {
    // Where the system does not allow it, it runs as any other.
    if (child.pid !== undefined) tried(() => setPriority(child.pid as number, lowestPriority));
  });
  child.on("error", (error) => log.error({ error: String(error) }, "the database could not be looked at"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.on("close", (code) => {
    if (code === 0 || code === 1) {
      const { ok, entries, damaged } = JSON.parse(said) as Verified;
      for (const damage of damaged) damages.add(damage);
      log.info({ ok, entries }, "the whole database was looked at");
    } else if (code !== null) log.error({ code }, "the database could not be looked at");
  });
  return () => void child.kill();
}

function tried(work: () => void): void {
  try {
    work();
  } catch {}
}
