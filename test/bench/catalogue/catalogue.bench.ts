/**
 * Large catalogues through the program as it ships: a whole database of 33,859 series by its catalogue of 40 MB, and
 * one of 166,513 by 99 MB, also watched by a layer and fetched. How long the event loop is held up by one poll, how
 * large the process becomes, and what it writes.
 */
import { afterAll, beforeAll, bench, describe } from "vitest";
import {
  buildProgram,
  type MeasuredMonitor,
  type Probe,
  runFetch,
  startIdle,
  startMeasuredMonitor,
} from "./monitor.ts";
import { type CatalogueService, type CatalogueSize, openCatalogueService, sizes } from "./service.ts";

type Written = ReturnType<MeasuredMonitor["written"]>;

interface Measured extends Probe {
  readonly poll: string;
  readonly seconds: number;
  readonly wrote: string;
  readonly idle: Probe;
}

let idle: ReturnType<typeof startIdle>;

/** At once: the whole takes some minutes. */
const tell = (text: string) => void process.stdout.write(`${text}\n`);

beforeAll(() => {
  buildProgram();
  idle = startIdle();
}, 120_000);

afterAll(() => {
  idle.stop();
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
    `${poll.padEnd(38)} ${seconds.toFixed(1).padStart(6)} s`,
    `loop p99 ${ms(p99Ms)} p99.9 ${ms(p999Ms)} max ${ms(maxMs)}`,
    `idle p99 ${ms(idle.p99Ms)} max ${ms(idle.maxMs)}`,
    `cpu ${(cpuMs / 1000).toFixed(1).padStart(5)} s`,
    `rss ${rssMb.toFixed(0).padStart(4)} peak ${peakRssMb.toFixed(0).padStart(4)} MB`,
    wrote,
  ].join("  ");
}

/** From one request for the catalogue to the next: a poll, its commit and what follows. */
function measuring(service: CatalogueService, monitor: MeasuredMonitor, name: string) {
  return async (poll: string, pass: () => void): Promise<() => void> => {
    await Promise.all([monitor.probe(), idle.probe()]);
    const before = monitor.written();
    const start = performance.now();
    const next = service.nextPoll();
    pass();
    const passNext = await next;
    const seconds = (performance.now() - start) / 1000;
    const [probe, floor] = await Promise.all([monitor.probe(), idle.probe()]);
    const { bytes } = service;
    tell(
      line({
        ...probe,
        poll: `${name} of ${(bytes / 1e6).toFixed(1)} MB, ${poll}`,
        seconds,
        wrote: wrote(before, monitor.written()),
        idle: floor,
      }),
    );
    return passNext;
  };
}

function wrote(before: Written, after: Written): string {
  if (before.version === after.version) return "wrote nothing";
  return `items ${after.items} (+${after.items - before.items}), entries +${after.entries - before.entries}`;
}

/** A service of its own for each case: the next begins with nothing changed. */
async function withService(size: CatalogueSize, run: (service: CatalogueService) => Promise<void>) {
  const service = await openCatalogueService(size);
  try {
    await run(service);
  } finally {
    await service.close();
  }
}

async function watched(service: CatalogueService, name: string, watch: string): Promise<void> {
  const first = service.nextPoll();
  const monitor = await startMeasuredMonitor(service.url, watch);
  const poll = measuring(service, monitor, name);
  let pass = await poll("first sight", await first);
  pass = await poll("unchanged", pass);
  service.change(300, "added");
  pass = await poll("300 changed", pass);
  pass = await poll("unchanged", pass);
  await monitor.stop();
  pass();
}

const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

describe("a catalogue of 33,859 series", () => {
  bench(
    "watched by whole database",
    () => withService(sizes.FF, (service) => watched(service, "FF", "{ db: FF }")),
    once,
  );
});

describe("a catalogue of 166,513 series", () => {
  bench(
    "watched by layer",
    () =>
      withService(sizes.CO, (service) =>
        watched(service, "CO, a layer", '{ db: CO, layer: ["1", "*"], frequency: Q }'),
      ),
    once,
  );
  bench(
    "watched by whole database",
    () => withService(sizes.CO, (service) => watched(service, "CO", "{ db: CO }")),
    once,
  );
  bench(
    "fetched",
    () =>
      withService(sizes.CO, async (service) => {
        for (const format of ["ndjson", "csv"]) {
          const { lines, seconds, peakRssMb } = await runFetch(service.url, "CO", ["--format", format]);
          const size = `${(service.bytes / 1e6).toFixed(1)} MB, ${lines} lines`;
          tell(`fetch as ${format}: ${size} in ${seconds.toFixed(1)} s, peak ${peakRssMb.toFixed(0)} MB`);
        }
      }),
    once,
  );
});
