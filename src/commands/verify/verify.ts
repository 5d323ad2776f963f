/** `yagura verify`: whether a database is whole. */
import { requireConfig } from "../../app/files/check-files.ts";
import { verifiedLines, verifyStore } from "../../app/verify-store.ts";
import { createProgressLine } from "../terminal.ts";

const toldEveryMs = 500;

export async function verify(
  file: string | undefined,
  options: { config: string; json?: boolean },
): Promise<void> {
  const path = file ?? requireConfig(options.config, process.env).state;
  const line = createProgressLine();
  let toldAt = performance.now();
  const tell = (read: number, all: number) => {
    if (performance.now() - toldAt < toldEveryMs) return;
    toldAt = performance.now();
    line.show(`${read.toLocaleString("en")} of ${all.toLocaleString("en")} entries`);
  };
  const verified = verifyStore(path, options.json ? undefined : tell);
  line.clear();
  process.stdout.write(options.json ? `${JSON.stringify(verified)}\n` : verifiedLines(verified));
  if (!verified.ok) process.exitCode = 1;
}
