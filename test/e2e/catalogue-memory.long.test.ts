/**
 * The memory that a large catalogue takes, 70,000 series in one answer of 41 MB, through the program as it ships. The
 * largest, 166,513 series in 97 MB, the other ways to write it, and a monitor that watches all of it, take minutes: they
 * are tried with `LONG=1`.
 */
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openSimulator } from "../../src/simulator/index.ts";
import { runFetch, startMeasuredMonitor } from "../bench/catalogue/monitor.ts";
import { openCatalogueService, sizes } from "../bench/catalogue/service.ts";
import { isLong } from "../support/runs.ts";

const size = isLong ? sizes.CO : { ...sizes.CO, series: 70_000 };
/** Of the smaller one: 132 MB where rows pass through, 167 where they are kept. */
const mostMb = isLong ? 250 : 160;

async function serveCatalogue() {
  const service = await openCatalogueService(size);
  onTestFinished(service.close);
  return service;
}

const ways = [
  ["ndjson, by a reader that waits", ["--format", "ndjson"], 20_000],
  ["a table", ["--format", "table"], 0],
] as const;

test.each(ways.slice(0, isLong ? 2 : 1))(
  "yagura fetch as %s",
  async (_, words, waitMs) => {
    const service = await serveCatalogue();
    const { lines, peakRssMb } = await runFetch(service.url, "CO", words, waitMs);
    expect(lines).toBeGreaterThanOrEqual(size.series);
    expect(peakRssMb).toBeLessThan(mostMb);
  },
  300_000,
);

async function fetchCsv() {
  const simulator = await openSimulator({
    ...{ catalogue: "full", dialect: "observed", startDate: "2026-11-02", clock: systemClock },
  });
  onTestFinished(simulator.close);
  const words = ["--format", "csv", "--wire", "csv"];
  const { lines, peakRssMb } = await runFetch(simulator.statisticsUrl, "CO", words);
  expect(lines).toBe(sizes.CO.series + 1);
  expect(peakRssMb).toBeLessThan(mostMb);
}

if (isLong) test("yagura fetch as csv of an answer in CSV", fetchCsv, 300_000);

async function watchAll() {
  const service = await serveCatalogue();
  const first = service.nextPoll();
  const monitor = await startMeasuredMonitor(service.url, "{ db: CO }");
  onTestFinished(monitor.stop);
  let pass = await first;
  for (const polled of ["first sight", "unchanged", "unchanged again", "changed"]) {
    await monitor.probe();
    if (polled === "changed") service.change(300, "added");
    const next = service.nextPoll();
    pass();
    pass = await next;
    const { peakRssMb } = await monitor.probe();
    expect.soft(peakRssMb, polled).toBeLessThan(mostMb);
  }
  pass();
}

if (isLong) test("a monitor that watches all of it, from the first sight on", watchAll, 1_800_000);
