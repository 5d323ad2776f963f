/** Fetches of the past from services on loopback, in both dialects. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isWhole, planOf } from "../../src/history/fetch-history.ts";
import type { HistoryPeriod } from "../../src/model/history.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { openHistoryReader } from "../../src/store/history/history.ts";
import { isLong } from "../support/runs.ts";
import { mostWithin } from "../year/door.ts";
import { calls, contentOf, questions, repeated, type Scene, setScene } from "./scene.ts";

const margin = { "margin-alerts": {} };
const bars = { bars: { from: "market/equities/bars/daily" } };
const summaries = { summaries: { from: "market/fins/summary" } };
const days = { ...margin, "short-sale-reports": {}, ...summaries };
const all = {
  ...{ ...margin, "short-sale-reports": {} },
  "statistics-updates": { watch: [{ db: "FM08", codes: ["FXERD01"] }] },
  "forum-comments": { codes: ["7203"] },
  "forum-ranking": {},
  bars: { from: "market/equities/bars/daily", query: { code: ["7203"] } },
};

function daysOf(scene: Scene, set: string, period: HistoryPeriod): readonly string[] {
  const history = openHistoryReader(scene.config.history.file);
  try {
    return history.days(set, period);
  } finally {
    history.close();
  }
}

/** How far back most of them ask. */
const since = isLong ? "30d" : "12d";

describe.each(["documented", "observed"] as const)("services as %s", (dialect) => {
  test("tell their past once: asked again on the same day, nothing is asked", async () => {
    const scene = await setScene({ sources: all, simulator: { dialect } });
    const outcome = await scene.fetch({ since });
    expect(outcome.failed).toEqual([]);
    expect(isWhole(outcome)).toBe(true);
    const { sets } = contentOf(scene);
    expect(sets.map(({ set }) => set)).toEqual([
      "forum/comments",
      "market/equities/bars/daily",
      "market/equities/master",
      "market/markets/calendar",
      "market/markets/margin-alert",
      "market/markets/short-sale-report",
      "statistics/points",
      "statistics/series",
    ]);
    const stored = sets.reduce((sum, { records }) => sum + records, 0);
    // A correction takes the place of what it corrects.
    expect(stored).toBeLessThanOrEqual(outcome.records);
    expect(stored).toBeGreaterThan(0.99 * outcome.records);
    expect(outcome.requests).toBe(calls(scene.asked).length);
    const again = await scene.fetch({ since });
    expect(again).toMatchObject({ fetched: 0, requests: 0, failed: [], left: 0 });
  });
});

// Where a fetch goes on does not depend on the dialect.
test.each(isLong ? (["documented", "observed"] as const) : (["observed"] as const))(
  "services as %s are asked nothing twice by a fetch that is stopped twice",
  async (dialect) => {
    const scene = await setScene({ sources: days, simulator: { dialect } });
    for (const enough of [8, 20]) {
      const { fetch, drive, close } = await scene.begin({ since });
      await drive(() => scene.asked.length >= enough);
      fetch.stop();
      await drive();
      const outcome = await fetch.ended;
      close();
      expect(outcome.isStopped).toBe(true);
      expect(outcome.left).toBeGreaterThan(0);
      expect(isWhole(outcome)).toBe(false);
    }
    const last = await scene.fetch({ since });
    expect(isWhole(last)).toBe(true);
    expect(repeated(questions(scene.asked))).toEqual([]);
    const one = await setScene({ sources: days, simulator: { dialect } });
    await one.fetch({ since });
    expect(contentOf(scene)).toEqual(contentOf(one));
  },
);

test("a process that dies loses no more than the pieces at hand", async () => {
  const scene = await setScene({ sources: days });
  for (const enough of isLong ? [10, 25, 40] : [8, 20]) {
    const { fetch, drive, close } = await scene.begin({ since });
    await drive(() => scene.asked.length >= enough);
    // Nothing after this is written.
    fetch.stop();
    fetch.stop();
    await fetch.ended;
    close();
  }
  await scene.fetch({ since });
  expect(repeated(questions(scene.asked)).length).toBeLessThanOrEqual(3 * 2);
});

const plans = [
  { plan: "free", most: 5, minutes: 10, since: "400d" },
  { plan: "standard", most: 120, minutes: 10, since: "1200d" },
] as const;

