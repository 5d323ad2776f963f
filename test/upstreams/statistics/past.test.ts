import { expect, test } from "vitest";
import { isWeekday } from "../../../src/model/dates.ts";
import { createPastStatistics } from "../../../src/upstreams/statistics/past.ts";
import { seriesToPast } from "../../../src/upstreams/statistics/past-records.ts";
import type { SeriesData, SeriesInfo } from "../../../src/upstreams/statistics/records.ts";
import { createMemoryHistory } from "../../support/memory-history.ts";

const month = (code: string, periods: readonly string[], lastUpdate: string): SeriesData => ({
  ...{ code, name: `Series ${code}`, frequency: "MONTHLY", lastUpdate },
  points: periods.map((period, index) => ({ period, value: index })),
});
const info = (code: string, layers: string[]): SeriesInfo => ({ code, layers, frequency: "MONTHLY" });

function open() {
  const history = createMemoryHistory();
  const clock = { now: 0 };
  const at = (day: string, time = "09:00") => {
    clock.now = Date.parse(`${day}T${time}:00+09:00`);
  };
  return { history, at, client: createPastStatistics(history, () => clock.now, isWeekday) };
}

test("a catalogue and data say the last update as of then, from 08:50 on", async () => {
  const { history, at, client } = open();
  // The newest month came out on the third weekday after its end.
  const data = month("A", ["2026-07", "2026-08", "2026-09"], "2026-10-05");
  history.add(seriesToPast("FM08", data, info("A", ["1"]), "2026-10-30"));
  const seen = async () => {
    const [listed] = await client.metadata({ db: "fm08" });
    const [series] = await client.dataByCode({ db: "FM08", codes: ["a"] });
    expect(series?.lastUpdate).toBe(listed?.lastUpdate);
    return [listed?.lastUpdate, series?.points.map(({ period }) => period).at(-1)];
  };
  at("2026-10-05", "08:49");
  expect(await seen()).toEqual(["2026-09-03", "2026-08"]);
  at("2026-10-05", "08:50");
  expect(await seen()).toEqual(["2026-10-05", "2026-09"]);
  at("2026-12-01");
  expect(await seen()).toEqual(["2026-10-05", "2026-09"]);
});

test("where a series stands is known, whichever of its pieces was fetched last", async () => {
  const { history, at, client } = open();
  at("2026-12-01");
  const data = month("A", ["2026-09"], "2026-10-05");
  history.add(seriesToPast("FM08", data, info("A", ["1", "2"]), "2026-10-30"));
  history.add(
    seriesToPast("FM08", month("B", ["2026-09"], "2026-10-05"), info("B", ["2", "2"]), "2026-10-30"),
  );
  history.add(seriesToPast("FM08", data, undefined, "2026-10-30"));
  const inside = await client.dataByLayer({ db: "FM08", frequency: "M", layer: ["1", "*"] });
  expect(inside.map(({ code }) => code)).toEqual(["A"]);
  expect(await client.dataByLayer({ db: "FM08", frequency: "Q", layer: ["*"] })).toEqual([]);
});

test("a series without values has the update of now, so that it is no news at any poll", async () => {
  const { history, at, client } = open();
  at("2026-09-01");
  history.add(seriesToPast("FM08", month("A", [], "2026-10-05"), info("A", ["1"]), "2026-10-30"));
  expect(await client.metadata({ db: "FM08" })).toMatchObject([{ code: "A", lastUpdate: "2026-10-05" }]);
  expect(await client.dataByCode({ db: "FM08", codes: ["A"] })).toMatchObject([{ points: [] }]);
});

test("a series that ended long ago was updated when its last period came out", async () => {
  const { history, at, client } = open();
  at("2026-09-01");
  history.add(seriesToPast("FM08", month("A", ["2001-01"], "2001-02-02"), info("A", ["1"]), "2026-10-30"));
  expect(await client.metadata({ db: "FM08" })).toMatchObject([{ lastUpdate: "2001-02-02" }]);
});

test("a code of which the history knows nothing is refused as the service refuses it", async () => {
  await expect(open().client.dataByCode({ db: "FM08", codes: ["X"] })).rejects.toMatchObject({
    messageId: "M181013E",
    problem: "unknown-code",
  });
});
