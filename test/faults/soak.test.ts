/**
 * The built program under far more than the load of a busy day, with faults all the while: nothing is lost or made
 * up, and what it holds (memory, handles, the write-ahead log) does not grow.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { opened, startMailServer } from "../support/mail-server.ts";
import { Random } from "../support/random.ts";
import { forumService } from "../support/services/forum.ts";
import { marketKey, marketService } from "../support/services/market.ts";
import { serve } from "../support/services/serve.ts";
import { statisticsService } from "../support/services/statistics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { createWeather } from "./soak/weather.ts";
import { createSoakWorld, soakCodes } from "./soak/world.ts";
import { tell, trialsOf } from "./trials.ts";

const seed = Number(process.env.SEED ?? 1);
const minutes = Number(process.env.MINUTES ?? trialsOf({ quick: 0.2, all: 30 }));
/** Growth counts from then on. */
const warmUp = Math.min(10, minutes / 3);
const changesPerSecond = 4;
const readers = 20;
const desk = "desk@example.com";
/** Of every so many minutes one in ten is without services, and another without a mail server. */
const outageEvery = Math.min(5, minutes);
/** A mail that was postponed comes again after a minute, which the quick part does not wait for. */
const mailOutages = minutes >= outageEvery + 1;

interface Sample {
  /** Hours since the start. */
  readonly at: number;
  readonly rssMb: number;
  readonly usedMb: number;
  readonly open: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly walMb: number;
}

test(`${minutes} minutes of five times a busy day's load, with faults`, async (context) => {
  const random = new Random(seed);
  const next = () => random.next();
  const today = new Date(Date.now() + 9 * 3_600_000);
  while ([0, 6].includes(today.getUTCDay())) today.setUTCDate(today.getUTCDate() - 1);
  const world = createSoakWorld(today.toISOString().slice(0, 10), next);
  const weather = createWeather(next);
  const services = await serve({
    market: weather.over(marketService(world.market, "documented")),
    forum: weather.over(forumService(world.forum, "documented")),
    statistics: weather.over(statisticsService(world.statistics, "documented")),
  });
  onTestFinished(() => services.close());
  const mails = await startMailServer();
  const port = await freePort();
  const folder = tmpFolder();
  const config = join(folder, "monitor.yaml");
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/soak.yaml"), rules);
  writeFileSync(config, settings(services.url, mails.url, port));
  weather.calm = true;
  const monitor = await start(config);
  const feed = `ws://127.0.0.1:${port}/feed`;
  const feeds = Array.from({ length: readers }, () => readFeed(feed));
  const [reader] = feeds;
  if (!reader) throw new Error("no reader");
  const count = (type: string) => reader.events.filter(({ event }) => event.type === type).length;
  await until("five baselines", () => count("source.baselined") === 5);
  weather.calm = false;

  const sample = async (from: number): Promise<Sample> => ({
    ...(await probe(monitor)),
    at: (Date.now() - from) / 3_600_000,
    walMb: statSync(join(folder, "yagura.db-wal")).size / 1e6,
  });
  const start0 = await sample(Date.now());
  const from = Date.now();
  const samples: Sample[] = [];
  for (let turn = 0; Date.now() < from + minutes * 60_000; turn += 1) {
    world.change(turn);
    const part = (((Date.now() - from) / 60_000) % outageEvery) / outageEvery;
    weather.down = part > 0.9;
    if (mailOutages && part > 0.5 && part < 0.6) mails.busy.add(desk);
    else mails.busy.delete(desk);
    if (turn % (changesPerSecond * 15) === 0) samples.push(await sample(from));
    await sleep(1_000 / changesPerSecond);
  }
  samples.push(await sample(from));
  Object.assign(weather, { calm: true, down: false });
  mails.busy.clear();
  // Two rules may speak of one comment: a mail names both.
  const alone = () =>
    reader.events.filter(
      ({ event }) => event.type === "alert.fired" && event.data.now.unmailed === undefined,
    );
  const unsent = () => alone().length - mails.received.length;
  await until(
    "all that happened is told",
    () => world.compare(reader.events).lost.length === 0,
    120_000,
  ).catch(() => {});
  await until("every mail is sent", () => unsent() <= 0, 600_000).catch(() => {});
  // Connections that are kept for the next request or mail go after half a minute.
  const allowed = start0.open + 5;
  let end = await sample(from);
  const isBack = async () => {
    end = await sample(from);
    return end.open <= allowed;
  };
  await until("handles are back", isBack, 90_000).catch(() => {});
  // The last outage may have ended, and been told, while handles came back.
  await until("every mail is sent", () => unsent() <= 0, 60_000).catch(() => {});
  // The monitor goes on: what it tells while the mails are read is not asked about.
  const left = Math.max(0, unsent());

  const { lost, wrong } = world.compare(reader.events);
  const late = feeds.filter((one) => one.events.length < reader.events.length - 50);
  const ids = await Promise.all(mails.received.map(async (mail) => (await opened(mail)).messageId));
  const warm = samples.filter(({ at }) => at * 60 >= warmUp);
  const growth = (of: "rssMb" | "usedMb") => slopeOf(warm.map((one) => ({ at: one.at, value: one[of] })));
  const most = (of: "walMb" | "p99Ms" | "maxMs" | "rssMb") => Math.max(...samples.map((one) => one[of]));
  tell(context, {
    fault: `${minutes} minutes at five times the load, 4 % of answers wrong, services and mail server away one minute in ten`,
    tried: world.changes(),
    lost: lost.length + left,
    wrong: wrong.length + ids.length - new Set(ids).size,
    shown: [
      `resident ${growth("rssMb").toFixed(2)} MB an hour, used ${growth("usedMb").toFixed(2)}`,
      `at most ${most("rssMb").toFixed(0)} MB`,
      `handles ${start0.open} to ${end.open}`,
      `WAL ${most("walMb").toFixed(1)} MB`,
      `loop p99 ${most("p99Ms").toFixed(0)} ms`,
      `${count("alert.fired")} alerts mailed, ${count("source.failed")} outages told`,
    ].join("; "),
    failsWith: "a list that keeps every entry; a page of comments that is not asked for",
  });
  process.stdout.write(samples.map((one) => `${JSON.stringify(one)}\n`).join(""));
  expect({ lost, wrong, unsent: left, late: late.length }).toEqual({
    lost: [],
    wrong: [],
    unsent: 0,
    late: 0,
  });
  expect(new Set(ids).size).toBe(ids.length);
  expect(end.open).toBeLessThanOrEqual(allowed);
  expect(most("walMb")).toBeLessThan(64);
  if (minutes >= 20) expect(growth("usedMb")).toBeLessThan(1);
});

