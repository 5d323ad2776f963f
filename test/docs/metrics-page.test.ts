/** docs/operating.md about metrics: its table is that of a running monitor. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runningMonitor } from "../prometheus/running-metrics.ts";
import { withMetricTable } from "./metric-table.ts";
import { home } from "./written-files.ts";

const page = join(home, "docs/operating.md");
const text = readFileSync(page, "utf8");

it("has a row for every metric of a running monitor", async () => {
  const written = withMetricTable(text, await (await runningMonitor()).text());
  expect(written).toContain("\n| `yagura_polls_total` | counter | `source`, `outcome` | ");
  await expect(written, "run `npm run docs`").toMatchFileSnapshot(page);
});
