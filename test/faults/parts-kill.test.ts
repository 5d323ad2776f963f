/**
 * The program is killed while a change of a whole database comes and leaves in parts, before and after it is known
 * whether it is a mass rewrite.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { serve } from "../support/services/serve.ts";
import { type StatisticsWorld, statisticsService } from "../support/services/statistics.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Ten parts come, and five leave. */
const series = 500;
const patienceMs = 60_000;

async function setStage() {
  const folder = tmpFolder();
  const world: StatisticsWorld = { series: [] };
  const services = await serve({ statistics: statisticsService(world, "documented") });
  onTestFinished(() => services.close());
  const port = await freePort();
  const config = join(folder, "monitor.yaml");
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  writeFileSync(config, configText(services.url, port));
  const feed = readFeed(`ws://127.0.0.1:${port}/feed`);
  const start = () => startMonitor(config);
  let monitor = await start();
  const db = new Sqlite(join(folder, "state.db"), { readonly: true });
  onTestFinished(() => void db.close());
  const stage = db.prepare<[], string>("SELECT stage FROM holds").pluck();
  const parts = db.prepare<[], number>("SELECT count(*) FROM held_items").pluck();
  return {
    say(lastUpdate: number, values: Record<string, number>) {
      world.series = Array.from({ length: series }, (_, index) => {
        const code = `S${10_000 + index}`;
        return { db: "FF", code, name: `Fictional ${code}`, lastUpdate, values };
      });
    },
    /** Names of what was told, without the alerts. */
    told: () => feed.events.flatMap(({ event: { type } }) => (type === "alert.fired" ? [] : [type])),
    alerts: () => feed.events.filter(({ event: { type } }) => type === "alert.fired").length,
    seqs: () => feed.events.map(({ seq }) => seq),
    hold: () => stage.get(),
    /** Number of polls that began. */
    polls: () => services.asked.filter(({ path }) => path.endsWith("getMetadata")).length,
    decide: (decision: "release" | "discard") =>
      yagura(["sources", decision, "statistics-updates", "--config", config]),
    /** Kills it as soon as some of what is kept, but not all, came or left in this stage; then starts it again. */
    async killAt(wanted: string) {
      const deadline = Date.now() + patienceMs;
      const isReached = () => {
        const left = stage.get() === wanted ? (parts.get() ?? 0) : 0;
        return left > 0 && left < series;
      };
      while (!isReached()) {
        if (Date.now() > deadline) throw new Error(`never ${wanted} in parts`);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await monitor.stop("SIGKILL");
      // What was committed before the kill came through is no less killed in the middle.
      expect(isReached()).toBe(true);
      monitor = await start();
    },
  };
}

type Stage = Awaited<ReturnType<typeof setStage>>;

const [baselined, quarantined, released] = ["source.baselined", "source.quarantined", "source.released"];
const monday = { "20260105": 1 };
const all = (type: string) => Array.from({ length: series }, () => `statistics.series.${type}`);

async function seen(): Promise<Stage> {
  const stage = await setStage();
  stage.say(20260105, monday);
  await until("the first sight", () => stage.told().includes(baselined), patienceMs);
  return stage;
}

/** All that was told since the first sight, in order; then nothing more comes. */
async function expectTold(stage: Stage, expected: readonly string[]): Promise<void> {
  const since = () =>
    stage
      .told()
      .filter((type) => type.startsWith("statistics.") || type === quarantined || type === released);
  await until(
    "all to be told",
    () => since().length >= expected.length && stage.hold() === undefined,
    patienceMs,
  );
  const before = stage.polls();
  // The second of them began when all that the first told was written.
  await until("two more polls", () => stage.polls() >= before + 3, patienceMs);
  expect(since()).toEqual(expected);
  const alerts = expected.filter((type) => type.startsWith("statistics.")).length;
  expect(stage.alerts()).toBe(alerts);
  expect(stage.seqs()).toEqual(stage.seqs().map((_, index) => index + 1));
}

const timeout = 300_000;

test("killed while an update comes and is told in parts, it tells each series once", {
  timeout,
}, async () => {
  const stage = await seen();
  stage.say(20260106, { ...monday, "20260106": 1 });
  await stage.killAt("gathering");
  await stage.killAt("told");
  await expectTold(stage, all("updated"));
});

test("killed while a rewrite comes and is released in parts, it tells each series once", {
  timeout,
}, async () => {
  const stage = await seen();
  stage.say(20260106, { "20260105": 2 });
  await stage.killAt("gathering");
  await until("the quarantine", () => stage.hold() === "held", patienceMs);
  const decided = stage.decide("release");
  await stage.killAt("released");
  await decided;
  await expectTold(stage, [quarantined, released, ...all("revised")]);
});

test("killed while a rewrite is discarded in parts, it tells none of it", { timeout }, async () => {
  const stage = await seen();
  stage.say(20260106, { "20260105": 2 });
  await until("the quarantine", () => stage.hold() === "held", patienceMs);
  const decided = stage.decide("discard");
  await stage.killAt("discarded");
  await decided;
  await expectTold(stage, [quarantined, released]);
});

test("killed while a rewrite leaves that its service took back, it tells none of it", {
  timeout,
}, async () => {
  const stage = await seen();
  stage.say(20260106, { "20260105": 2 });
  await until("the quarantine", () => stage.hold() === "held", patienceMs);
  stage.say(20260107, monday);
  await stage.killAt("taken-back");
  await expectTold(stage, [quarantined, released]);
});

const configText = (url: string, port: number) => `
upstreams:
  market: { url: "http://127.0.0.1:9", apiKey: none }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "${url}/statistics", spacing: 0s }
sources:
  statistics-updates: { schedule: "* * * * * *", watch: [{ db: FF }] }
rules: rules
state: state.db
log: { level: error }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: {} }
feed: { host: 127.0.0.1, port: ${port} }
`;

const rules = `
rules:
  - name: everything
    on: statistics.series.*
    title: "{{ event.type }} {{ event.subject }}"
`;
