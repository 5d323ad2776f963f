/** A cluster whose servers have lost what they confirmed is looked at, and begins anew from a database, on a real server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { adoptDatabase, refusalOf } from "../../../src/app/cluster/adopt.ts";
import { watchEpoch } from "../../../src/app/cluster/epoch-watch.ts";
import { surveyCluster, troublesOf } from "../../../src/app/cluster/survey.ts";
import type { ClusterEngine } from "../../../src/cluster/engine.ts";
import { placeKey } from "../../../src/store/door.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import { openStore } from "../../../src/store/store.ts";
import { engineOn, patientMs, settingsOf, stamp } from "../../cluster/engine.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { yagura } from "../../support/monitor.ts";
import { type NatsServers, startNats } from "../../support/nats.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";

let servers: NatsServers;
beforeAll(async () => {
  servers = await startNats({ servers: 1 });
});
afterAll(() => servers.stop());

const beat = { name: "tokyo-2", part: "follower", term: 1, seq: 0, version: "1.0.0", format: 7, page: "" };

/** A database that has two messages more than its log, and the settings of its machine. */
async function aheadMachine() {
  const settings = settingsOf(servers.addresses);
  const engine = await engineOn(settings);
  const folder = tmpFolder();
  const state = join(folder, "m.db");
  const store = openStore(state, { now: Date.now });
  const { epoch } = store.log;
  store.meta.set(placeKey, "5");
  store.close();
  await engine.epochs.begin(epoch, (await engine.epochs.newest())?.sequence ?? 0);
  const shared = await engine.open(epoch);
  for (const n of [0, 1, 2]) await shared.log.append(n, { kind: "proof" }, stamp, patientMs);
  const config = join(folder, "monitor.yaml");
  const cluster = `cluster: { nats: ["${servers.addresses[0]}"], name: tokyo-1, replicas: 1 }`;
  writeFileSync(config, `state: m.db\nrules: rules\nupstreams: { market: { url: simulated } }\n${cluster}\n`);
  return { settings, engine, state, epoch, shared, config };
}

/** Beats for a machine until the test ends. */
function machineAt(engine: ClusterEngine, epoch: string, place: number): void {
  const { beat: say } = engine.talk(epoch);
  const timer = setInterval(() => say({ ...beat, place }), 100);
  onTestFinished(() => clearInterval(timer));
}

test("it begins anew from the machine that is furthest: database, snapshot, and an end of the old log", async () => {
  const { settings, engine, state, epoch, shared, config } = await aheadMachine();
  machineAt(engine, epoch, 4);
  const facts = await surveyCluster(engine, { replicas: 1, epoch });
  expect(troublesOf(facts).map(({ kind }) => kind)).toEqual(["short-log", "no-writer"]);
  const clock = createHandClock();
  let replaced = 0;
  onTestFinished(watchEpoch({ epochs: engine.epochs, epoch, clock }, () => (replaced += 1)));

  const unsure = await yagura(["cluster", "adopt", "--config", config]);
  expect([unsure.code, unsure.stderr.split("\n").at(-2)]).toEqual([
    2,
    "yagura: nothing was written: call it with --yes",
  ]);
  const before = await engine.epochs.newest();
  expect(before?.epoch).toBe(epoch);

  const options = { settings, state, isForced: false, sure: () => undefined };
  const { next } = await adoptDatabase(engine, options);
  expect((await engine.epochs.newest())?.epoch).toBe(next);
  const reader = openStoreReader(state);
  expect([reader.log.epoch, reader.meta(placeKey)]).toEqual([next, "0"]);
  reader.close();
  const store = openStore(state, { now: Date.now, journal: { append: () => 1, placed() {}, undone() {} } });
  onTestFinished(() => store.close());
  expect(store.putBack()).toMatchObject({ reason: "adopted", head: 0 });
  expect(await (await engine.open(next)).snapshots.newest()).toMatchObject({ sequence: 0 });
  // Who still wrote on the old log is fenced by its last message.
  expect(await shared.log.append(3, { kind: "proof" }, stamp, patientMs)).toEqual({ refused: 4 });
  clock.move(2_000);
  await until("the machine sees it", () => replaced === 1);
});

test("it refuses where another machine is further, names it, and leaves everything as it was", async () => {
  const { settings, engine, state, epoch } = await aheadMachine();
  machineAt(engine, epoch, 6);
  const options = { settings, state, isForced: false, sure: () => expect.unreachable() };
  await expect(adoptDatabase(engine, options)).rejects.toThrow(
    "the machine tokyo-2 is further, at 6, and this one at 5: call it there; --force adopts it all the same",
  );
  expect((await engine.epochs.newest())?.epoch).toBe(epoch);
});

test("`cluster status` says what is wrong, and ends with 1", async () => {
  const { epoch, config } = await aheadMachine();
  const { code, stdout } = await yagura(["cluster", "status", "--json", "--config", config]);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { ok: false, epoch, log: { last: 3, leader: "n1" }, machines: [], troubles: [{ kind: "no-writer" }] },
  ]);
});

test("nothing is adopted where nothing is lost, or where the cluster went on without this database", () => {
  const own = { epoch: "one", name: "tokyo-1", place: 5, seq: 9 };
  const log = {
    leader: "n1",
    followers: [],
    first: 1,
    last: 5,
    bytes: 1,
    servers: [],
    syncs: "unknown" as const,
  };
  const facts = { epoch: "one", replicas: 1, machines: [], log };
  expect(refusalOf(own, facts)).toMatch("nothing is lost");
  expect(refusalOf(own, { ...facts, log: { ...log, last: 4 } })).toBeUndefined();
  expect(refusalOf({ ...own, place: undefined }, facts)).toBeUndefined();
  expect(refusalOf(own, { ...facts, epoch: "two" })).toMatch("another epoch");
  // One whose beginning was broken off.
  expect(refusalOf(own, { ...facts, epoch: "two", log: { ...log, last: 0 } })).toBeUndefined();
});
