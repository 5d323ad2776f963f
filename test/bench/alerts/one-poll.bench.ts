/**
 * A poll with 10,000 changes of which each gives an alert, through the program as it ships, with two receivers and a
 * route that tells them together: the mails, what a reader of the feed gets, and how long the event loop is held up. The
 * floor is the event loop of a process that does nothing.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, bench } from "vitest";
import { WebSocket } from "ws";
import { until } from "../../support/until.ts";
import { buildProgram, startIdle, startMeasuredProgram } from "../catalogue/monitor.ts";
import { openCatalogueService, sizes } from "../catalogue/service.ts";

const changes = 10_000;
const patienceMs = 300_000;
const waitMs = 20_000;
let idle: ReturnType<typeof startIdle>;

beforeAll(() => {
  buildProgram();
  idle = startIdle();
}, 120_000);

afterAll(() => {
  idle.stop();
});

async function polled(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  const outbox = join(folder, "outbox");
  mkdirSync(join(folder, "rules"));
  const service = await openCatalogueService(sizes.FF);
  writeFileSync(join(folder, "monitor.yaml"), settings(service.url));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  let next = service.nextPoll();
  const monitor = await startMeasuredProgram(folder);
  const pass = async () => {
    const answer = await next;
    next = service.nextPoll();
    answer();
  };
  await pass();
  await until("the first sight", () => monitor.baselined() === 1, patienceMs);
  const given = countAlerts(monitor.feed);
  const before = await next;
  service.change(changes, "added");
  await Promise.all([monitor.probe(), idle.probe()]);
  const start = performance.now();
  next = service.nextPoll();
  before();
  await until("all alerts are on the feed", () => given.count() >= changes, patienceMs);
  const seconds = (performance.now() - start) / 1000;
  const mails = () => readdirSync(outbox).filter((name) => name.endsWith(".eml")).length;
  await until("the mails", () => mails() >= 2, patienceMs);
  const [own, floor] = await Promise.all([monitor.probe(), idle.probe()]);
  process.stdout.write(
    `${given.count()} alerts on the feed after ${seconds.toFixed(1)} s, ${mails()} mails; loop p99 ${own.p99Ms.toFixed(0)} ms, p99.9 ${own.p999Ms.toFixed(0)} ms, max ${own.maxMs.toFixed(0)} ms (idle p99 ${floor.p99Ms.toFixed(1)} ms); cpu ${(own.cpuMs / 1000).toFixed(1)} s; peak ${own.peakRssMb.toFixed(0)} MB\n`,
  );
  given.close();
  await monitor.stop();
  const last = await Promise.race([next, Promise.resolve(undefined)]);
  last?.();
  await service.close();
  rmSync(folder, { recursive: true });
}

/** Counts the alerts that a reader of the feed gets. */
function countAlerts(feed: string) {
  const socket = new WebSocket(`${feed}?types=alert.fired`, "yagura.v1");
  const seen = new Set<string>();
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data)) as { type: string; event?: { id: string } };
    if (frame.type === "event" && frame.event) seen.add(frame.event.id);
  });
  return { count: () => seen.size, close: () => socket.terminate() };
}

const rules = `
rules:
  - name: any-update
    on: statistics.series.updated
    title: "{{ now.name }} has a new period"
    notify: [email:desk, email:night]
`;

const settings = (url: string) => `
upstreams:
  market: { url: "http://127.0.0.1:9", apiKey: none }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "${url}", spacing: 0s }
sources:
  statistics-updates: { schedule: "* * * * * *", watch: [{ db: FF }] }
rules: rules
state: yagura.db
log: { level: warn }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: { desk: [a@example.com], night: [b@example.com] } }
feed: { port: 0 }
alerts: { routes: [{ name: all, groupBy: [rule], wait: ${waitMs / 1000}s }] }
`;

const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

bench("10,000 alerts of one poll", polled, once);
