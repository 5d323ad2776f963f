/**
 * A poll that rewrites all 33,859 series of a database, through the program as it ships: how long the event loop is
 * held up and how large the process becomes, while the rewrite goes into quarantine, is released, discarded, and taken
 * back by its service. The floor is the event loop of a process that does nothing.
 */
import { afterAll, beforeAll, bench } from "vitest";
import { until } from "../../support/until.ts";
import { buildProgram, type MeasuredMonitor, startIdle, startMeasuredMonitor } from "../catalogue/monitor.ts";
import { openCatalogueService, sizes } from "../catalogue/service.ts";

let idle: ReturnType<typeof startIdle>;

/** At once: the whole takes some minutes. */
const tell = (text: string) => void process.stdout.write(`${text}\n`);
const patienceMs = 600_000;

beforeAll(() => {
  buildProgram();
  idle = startIdle();
}, 120_000);

afterAll(() => {
  idle.stop();
});

async function measured(monitor: MeasuredMonitor, what: string, run: () => Promise<unknown>): Promise<void> {
  await Promise.all([monitor.probe(), idle.probe()]);
  const { entries } = monitor.written();
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1000;
  const [own, floor] = await Promise.all([monitor.probe(), idle.probe()]);
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
  tell(
    [
      `${what.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`,
      `loop p99 ${ms(own.p99Ms)} p99.9 ${ms(own.p999Ms)} max ${ms(own.maxMs)}`,
      `idle p99 ${ms(floor.p99Ms)} max ${ms(floor.maxMs)}`,
      `cpu ${(own.cpuMs / 1000).toFixed(1).padStart(5)} s`,
      `rss ${own.rssMb.toFixed(0).padStart(4)} peak ${own.peakRssMb.toFixed(0).padStart(4)} MB`,
      `entries +${monitor.written().entries - entries}`,
    ].join("  "),
  );
}

async function rewritten(): Promise<void> {
  const { series } = sizes.FF;
  const service = await openCatalogueService(sizes.FF);
  const first = service.nextPoll();
  const monitor = await startMeasuredMonitor(service.url, "{ db: FF }");
  let pass = await first;
  /** Passes the poll that waits, until the next one asks for the catalogue. */
  const poll = async () => {
    const next = service.nextPoll();
    pass();
    pass = await next;
  };
  const over = () => until("the quarantine is over", () => !monitor.isHeld(), patienceMs);
  await measured(monitor, "first sight", poll);
  await measured(monitor, "unchanged", poll);
  service.change(series, "revised");
  await measured(monitor, "held", poll);
  await measured(monitor, "still held", poll);
  await measured(monitor, "released", async () => {
    tell(JSON.stringify(await monitor.decide("release")));
    await over();
  });
  await poll();
  service.change(series, "revised");
  await measured(monitor, "held", poll);
  await measured(monitor, "discarded", async () => {
    tell(JSON.stringify(await monitor.decide("discard")));
    await over();
  });
  await poll();
  service.change(series, "revised");
  await measured(monitor, "held", poll);
  service.change(series, "restored");
  await measured(monitor, "taken back", poll);
  await measured(monitor, "unchanged", poll);
  service.change(series, "added");
  await measured(monitor, "all updated", poll);
  await monitor.stop();
  pass();
  await service.close();
}

bench("a rewrite of all 33,859 series", rewritten, {
  ...{ iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
});