// Hundreds of requests of the larger plan are the long runs' work.
test.each(plans.slice(0, isLong ? 2 : 1))(
  "a $plan plan is used to one in a hundred and never more",
  async ({ plan, most, minutes, since }) => {
    const sources = plan === "standard" ? days : { ...bars, ...summaries };
    const scene = await setScene({ sources, plan });
    const begun = scene.clock.now();
    const { fetch, drive, close } = await scene.begin({ since });
    const requests = most * minutes;
    await drive(() => scene.asked.length >= requests);
    const tookMs = scene.clock.now() - begun;
    const { perMinute = 0 } = fetch.progress().slowest ?? {};
    fetch.stop();
    await drive();
    const outcome = await fetch.ended;
    close();
    expect(Math.abs(tookMs - minutes * 60_000)).toBeLessThanOrEqual((minutes * 60_000) / 100);
    expect(Math.abs(perMinute - most)).toBeLessThanOrEqual(most / 100);
    expect(mostWithin(60_000, scene.asked)).toBeLessThanOrEqual(most);
    expect(outcome.failed).toEqual([]);
  },
  // A clock by hand makes hours of requests pass; a busy machine takes its time.
  120_000,
);

describe("a plan", () => {
  test("that covers other days is asked about one of them, and about the days that it has", async () => {
    const one = { ...bars.bars, query: { code: ["7203"] } };
    const scene = await setScene({ sources: { ...bars, one }, plan: "free" });
    const outcome = await scene.fetch({ since: "120d" });
    expect(isWhole(outcome)).toBe(true);
    const refused = outcome.refused.find(({ set }) => set === "market/equities/bars/daily");
    expect(refused?.reason).toContain("Your subscription covers the following dates");
    // Twelve weeks ago the plan ends.
    const told = daysOf(scene, "market/equities/bars/daily", { from: "2026-12-02", to: "2027-04-01" });
    expect(told[0]).toBe("2026-12-02");
    expect(told.at(-1)).toBe("2027-01-07");
    const asked = questions(scene.asked).filter((path) => path.includes("bars/daily"));
    const outside = asked.filter((path) => /date=2027-?(01-?(0[89]|[123])|0[234])/.test(path));
    expect(outside.length).toBeLessThanOrEqual(1);
    expect(contentOf(scene).refusals.length).toBeGreaterThan(0);
    const requests = scene.asked.length;
    await scene.fetch({ since: "120d" });
    expect(scene.asked.length).toBe(requests);
  });

  test("that lacks a call is asked for it once, which is said before", async () => {
    const scene = await setScene({ sources: margin, plan: "free" });
    const { services } = planOf({ since: "120d", sources: [] }, scene.surroundings, undefined);
    const { requests, beyond } = services.market ?? {};
    expect([...(beyond ?? [])]).toEqual(["markets/margin-alert"]);
    // Trading days that were and that come, the list of issues, and one day of the call.
    expect(requests).toBe(4);
    const outcome = await scene.fetch({ since: "120d" });
    expect(outcome.refused.map(({ set }) => set)).toContain("market/markets/margin-alert");
    expect(questions(scene.asked).filter((path) => path.includes("margin-alert"))).toHaveLength(1);
    expect(isWhole(outcome)).toBe(true);
  });
});

describe("a service that fails", () => {
  test("now and then is asked again", async () => {
    const faults = (["500", "cut", "429"] as const).map((kind) => ({
      ...{ service: "market" as const, kind, probability: 0.1 },
    }));
    const scene = await setScene({ sources: days, simulator: { faults } });
    const outcome = await scene.fetch({ since });
    expect(outcome.failed).toEqual([]);
    expect(isWhole(outcome)).toBe(true);
  });

  test("for good is left alone soon, and what it told before stays", async () => {
    const scene = await setScene({ sources: all });
    const { fetch, drive, close } = await scene.begin();
    await drive(() => scene.asked.length >= 30);
    await scene.down();
    const before = scene.clock.now();
    await drive();
    const outcome = await fetch.ended;
    close();
    expect(isWhole(outcome)).toBe(false);
    expect(outcome.fetched).toBeGreaterThan(0);
    expect(outcome.failed.length).toBeGreaterThan(0);
    expect(outcome.left).toBeGreaterThan(0);
    expect(scene.clock.now() - before).toBeLessThan(10 * 60_000);
    expect(contentOf(scene).sets.length).toBeGreaterThan(0);
  });
});

test("a history that cannot be written ends all services and every piece at hand, and nothing writes to it later", async () => {
  const scene = await setScene({ sources: all, plan: "premium" });
  const { fetch, drive, close } = await scene.begin();
  const ended = fetch.ended.catch((reason: unknown) => reason);
  await drive(() => scene.asked.length >= 20);
  // Whatever is at hand fails at its next record.
  close();
  await drive();
  expect(await ended).toBeInstanceOf(Error);
  const asked = scene.asked.length;
  scene.clock.move(600_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(scene.asked.length).toBe(asked);
});

test("records of another address are not mixed with these", async () => {
  const scene = await setScene({ sources: margin });
  await scene.fetch({ since: "3d" });
  const other = await setScene({ sources: margin, folder: join(scene.config.file, "..") });
  await expect(other.fetch()).rejects.toBeInstanceOf(StoreError);
});
