/** What the page is told of a series: its values, what it said before, and finding it among others. */
import { expect, test } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { seriesCall } from "../../src/page/series/series.ts";
import { seriesListCall } from "../../src/page/series/series-list.ts";
import { batch, entry, sourceWrite } from "../store/batches.ts";
import { pastHouse } from "./past-house.ts";

const now = "2026-11-20T18:00:00+09:00";
const start = (day: string) => Date.parse(`${day}T00:00:00+09:00`);
const facts = { db: "FM08", code: "FXERD01", name: "U.S. dollar", unit: "Yen", frequency: "DAILY" };
const points = [
  ["2026-11-17", 110.4],
  ["2026-11-18", 110.9],
  ["2026-11-19", null],
  ["2026-11-20", 111],
] as const;

function watchedHouse(more: Partial<Parameters<typeof pastHouse>[0]> = {}) {
  const house = pastHouse({ now, ...more });
  const body = { series: { ...facts, period: "2026-11-20", value: 111 }, points, lastUpdate: "2026-11-20" };
  const put = [{ scope: "FM08", key: "FXERD01", body }];
  const source = { name: "statistics-updates", cursor: { scopes: { FM08: "" } }, put };
  house.store.commit(batch({ source: sourceWrite(source) }));
  return house;
}

function revised(revisions: readonly object[]): Partial<EventDraft> {
  const data = { now: { ...facts, revisions } };
  return {
    ...{ type: "statistics.series.revised", source: "/sources/statistics-updates", subject: "FM08/FXERD01" },
    ...{ published: "2026-11-19", data },
  };
}

test("a series shows its values now, those that were told first, and each revision with its times", async () => {
  const { store, ask } = watchedHouse();
  const seen = "2026-11-19T00:00:00.000Z";
  const revisions = [
    revised([{ period: "2026-11-17", from: 110, to: 110.2 }]),
    revised([{ period: "2026-11-17", from: 110.2, to: 110.4 }]),
  ];
  store.commit(batch({ entries: revisions.map((draft, at) => entry(at + 1, draft, Date.parse(seen))) }));
  const { body } = await ask(seriesCall, { db: "FM08", code: "FXERD01", days: "30" });
  expect(body).toMatchObject({ ...facts, origin: "live", lastUpdate: "2026-11-20", seenSince: seen });
  expect(body.points).toEqual(points.map(([period, value]) => [start(period), value]));
  expect(body.original[0]).toEqual([start("2026-11-17"), 110]);
  expect(body.original.slice(1)).toEqual(body.points.slice(1));
  expect(body.revised).toEqual([[start("2026-11-17"), 110.4]]);
  expect(body.revisions).toEqual([
    { period: "2026-11-17", from: 110.2, to: 110.4, published: "2026-11-19", seen },
    { period: "2026-11-17", from: 110, to: 110.2, published: "2026-11-19", seen },
  ]);
  expect(body.rows.at(-1)).toEqual({ period: "2026-11-17", value: 110.4, first: 110 });
});

test("the next update is expected when the periods before came out: of days, the next business day but one", async () => {
  const { ask } = watchedHouse();
  // The newest period is a Friday: the next one is Monday's, which comes out on Tuesday.
  expect((await ask(seriesCall, { db: "FM08", code: "FXERD01" })).body.nextUpdate).toBe("2026-11-24");
});

test("a series that is not watched is read from the history, and one that nobody knows is not there", async () => {
  const row = { period: "2026-11-17", value: 99 };
  const record = {
    set: "statistics/points",
    day: "2026-11-17",
    subject: "FM09/OTHER",
    name: "2026-11-17",
    row,
  };
  const said = (day: string, name: string) => ({
    ...{ set: "statistics/series", day, subject: "FM09/OTHER", name: "", row: { name, lastUpdate: day } },
  });
  const history = [record, said("2026-11-17", "before"), said("2026-11-18", "now")];
  const { ask } = watchedHouse({ history });
  expect(await ask(seriesCall, { db: "FM09", code: "OTHER", days: "30" })).toMatchObject({
    body: {
      ...{ origin: "history", name: "now", lastUpdate: "2026-11-18" },
      points: [[start("2026-11-17"), 99]],
    },
  });
  expect((await ask(seriesCall, { db: "FM09", code: "NONE" })).status).toBe(404);
});

test("series are found by words of code, name and category, page by page", async () => {
  const { store, ask } = watchedHouse();
  const put = Array.from({ length: 250 }, (_, at) => {
    const code = `YEN${String(at).padStart(3, "0")}`;
    const series = { ...facts, code, name: `Ｙｅｎ number ${at}`, category: "Rates" };
    return { scope: "FM08", key: code, body: { series, points } };
  });
  const source = { name: "statistics-updates", cursor: { scopes: { FM08: "" } }, put };
  store.commit(batch({ source: sourceWrite(source) }));
  const first = await ask(seriesListCall, { find: "yen rates" });
  expect(first.body.found).toHaveLength(100);
  expect(first.body.isWhole).toBe(true);
  const second = await ask(seriesListCall, { find: "yen rates", after: String(first.body.next) });
  expect(second.body.found[0].code).toBe("YEN100");
  expect((await ask(seriesListCall, { find: "FM08/FXERD01" })).body.found).toEqual([
    { db: "FM08", code: "FXERD01", name: "U.S. dollar", frequency: "DAILY" },
  ]);
});
