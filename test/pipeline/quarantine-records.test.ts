/** A mass rewrite of a watched set of records, through the pipeline and a real database. */
import { expect, test } from "vitest";
import { createRecordSource } from "../../src/sources/records/index.ts";
import type { WatchedRecord } from "../../src/upstreams/record.ts";
import type { RecordClients } from "../../src/upstreams/record-set.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

function setUp() {
  const set = recordSetsOf().get("market/markets/breakdown");
  if (set === undefined) throw new Error("no set");
  const scene = { records: [] as WatchedRecord[] };
  async function* pages(_name: unknown, { date }: { date: string }) {
    yield scene.records.filter((record) => record.date === date);
  }
  const clients = { market: { pages }, statistics: {} } as unknown as RecordClients;
  const options = { set, key: set.key, compare: ["longSellValue"], tolerance: {}, query: {} };
  const source = createRecordSource({ name: "trades", ...options }, { clients, today: () => "2026-11-20" });
  const house = scriptedHouse({ source });
  // What is many is stored apart and leaves in parts.
  const isSettled = () => [undefined, "held"].includes(house.store.hold("trades")?.stage);
  const poll = async () => {
    house.clock.ms += 1_000;
    const before = house.committed.length;
    house.tick();
    await until("the commit", () => house.committed.length > before && isSettled());
  };
  const types = () => house.events().map(({ type }) => type);
  return { scene, house, poll, types };
}

const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
const rows = (value: number, ofDays = days) =>
  ofDays.flatMap((date) =>
    Array.from({ length: 60 }, (_, index) => ({ date, code: String(1300 + index), longSellValue: value })),
  );

test("one day of five rewritten as a whole is held, and its release tells what was held", async () => {
  const { scene, house, poll, types } = setUp();
  scene.records = rows(1);
  await poll();
  scene.records = [...rows(1, days.slice(0, 4)), ...rows(2, days.slice(4))];
  await poll();
  expect(types()).toEqual(["source.baselined", "source.quarantined"]);
  expect(house.events().at(-1)?.data.now).toMatchObject({
    source: "trades",
    items: 60,
    fields: ["longSellValue"],
  });
  await poll();
  expect(types()).toHaveLength(2);
  house.decide("trades", "release");
  expect(types().slice(2)).toEqual(["source.released", ...Array(60).fill("market.breakdown.corrected")]);
  expect(house.events().at(-1)).not.toHaveProperty("rewrites");
});

test("a discard takes the values and tells only what else was found", async () => {
  const { scene, house, poll, types } = setUp();
  scene.records = rows(1, days.slice(0, 4));
  await poll();
  scene.records = [...rows(2, days.slice(0, 4)), ...rows(3, days.slice(4))];
  await poll();
  house.decide("trades", "discard");
  expect(types().slice(2)).toEqual(["source.released", ...Array(60).fill("market.breakdown.added")]);
  await poll();
  expect(types()).toHaveLength(63);
});
