import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const root = join(import.meta.dirname, "../..");

/** The settings and rules that ship, in a folder of their own as docs/operating.md says. */
function copied(): { etc: string; folder: string; config: string } {
  const etc = join(tmpFolder(), "etc");
  const folder = join(etc, "yagura");
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "config/monitor.yaml"), join(folder, "monitor.yaml"));
  cpSync(join(root, "rules"), join(folder, "rules"), { recursive: true });
  return { etc, folder, config: join(folder, "monitor.yaml") };
}

describe("the default config file in a folder of its own, its rules beside it", () => {
  test("passes the check", async () => {
    const { code, stdout, stderr } = await yagura(["check", "--config", copied().config]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^ok: 7 sources, [1-9]\d* rules\nleft out: \S*rules\/large-holdings\.yaml needs a source `from: market\/\S+`\n$/,
    );
  });

  test("runs, and keeps all that it writes in that folder", async () => {
    const { etc, folder, config } = copied();
    const monitor = await startMonitor(config, { YAGURA_PORT: "0" });
    expect(existsSync(join(folder, "data/yagura.db"))).toBe(true);
    expect(existsSync(join(folder, "data/outbox"))).toBe(true);
    // Nothing beside the folder: /etc is not the monitor's to write to.
    expect(readdirSync(etc)).toEqual(["yagura"]);
    expect(await monitor.stop("SIGTERM")).toBe(0);
  });
});
