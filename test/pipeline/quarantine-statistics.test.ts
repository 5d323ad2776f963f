/** A database whose catalogue decides what is fetched, held back. */
import { expect, test } from "vitest";
import { createStatisticsUpdates } from "../../src/sources/statistics-updates/index.ts";
import { createMemoryStatistics } from "../sources/statistics-updates/memory-statistics.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

const name = "statistics-updates";

function setUp(series: number) {
  const service = createMemoryStatistics();
  const say = (value: number, lastUpdate: string, count = series) => {
    for (let index = 0; index < count; index++) {
      const values = { "2026-11-17": value, "2026-11-18": 5 };
      service.set("FM01", `S${1000 + index}`, { values, lastUpdate });
    }
  };
  say(1, "2026-11-18");
  const source = createStatisticsUpdates({ watch: [{ db: "FM01" }] }, service, () => "2026-11-19");
  const house = scriptedHouse({ source });
  const poll = async () => {
    const before = house.committed.length;
    house.clock.ms += 1_000;
    service.calls = [];
    house.tick();
    await until("the commit", () => house.committed.length > before);
  };
  const told = () => house.events().map(({ type }) => type);
  /** The first sight of many series is committed in parts, and a tick before the last is left out. */
  const baseline = async () => {
    await poll();
    await until("the baseline", () => told().includes("source.baselined"));
  };
  return { service, house, say, poll, baseline, told };
}

test("series that are revised together are held, and not fetched again while they are", async () => {
  const { service, house, say, poll, told } = setUp(60);
  await poll();
  say(2, "2026-11-19");
  await poll();
  expect(service.calls.length).toBeGreaterThan(1);
  expect(told()).toEqual(["source.baselined", "source.quarantined"]);
  expect(house.events()[1]?.data.now).toMatchObject({
    items: 60,
    fields: ["value"],
    samples: expect.arrayContaining([
      { key: "FM01/S1000", field: "value of 2026-11-17", from: "1", to: "2" },
    ]),
  });
  await poll();
  expect(service.calls).toEqual(["metadata FM01"]);
});

test("50 series of a database of 250 are a fifth, though only they were fetched", async () => {
  const { say, poll, baseline, told } = setUp(250);
  await baseline();
  say(2, "2026-11-19", 50);
  await poll();
  expect(told().filter((type) => type === "statistics.series.revised")).toHaveLength(50);
  expect(told()).not.toContain("source.quarantined");
});

test("values and dates of update put back as they were end the hold", async () => {
  const { say, poll, told } = setUp(60);
  await poll();
  say(2, "2026-11-19");
  await poll();
  say(1, "2026-11-18");
  await poll();
  expect(told()).toEqual(["source.baselined", "source.quarantined", "source.released"]);
  await poll();
  expect(told()).toHaveLength(3);
});

test("new periods that come while it is held are told after the release", async () => {
  const { service, house, say, poll, told } = setUp(60);
  await poll();
  say(2, "2026-11-19");
  await poll();
  const values = { "2026-11-17": 2, "2026-11-18": 5, "2026-11-19": 6 };
  service.set("FM01", "S1000", { values, lastUpdate: "2026-11-20" });
  await poll();
  house.decide(name, "release");
  const { length } = told();
  await poll();
  expect(told().slice(length)).toEqual(["statistics.series.updated"]);
});
