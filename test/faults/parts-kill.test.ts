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
import { startMonitor } from "../support/monitor.ts";
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
    /** Its answer is lost where the monitor is killed meanwhile. */
    decide: (decision: "release" | "discard") =>
      fetch(`http://127.0.0.1:${port}/control/sources/${decision}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source: "statistics-updates" }),
      }).catch(() => {}),
    /** Kills it as soon as some of what is kept, but not all, came or left in this stage; then starts it again. */
    async killAt(wanted: string) {
      const deadline = Date.now() + patienceMs;
      const isReached = () => {
        const left = stage.get() === wanted ? (parts.get() ?? 0) : 0;
        return left > 0 && left < series;
      };
      while (!isReached()) {
        if (Date.now() > deadline) throw new Error(`never ${wanted} in parts`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await monitor.stop("SIGKILL");
      // What was committed before the kill came through is no less killed in the middle.
      expect(isReached()).toBe(true);
      monitor = await start();
    },
  };
}

type Stage = Awaited<ReturnType<typeof setStage>>;

const baselined = "source.baselined";
const quarantine = ["source.quarantined", "source.released"];
const monday = { "20260105": 1 };
const all = (type: string) => Array.from({ length: series }, () => `statistics.series.${type}`);

/** Waits until all this was told since the first sight, in order. */
async function expectTold(stage: Stage, expected: readonly string[]): Promise<void> {
  const since = () =>
    stage.told().filter((type) => type.startsWith("statistics.") || quarantine.includes(type));
  await until(
    "all to be told",
    () => since().length >= expected.length && stage.hold() === undefined,
    patienceMs,
  );
  expect(since()).toEqual(expected);
}

/** Nothing more comes, and each entry has its alert. */
async function expectNoMore(stage: Stage, expected: readonly string[]): Promise<void> {
  const before = stage.polls();
  // The second of them began when all that the first told was written.
  await until("two more polls", () => stage.polls() >= before + 3, patienceMs);
  await expectTold(stage, expected);
  const alerts = expected.filter((type) => type.startsWith("statistics.")).length;
  expect(stage.alerts()).toBe(alerts);
  expect(stage.seqs()).toEqual(stage.seqs().map((_, index) => index + 1));
}

test("killed while an update and rewrites come, are released, discarded and taken back in parts, it tells each series once", {
  timeout: 300_000,
}, async () => {
  const stage = await setStage();
  stage.say(20260105, monday);
  await until("the first sight", () => stage.told().includes(baselined), patienceMs);
  const both = { ...monday, "20260106": 1 };
  stage.say(20260106, both);
  await stage.killAt("gathering");
  await stage.killAt("told");
  const expected = all("updated");
  await expectTold(stage, expected);

  const held = () => until("the quarantine", () => stage.hold() === "held", patienceMs);
  stage.say(20260107, { ...both, "20260105": 2 });
  await held();
  const released = stage.decide("release");
  await stage.killAt("released");
  await released;
  expected.push(...quarantine, ...all("revised"));
  await expectTold(stage, expected);

  stage.say(20260108, { ...both, "20260105": 3 });
  await held();
  const discarded = stage.decide("discard");
  await stage.killAt("discarded");
  await discarded;
  expected.push(...quarantine);
  await expectTold(stage, expected);

  stage.say(20260109, { ...both, "20260105": 4 });
  await held();
  stage.say(20260110, { ...both, "20260105": 3 });
  await stage.killAt("taken-back");
  expected.push(...quarantine);
  await expectTold(stage, expected);
  await expectNoMore(stage, expected);
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
