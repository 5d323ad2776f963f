/** docs/operating.md about metrics: its table is that of a running monitor, and its lines for Prometheus are right. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { promtool } from "../prometheus/promtool.ts";
import { runningMonitor } from "../prometheus/running-metrics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { withMetricTable } from "./metric-table.ts";
import { home } from "./written-files.ts";

const page = join(home, "docs/operating.md");
const text = readFileSync(page, "utf8");

it("has a row for every metric of a running monitor", async () => {
  const written = withMetricTable(text, await (await runningMonitor()).text());
  expect(written).toContain("\n| `yagura_polls_total` | counter | `source`, `outcome` | ");
  await expect(written).toMatchFileSnapshot(page);
});

it("shows lines for Prometheus that it reads", () => {
  const [, shown = ""] = /```yaml\n(scrape_configs:.*?)```/s.exec(text) ?? [];
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