async function start(config: string): Promise<ChildProcess> {
  const root = join(import.meta.dirname, "../..");
  const child = fork(join(root, "dist/main.js"), ["run", "--config", config], {
    execArgv: ["--v8-pool-size=1", "--expose-gc", "--import", join(import.meta.dirname, "soak/probe.mjs")],
    env: { PATH: process.env.PATH, KEY: marketKey },
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout ?? child, "data");
  return child;
}

async function probe(child: ChildProcess): Promise<Omit<Sample, "at" | "walMb">> {
  child.send("probe");
  const [answer] = await once(child, "message");
  return answer;
}

/** Growth in one unit of `at`, by least squares; 0 where there are too few points to say. */
function slopeOf(points: readonly { at: number; value: number }[]): number {
  if (points.length < 10) return 0;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(points.map((point) => point.at));
  const value = mean(points.map((point) => point.value));
  const over = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  return over / points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
}

function settings(url: string, smtp: string, port: number): string {
  return `
upstreams:
  market: { url: "${url}/market/v2", apiKey: "\${KEY}", tier: premium }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics", language: en }
sources:
  forum-comments: { schedule: "*/4 * * * * *", codes: [${soakCodes.map((code) => `"${code}"`)}], pageSize: 50 }
  forum-ranking: { schedule: "*/10 * * * * *", terms: [daily] }
  margin-alerts: { schedule: "*/10 * * * * *" }
  short-sale-reports: { schedule: "*/10 * * * * *" }
  statistics-updates: { schedule: "*/10 * * * * *", watch: [{ db: FM08, codes: [FXERD01] }] }
rules: rules
state: yagura.db
log: { level: error }
email:
  smtp: "${smtp}"
  from: "Yagura <yagura@example.com>"
  recipients: { desk: [${desk}] }
feed: { host: 127.0.0.1, port: ${port}, heartbeatMs: 5000 }
`;
}

/** Rules that mail, that remember, and that hold back. */
const rules = `
rules:
  - name: tenth
    on: forum.comment.posted
    when: now.part % 10 == 0
    title: "{{ now.code }}: {{ now.body }}"
    notify: [email:desk]
  - name: busy
    on: forum.comment.posted
    count: { within: 10m, at_least: 8 }
    title: "{{ event.subject }} is talked about"
    cooldown: 5m
    notify: [email:desk]
  - name: figures
    on: [margin.alert.*, short.report.*]
    title: "{{ event.subject }}"
    cooldown: 10m
    notify: [email:desk]
`;
