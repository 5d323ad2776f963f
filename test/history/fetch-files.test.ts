/** Files of the past in the place of days: the same records by fewer requests, and days one by one where files fail. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { isWhole, planOf } from "../../src/history/fetch-history.ts";
import { toldPlan } from "../../src/history/told-plan.ts";
import { openHistoryReader } from "../../src/store/history/history.ts";
import { calls, contentOf, type Scene, setScene } from "./scene.ts";

const sources = { disclosures: {}, margin: { from: "market/markets/margin-interest" } };
const since = "20d";

/** Settings of a plan without files, on an account that has one with them. */
const dayByDay = { plan: "free", simulator: { plan: "standard" } } as const;

function recordsOf({ config }: Scene, set: string) {
  const history = openHistoryReader(config.history.file);
  try {
    return history.between(set, { from: "2020-01-01", to: "2030-01-01" });
  } finally {
    history.close();
  }
}

test("files give the records that days give, by fewer requests, as the plan says before", async () => {
  const scene = await setScene({ sources });
  const plan = toldPlan(planOf({ since, sources: [] }, scene.surroundings, undefined), scene.config);
  expect(plan.files.map(({ set, call, files }) => [set, call, files])).toEqual([
    ["market/td/list", "td/bulk", 1],
    ["market/markets/margin-interest", "bulk/get", 1],
  ]);
  const outcome = await scene.fetch({ since });
  expect(outcome).toMatchObject({ unused: [], failed: [], unread: 0, requests: plan.requests });
  expect(isWhole(outcome)).toBe(true);
  const other = await setScene({ sources, ...dayByDay });
  const days = toldPlan(planOf({ since, sources: [] }, other.surroundings, undefined), other.config);
  expect([days.files, days.withoutFiles, days.pieces]).toEqual([
    [],
    ["market/td/list", "market/markets/margin-interest"],
    plan.pieces,
  ]);
  await other.fetch({ since });
  expect(calls(scene.asked).length).toBeLessThan(calls(other.asked).length / 2);
  for (const set of ["market/td/list", "market/markets/margin-interest"]) {
    const records = recordsOf(scene, set);
    expect(records.length).toBeGreaterThan(50);
    expect(records).toEqual(recordsOf(other, set));
  }
  expect(contentOf(scene)).toEqual(contentOf(other));
  // Nothing is left of the files, and nothing is asked again on this day.
  expect(existsSync(`${scene.config.history.file}.files`)).toBe(false);
  expect(await scene.fetch({ since })).toMatchObject({ requests: 0, fetched: 0, left: 0 });
});

test("an account without the add-on is asked for one day, and for no file", async () => {
  const scene = await setScene({ sources: { disclosures: {} }, simulator: { addOns: [] } });
  const outcome = await scene.fetch({ since });
  expect(isWhole(outcome)).toBe(true);
  expect(calls(scene.asked).filter((path) => path.includes("/td/"))).toHaveLength(1);
  expect(outcome.refused.map(({ set }) => set)).toEqual(["market/td/list"]);
});

test("an account whose plan turns out to have no files is told so once, and asked day by day", async () => {
  const sets = {
    dates: { from: "market/fins/earnings-date" },
    values: { from: "market/equities/valuation" },
  };
  const scene = await setScene({ sources: sets, simulator: { plan: "free" } });
  const outcome = await scene.fetch({ since: "100d" });
  expect(isWhole(outcome)).toBe(true);
  // Again where the plan's limit, which is lower than that of the settings, has refused it.
  expect(new Set(calls(scene.asked).filter((path) => path.includes("/bulk/"))).size).toBe(1);
  expect(new Set(outcome.unused.map(({ set }) => set))).toEqual(
    new Set(["market/fins/earnings-date", "market/equities/valuation"]),
  );
  expect(recordsOf(scene, "market/equities/valuation").length).toBeGreaterThan(50);
});
