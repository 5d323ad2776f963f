/** The first start of a monitor whose settings ask for the past: its rules know what would have been, and nothing is told. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { marginRows, type SeedStage, seedStage, statesIn, threeChanges } from "./seed-stage.ts";

/** A holiday, so that what came out on Friday is the newest. */
const mondayNight = Date.parse("2026-11-23T21:00:00+09:00");
const onDay = (day: string) => Date.parse(`${day}T16:45:00+09:00`);
const past = { "2026-11-10": 200, "2026-11-13": 300 };

/** Two changes are in the past; a third comes on Tuesday. */
async function stageOf(options: Parameters<typeof seedStage>[1] = {}): Promise<SeedStage> {
  const stage = await seedStage(mondayNight, options);
  stage.show(marginRows("7203", "2026-10-26", "2026-11-20", past));
  await stage.fetch("2026-10-26", "2026-11-20");
  return stage;
}

async function liveOn(stage: SeedStage) {
  const monitor = await stage.start();
  const has = (type: string) => monitor.entries().some(({ event }) => event.type === type);
  await monitor.until(mondayNight, () => has("source.baselined"));
  const before = monitor.entries().map(({ event }) => event.type);
  stage.show(marginRows("7203", "2026-10-26", "2026-11-24", { ...past, "2026-11-24": 400 }));
  await monitor.until(onDay("2026-11-24"), () => has("margin.alert.changed"));
  return { monitor, before };
}

test("a rule that counts three in twenty days fires at the first that is lived, with two in the history", async () => {
  const stage = await stageOf();
  const { monitor, before } = await liveOn(stage);
  expect(before.sort()).toEqual(["rules.loaded", "source.baselined"]);
  expect(monitor.alerts()).toEqual(["7203: 3 changes, 400"]);
  await monitor.stop();
  expect(existsSync(`${stage.state}.seed`)).toBe(false);
});

test("without the setting it does not", async () => {
  const { monitor } = await liveOn(await stageOf({ seed: "" }));
  expect(monitor.alerts()).toEqual([]);
});

test("a second start gives the rules no past again, and removes what a kill of the first left behind", async () => {
  const stage = await stageOf();
  const { monitor } = await liveOn(stage);
  await monitor.stop();
  const states = statesIn(stage.state, ["7203"]);
  expect(JSON.stringify(states)).toContain(String(Date.parse("2026-11-24T00:00:00+09:00")));
  mkdirSync(`${stage.state}.seed`);
  writeFileSync(`${stage.state}.seed/played.db`, "played");
  const again = await stage.start();
  expect(existsSync(`${stage.state}.seed`)).toBe(false);
  await again.until(onDay("2026-11-25"), () => stage.clock.now() > onDay("2026-11-25") + 120_000);
  await again.stop();
  expect(statesIn(stage.state, ["7203"])).toEqual(states);
});

test("a rule that is added later begins without the past", async () => {
  const stage = await stageOf();
  const monitor = await stage.start();
  await monitor.until(mondayNight, () =>
    monitor.entries().some(({ event }) => event.type === "source.baselined"),
  );
  await monitor.stop();
  const added = threeChanges.replace("rules:", "").replace("three-changes", "added");
  writeFileSync(`${stage.folder}/rules/more.yaml`, `rules:${added}`);
  const { monitor: again } = await liveOn(stage);
  expect(again.alerts()).toEqual(["7203: 3 changes, 400"]);
});

const spoiled: Readonly<Record<string, (stage: SeedStage) => unknown>> = {
  missing: () => undefined,
  damaged: ({ historyFile }) => writeFileSync(historyFile, "no database at all"),
  empty: ({ fetch }) => fetch("2026-11-21", "2026-11-22"),
  "older than ten days": ({ fetch }) => fetch("2026-10-26", "2026-11-09"),
};

test.each(Object.keys(spoiled))("where the history is %s the monitor starts without a past", async (how) => {
  const stage = await stageOf();
  rmSync(stage.historyFile);
  await spoiled[how]?.(stage);
  const { monitor } = await liveOn(stage);
  expect(monitor.alerts()).toEqual([]);
});
