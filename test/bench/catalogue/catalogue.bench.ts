/**
 * A whole database of 33,859 series by its catalogue of 40 MB, through the program as it ships: how long its event
 * loop is held up by one poll, how large its process becomes, and what it writes.
 */
import { afterAll, beforeAll, bench, describe } from "vitest";
import {
  buildProgram,
  type MeasuredMonitor,
  type Probe,
  startIdle,
  startMeasuredMonitor,
} from "./monitor.ts";
import { type CatalogueService, database, openCatalogueService } from "./service.ts";

type Written = ReturnType<MeasuredMonitor["written"]>;

interface Measured extends Probe {
  readonly poll: string;
  readonly seconds: number;
  readonly wrote: string;
  readonly idle: Probe;
}

const rows: Measured[] = [];
let idle: ReturnType<typeof startIdle>;
let service: CatalogueService;

beforeAll(async () => {
  buildProgram();
  service = await openCatalogueService();
  idle = startIdle();
}, 120_000);

afterAll(async () => {
  idle.stop();
  await service.close();
  process.stdout.write(`catalogue of ${(service.bytes / 1e6).toFixed(1)} MB\n`);
  for (const row of rows) process.stdout.write(`${line(row)}\n`);
});

function line({
  poll,
  seconds,
  p99Ms,
  p999Ms,
  maxMs,
  cpuMs,
  rssMb,
  peakRssMb,
  wrote,
  idle,
}: Measured): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
  return [
    `${poll.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s`,
    `loop p99 ${ms(p99Ms)} p99.9 ${ms(p999Ms)} max ${ms(maxMs)}`,
    `idle p99 ${ms(idle.p99Ms)} max ${ms(idle.maxMs)}`,
    `cpu ${(cpuMs / 1000).toFixed(1).padStart(5)} s`,
    `rss ${rssMb.toFixed(0).padStart(4)} peak ${peakRssMb.toFixed(0).padStart(4)} MB`,
    wrote,
  ].join("  ");
}

/** From one request for the catalogue to the next: a poll, its commit and what follows. */
async function measured(monitor: MeasuredMonitor, poll: string, pass: () => void): Promise<() => void> {
  await Promise.all([monitor.probe(), idle.probe()]);
  const before = monitor.written();
  const start = performance.now();
  const next = service.nextPoll();
  pass();
  const passNext = await next;
  const seconds = (performance.now() - start) / 1000;
  const [probe, floor] = await Promise.all([monitor.probe(), idle.probe()]);
  rows.push({ ...probe, poll, seconds, wrote: wrote(before, monitor.written()), idle: floor });
  return passNext;
}

function wrote(before: Written, after: Written): string {
  if (before.version === after.version) return "wrote nothing";
  return `items ${after.items} (+${after.items - before.items}), entries +${after.entries - before.entries}`;
}

describe("a catalogue of 33,859 series", () => {
  bench(
    "first sight, unchanged, changed",
    async () => {
      const first = service.nextPoll();
      const monitor = await startMeasuredMonitor(service.url, database);
      let pass = await measured(monitor, "first sight", await first);
      pass = await measured(monitor, "unchanged", pass);
      service.change(300, "added");
      pass = await measured(monitor, "300 series changed", pass);
      pass = await measured(monitor, "unchanged", pass);
      await monitor.stop();
      pass();
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});
