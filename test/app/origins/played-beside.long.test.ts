/** A monitor whose service is another one for a while: a real one, the simulator, and the real one again. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyStore } from "../../../src/app/database/verify-store.ts";
import type { Monitor } from "../../../src/app/monitor.ts";
import { startMonitor } from "../../../src/app.ts";
import { serveSimulator } from "../../../src/history/simulated-world.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Event } from "../../../src/model/event.ts";
import { openStoreReader, type StoreReader } from "../../../src/store/reader.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";

const source = "margin-alerts";

/** A folder with a monitor of one source, and a service in which nothing happens during the test. */
async function stage() {
  const service = await serveSimulator({ port: 0, seed: 7, realTime: true, clock: systemClock });
  onTestFinished(service.close);
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const rule = `{ name: any, on: margin.alert.*, title: any, cooldown: 1d }`;
  writeFileSync(join(folder, "rules/one.yaml"), `rules: [${rule}]\n`);
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(folder, name), "");
  const config = join(folder, "monitor.yaml");
  const state = join(folder, "state.db");
  const start = async (url: string, mayPlay?: boolean): Promise<Monitor> => {
    const market = url === "simulated" ? url : `${url}/market/v2`;
    writeFileSync(
      config,
      `upstreams: { market: { url: "${market}", apiKey: k, tier: premium } }
sources: { ${source}: { schedule: "* * * * * *" } }
rules: rules\nstate: state.db\nfeed: { port: 0 }\nlog: { level: silent }\n`,
    );
    return startMonitor(config, {}, { webFolder: folder, mayPlay });
  };
  const eventsIn = ({ log }: StoreReader) =>
    log.read(0, 100_000).map(({ json }) => JSON.parse(json) as Event);
  const events = (): Event[] => {
    const reader = openStoreReader(state);
    const read = eventsIn(reader);
    reader.close();
    return read;
  };
  /** Waits for an event of a type that begins so, with the database opened once. */
  const told = async (begins: string) => {
    const reader = openStoreReader(state);
    await until(begins, () => eventsIn(reader).some(({ type }) => type.startsWith(begins)), 60_000);
    reader.close();
  };
  const own = () => events().filter((event) => event.source === `/sources/${source}`);
  const polled = async (monitor: Monitor) => {
    const began = new Date().toISOString();
    await until("a poll", () => (monitor.look().sources[source]?.lastSuccess ?? "") > began, 20_000);
  };
  return { start, events, told, own, polled, state, real: service.url };
}

test("the simulator plays beside a real state, which goes on when its service is back", async () => {
  const { start, events, told, own, polled, state, real } = await stage();
  const first = await start(real);
  await polled(first);
  await first.stop();
  const before = own();
  expect(before.map(({ type }) => type)).toEqual(["source.baselined"]);
  expect(events().some((event) => "simulated" in event)).toBe(false);

  await expect(start("simulated")).rejects.toThrow(/data of market from 127.*--simulated/);
  expect(own()).toEqual(before);

  const played = await start("simulated", true);
  await told("margin.alert.");
  await played.stop();
  const [begun, ...news] = own().slice(before.length);
  expect([begun?.type, begun?.data.now.reason]).toEqual(["source.baselined", "origin"]);
  const alerts = events().filter(({ type }) => type === "alert.fired");
  expect(alerts.length).toBeGreaterThan(0);
  for (const event of [begun, ...news, ...alerts]) expect(event).toMatchObject({ simulated: true });
  for (const { data } of alerts) expect(data.now.key).toMatch(/^\w{4} \(simulated\)$/);
  expect(await verifyStore(state)).toMatchObject({ ok: true });

  const count = own().length;
  const again = await start(real);
  await polled(again);
  await again.stop();
  expect(own().slice(count)).toEqual([]);
  expect(await verifyStore(state)).toMatchObject({ ok: true });
});

test("a demo becomes real: a new baseline, what rules knew is gone, and its alerts end", async () => {
  const { start, events, told, own, polled, real } = await stage();
  const played = await start("simulated");
  await told("alert.fired");
  await played.stop();
  const fired = events().filter(({ type }) => type === "alert.fired");
  for (const { data, simulated } of fired) expect([data.now.key, simulated]).toEqual([data.now.key, true]);
  expect(fired[0]?.data.now.key).toMatch(/^\w{4}$/);

  const count = events().length;
  const later = await start(real);
  await polled(later);
  await later.stop();
  const since = events().slice(count);
  expect(own().at(-1)).toMatchObject({ type: "source.baselined", data: { now: { reason: "origin" } } });
  const ended = since.filter(({ type }) => type === "alert.resolved");
  expect(ended.length).toBe(new Set(fired.map(({ data }) => data.now.key)).size);
  expect(ended[0]).toMatchObject({ simulated: true, data: { now: { by: "yagura run" } } });
  expect(since.filter(({ simulated, type }) => simulated && type !== "alert.resolved")).toEqual([]);
});
