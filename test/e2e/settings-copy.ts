/** The settings and rules that ship, in a folder of their own as docs/operating.md says. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export function copySettings(folder: string): { readonly config: string; readonly state: string } {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "config/monitor.yaml"), join(folder, "monitor.yaml"));
  cpSync(join(root, "rules"), join(folder, "rules"), { recursive: true });
  return { config: join(folder, "monitor.yaml"), state: join(folder, "data/yagura.db") };
}
