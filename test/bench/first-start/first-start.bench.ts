/**
 * A first start beside a whole market, through the program as it ships and with the rules that ship: 3,800 listed
 * stocks, ten days of short sellers' reports and margin alerts, and a database of 33,859 series. When the program is
 * ready, and how long the event loop is held up until all of it is stored; then the same with rules that name what
 * stands, which are given after a stop and take in what is stored. The floors are a start that watches nothing, and the
 * event loop of a process that does nothing.
 */
import { type ChildProcess, fork } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, bench } from "vitest";
import { until } from "../../support/until.ts";
import { buildProgram, type MeasuredMonitor, startIdle, startMeasuredProgram } from "../catalogue/monitor.ts";
import { openCatalogueService, sizes } from "../catalogue/service.ts";

const root = join(import.meta.dirname, "../../..");
const patienceMs = 900_000;

let idle: ReturnType<typeof startIdle>;
const tell = (text: string) => void process.stdout.write(`${text}\n`);

beforeAll(() => {
  buildProgram();
  idle = startIdle();
}, 120_000);

afterAll(() => {
  idle.stop();
});

/** The market and the forum, in a process of their own. */
async function startMarket(): Promise<{ market: string; forum: string; child: ChildProcess }> {
  const args = ["simulate", "--port", "0", "--market", "full", "--real-time", "--start", "2026-01-05"];
  const child = fork(join(root, "dist/main.js"), args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const urls = await new Promise<{ market: string; forum: string }>((resolve) => {
    child.stdout?.once("data", (line) => resolve(JSON.parse(String(line))));
  });
  return { ...urls, child };
}

async function measured(monitor: MeasuredMonitor, what: string, run: () => Promise<unknown>): Promise<void> {
  await Promise.all([monitor.probe(), idle.probe()]);
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1000;
  const [own, floor] = await Promise.all([monitor.probe(), idle.probe()]);
  const { items, entries } = monitor.written();
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
  tell(
    [
      `${what.padEnd(26)} ready after ${ms(monitor.readyMs)}, then ${seconds.toFixed(1).padStart(6)} s`,
      `loop p99 ${ms(own.p99Ms)} p99.9 ${ms(own.p999Ms)} max ${ms(own.maxMs)}`,
      `idle p99 ${ms(floor.p99Ms)} max ${ms(floor.maxMs)}`,
      `cpu ${(own.cpuMs / 1000).toFixed(1).padStart(5)} s`,
      `rss ${own.rssMb.toFixed(0).padStart(4)} peak ${own.peakRssMb.toFixed(0).padStart(4)} MB`,
      `items ${items}, entries ${entries}`,
    ].join("  "),
  );
}

async function firstStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  const { market, forum, child } = await startMarket();
  const service = await openCatalogueService(sizes.FF);
  const write = (more: string) =>
    writeFileSync(join(folder, "monitor.yaml"), configText({ market, forum, statistics: service.url }, more));
  cpSync(join(root, "rules"), join(folder, "rules"), { recursive: true });
  const life = async (what: string, isDone: (monitor: MeasuredMonitor) => boolean) => {
    const monitor = await startMeasuredProgram(folder);
    await measured(monitor, what, () => until(what, () => isDone(monitor), patienceMs));
    await monitor.stop();
  };
  write("");
  await life("no sources", () => true);
  write(sources);
  const baselined = (count: number) => (monitor: MeasuredMonitor) => monitor.baselined() === count;
  await life("first start", baselined(5));
  const second = performance.now();
  await life("second start", () => performance.now() - second > 15_000);
  writeFileSync(join(folder, "rules/standing.yaml"), standingRules);
  const third = performance.now();
  await life("with standing values", () => performance.now() - third > 15_000);
  child.kill();
  await service.close();
  rmSync(folder, { recursive: true });
}

bench("a first start beside a whole market", firstStart, {
  ...{ iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
});

// Without the calm of the services: a loop that mostly waits would hide how long it is held up.
const configText = (urls: Readonly<Record<"market" | "forum" | "statistics", string>>, more: string) => `
upstreams:
  market: { url: "${urls.market}", apiKey: key, tier: premium }
  forum: { url: "${urls.forum}" }
  statistics: { url: "${urls.statistics}", spacing: 0s }
sources: {${more}}
rules: rules
state: yagura.db
log: { level: error }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
`;

const hourly = `schedule: "0 0 * * * *"`;
const sources = `
  forum-ranking: { ${hourly}, terms: [daily, weekly, monthly] },
  margin-alerts: { ${hourly} },
  short-sale-reports: { ${hourly} },
  issues: { ${hourly}, from: market/equities/master },
  statistics-updates: { ${hourly}, watch: [{ db: FF }] },
`;

const standingRules = `
standing:
  series: { of: statistics-updates, count: true, by: [now.category] }
  totalShort: { of: short-sale-reports, sum: now.ratio, by: [now.code] }
rules:
  - name: many-series
    on: statistics.series.*
    when: standing.series > 100000
    title: "{{ standing.series }}"
  - name: heavily-shorted
    on: short.report.*
    when: standing.totalShort > 5
    title: "{{ now.code }} {{ standing.totalShort }}"
`;
