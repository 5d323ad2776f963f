import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRememberedWorld } from "../../src/history/simulated-world.ts";
import { openStore } from "../../src/store/store.ts";
import { runFetch } from "../commands/services/fetch/run-fetch.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** In November; the world began in March and has lived ten days since. */
const now = Date.parse("2026-11-20T03:00:00Z");
const place = { startDate: "2026-03-02", elapsedMs: 600_000 };

async function openMonitor(clock: HandClock, state: string, first = place) {
  const store = openStore(state, { now: clock.now });
  if (store.meta.get("simulator") === undefined) store.meta.set("simulator", JSON.stringify(first));
  const world = await openRememberedWorld(store.meta, clock);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= world.close().then(store.close);
    return stopped;
  };
  onTestFinished(stop);
  return { world, stop };
}

const comments = "forum comments --code 7203 --size 20";
const withoutLinks = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.map(({ authorLink: _, icon: __, ...row }) => row);

test("fetch shows the world of the monitor beside it, at its moment", async () => {
  const state = join(tmpFolder(), "yagura.db");
  const clock = createHandClock(now);
  const { world } = await openMonitor(clock, state);
  for (const ms of [0, 7_300, 4_900]) {
    clock.move(ms);
    const own = await runFetch(world, comments, undefined, clock);
    const fetched = await runFetch({ state }, comments, undefined, clock);
    expect(own.rows).toHaveLength(20);
    expect(withoutLinks(fetched.rows)).toEqual(withoutLinks(own.rows));
    expect(fetched.asides[0]).toBe(
      "SIMULATED: forum is served by the built-in simulator, whose day is 2026-03-16",
    );
  }
});

/** A minute before the world that began 120 business days ago is the present. */
const almostPresent = { startDate: "2026-05-28", elapsedMs: 119 * 60_000 };

test("fetch shows the monitor's world while it catches up with the clock, and while it follows it", async () => {
  const state = join(tmpFolder(), "yagura.db");
  const clock = createHandClock(now);
  const { world } = await openMonitor(clock, state, almostPresent);
  for (const ms of [0, 57_300, 34_900, 3_600_000, 2_345]) {
    clock.move(ms);
    const own = await runFetch(world, comments, undefined, clock);
    const fetched = await runFetch({ state }, comments, undefined, clock);
    expect(own.rows).toHaveLength(20);
    expect(withoutLinks(fetched.rows)).toEqual(withoutLinks(own.rows));
  }
  expect(clock.now() - Number(world.now())).toBeLessThan(1_100);
});

test("a monitor that is started again never goes ahead of the clock, and makes up for the days of its stop", async () => {
  const state = join(tmpFolder(), "yagura.db");
  const clock = createHandClock(now);
  for (let start = 0; start < 5; start += 1) {
    const { world, stop } = await openMonitor(clock, state, almostPresent);
    clock.move(50_000);
    expect(Number(world.now())).toBeLessThanOrEqual(clock.now());
    await stop();
  }
  clock.move(7 * 86_400_000);
  const { world } = await openMonitor(clock, state);
  expect(new Date(world.now()).toISOString()).toMatch(/^2026-11-20/);
  clock.move(5 * 60_000);
  expect(clock.now() - Number(world.now())).toBeLessThan(1_100);
});

test("fetch shows the world of a monitor that stopped as it will go on", async () => {
  const state = join(tmpFolder(), "yagura.db");
  const clock = createHandClock(now);
  const { stop } = await openMonitor(clock, state);
  clock.move(2_000);
  await stop();
  clock.move(3_600_000);
  const left = await runFetch({ state }, comments, undefined, clock);
  const { world } = await openMonitor(clock, state);
  const own = await runFetch(world, comments, undefined, clock);
  expect(withoutLinks(left.rows)).toEqual(withoutLinks(own.rows));
});

test("without a monitor fetch has the world of a monitor's first start, and leaves no database", async () => {
  const state = join(tmpFolder(), "yagura.db");
  const { rows, asides } = await runFetch({ state }, comments, undefined, createHandClock(now));
  expect(rows).toHaveLength(20);
  expect(asides[0]).toMatch(/whose day is 2026-05-28$/);
  expect(existsSync(state)).toBe(false);
});

test("a database that cannot be read is told, and the world is a new one", async () => {
  const state = join(tmpFolder(), "yagura.db");
  writeFileSync(state, "no database");
  const { rows, asides } = await runFetch({ state }, comments, undefined, createHandClock(now));
  expect(rows).toHaveLength(20);
  expect(asides[0]).toMatch(/whose day is 2026-05-28; the monitor's world cannot be read: .*yagura\.db/);
});
