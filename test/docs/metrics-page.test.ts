/** docs/operating.md and operating.ja.md about metrics: their tables are that of a running monitor. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clusterMetrics, runningMonitor } from "../prometheus/running-metrics.ts";
import { withMetricTable } from "./metric-table.ts";
import { home } from "./written-files.ts";

it("has a row for every metric of a running monitor, in both languages", async () => {
  const metrics = `${await (await runningMonitor()).text()}${clusterMetrics()}`;
  for (const [language, path] of [
    ["en", "docs/operating.md"],
    ["ja", "docs/operating.ja.md"],
  ] as const) {
    const page = join(home, path);
    const written = withMetricTable(readFileSync(page, "utf8"), language, metrics);
    expect(written).toContain("\n| `yagura_polls_total` | counter | `source`, `outcome` | ");
    await expect(written, "run `npm run docs`").toMatchFileSnapshot(page);
  }
});
