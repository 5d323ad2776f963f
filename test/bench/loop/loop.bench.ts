/**
 * Nobody waits for another: what could hold the event loop of the program as it ships, a row each, and the longest that
 * a process outside waited for `/healthz` and for a pong of the feed. Beside each the same for a monitor with nothing to
 * do, asked in the same time. `ROWS=snapshots,pages` runs some of them alone.
 */
import { afterAll, beforeAll, bench } from "vitest";
import { buildProgram, type MeasuredMonitor } from "../catalogue/monitor.ts";
import { conditions, patterns } from "./rows/conditions.ts";
import { slowDisk } from "./rows/disk.ts";
import { pages } from "./rows/pages.ts";
import { newRules } from "./rows/rules.ts";
import { snapshots } from "./rows/snapshots.ts";
import { templates } from "./rows/templates.ts";
import { type House, makeHouse, type Outside, startOutside } from "./stalls.ts";

/** Tells the waits of some work; `figures` are put behind them. */
export type Measure = (
  what: string,
  monitor: MeasuredMonitor,
  work: () => Promise<string | undefined>,
) => Promise<void>;

const rows = { templates, conditions, pages, snapshots, newRules, patterns, slowDisk };

let outside: Outside;
let restingHouse: House;
let resting: MeasuredMonitor;

/** At once: the whole takes some minutes. */
const tell = (text: string) => void process.stdout.write(`${text}\n`);

beforeAll(async () => {
  buildProgram();
  outside = startOutside();
  restingHouse = makeHouse();
  resting = await restingHouse.start();
  outside.watch(resting.feed, resting.feed);
  tell(
    "| what | /healthz | pong | /healthz, idle | pong, idle | longest turn, processor | idle | process, at most | |\n|---|---|---|---|---|---|---|---|---|",
  );
}, 120_000);

afterAll(async () => {
  outside.stop();
  await resting.stop();
  restingHouse.remove();
});

const watched = new Set<string>();

const measure: Measure = async (what, monitor, work) => {
  const names = [monitor.feed, resting.feed];
  if (!watched.has(monitor.feed)) outside.watch(monitor.feed, monitor.feed);
  watched.add(monitor.feed);
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const name of names) await outside.look(name);
  await Promise.all([monitor.probe(), resting.probe()]);
  const figures = await work();
  const waits = [await outside.look(monitor.feed), await outside.look(resting.feed)];
  const [own, floor] = await Promise.all([monitor.probe(), resting.probe()]);
  const { peakRssMb } = own;
  const ms = [
    ...waits.flatMap(({ healthzMs, pingMs }) => [healthzMs, pingMs]),
    ...[own.turnCpuMs, floor.turnCpuMs],
  ];
  tell(
    `| ${[what, ...ms.map((value) => `${value.toFixed(0)} ms`), `${peakRssMb.toFixed(0)} MB`, figures ?? ""].join(" | ")} |`,
  );
};

const asked = process.env.ROWS?.split(",");
// An async function of its own: another one would be called once more, to know what it is.
const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };
for (const [name, run] of Object.entries(rows))
  if (asked === undefined || asked.includes(name)) bench(name, async () => run(measure), once);
