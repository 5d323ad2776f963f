/** The figures of a running monitor, as Prometheus reads them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createWriterMeasures, machineMeasures } from "../../src/app/cluster/standing.ts";
import { createMetrics } from "../../src/app/metrics/monitor-metrics.ts";
import { startMonitor } from "../../src/app.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const rules = "rules: [{ name: any, on: source.baselined, title: any, notify: [email:desk] }]\n";

/** Starts a monitor of simulated services with one rule; it is stopped when the test ends. */
export async function runningMonitor(feed = "{ port: 0 }") {
  const folder = tmpFolder();
  const ruleFile = join(folder, "rules/one.yaml");
  mkdirSync(join(folder, "rules"));
  writeFileSync(ruleFile, rules);
  const config = join(folder, "monitor.yaml");
  const settings = [
    "rules: rules",
    "state: state.db",
    "log: { level: silent }",
    `feed: ${feed}`,
    `email: { smtp: "file:${join(folder, "outbox")}", recipients: { desk: [desk@example.com], night: [desk@example.com] } }`,
    "sources: { short-sale-reports: { schedule: '0 * * * * *' }, margin-alerts: { schedule: '0 * * * * *' } }",
  ].join("\n");
  writeFileSync(config, `${settings}\n`);
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(folder, name), "");
  const monitor = await startMonitor(config, {}, { webFolder: folder });
  onTestFinished(monitor.stop);
  const text = async (headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(new URL("/metrics", monitor.ready.page), { headers })).text();
  return { ruleFile, ready: monitor.ready, text, series: async () => seriesOf(await text()) };
}

/** What a machine that writes for a cluster tells besides. */
export function clusterMetrics(): string {
  const metrics = createMetrics();
  const now = () => ({ name: "tokyo-1", part: "writer" as const, term: 8, place: 88_000, behind: 0 });
  const own = createWriterMeasures({ confirmedMs: () => 120 }, { now: () => 60_000 });
  own.snapshot(0);
  metrics.add([...machineMeasures(now), ...own.measures]);
  return metrics.text("friend");
}

/** Reads the lines with figures. */
export function seriesOf(text: string): Series[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name = "", inner = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** The value of a series. Throws where there is none, or more than one. */
export function figure(series: readonly Series[], name: string, labels: Series["labels"] = {}): number {
  const found = series.filter(
    (one) => one.name === name && Object.entries(labels).every(([label, text]) => one.labels[label] === text),
  );
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} series of ${name}`);
  return first.value;
}
