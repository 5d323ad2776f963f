/** docs/operating.md about metrics: its lines for Prometheus are right. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { promtool } from "../prometheus/promtool.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { home } from "./written-files.ts";

const text = readFileSync(join(home, "docs/operating.md"), "utf8");

it("shows lines for Prometheus that it reads", () => {
  const [, shown = ""] = /```yaml\n# prometheus.yml\n(scrape_configs:.*?)```/s.exec(text) ?? [];
  expect(shown).toContain("rule_files:");
  const folder = tmpFolder();
  writeFileSync(join(folder, "token"), "a-token");
  const alerts = join(home, "config/prometheus/alerts.yml");
  const lines = shown
    .replace("/etc/prometheus/yagura-token", join(folder, "token"))
    .replace("/etc/yagura/prometheus/alerts.yml", alerts);
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, lines);
  expect(promtool(["check", "config", file])).toMatchObject({
    status: 0,
    said: expect.stringContaining("1 rule files found"),
  });
});
