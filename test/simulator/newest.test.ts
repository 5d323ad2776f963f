import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedWorld, openWorld } from "./open-world.ts";

type Row = Record<string, string>;

/** Which of a record's dates a call goes by, and the newest that is there at the end of Monday 2026-03-02. */
const calls = [
  ["equities/bars/daily", "Date", "2026-03-02"],
  ["markets/breakdown", "Date", "2026-03-02"],
  ["markets/short-ratio", "Date", "2026-03-02"],
  ["markets/margin-alert", "PubDate", "2026-03-02"],
  ["markets/short-sale-report", "DisclosedDate", "2026-03-02"],
  ["markets/margin-interest", "Date", "2026-02-27"],
  ["derivatives/bars/daily/options/225", "Date", "2026-02-27"],
] as const;

describe("a call without parameters", () => {
  let world: OpenedWorld;
  beforeAll(async () => {
    world = await openWorld({ elapsedMs: 55_000, pageRows: 1_000 });
  });
  afterAll(() => world.simulator.close());

  it.each(calls)("to %s gets the newest day", async (call, name, date) => {
    const { data } = (await world.market(call)).json();
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map((row: Row) => row[name]))).toEqual(new Set([date]));
    expect(data).toEqual((await world.market(`${call}?date=${date}`)).json().data);
  });
  it("gets the newest statements, however long ago they came", async () => {
    for (const call of ["fins/summary", "fins/details", "fins/dividend"]) {
      const { data } = (await world.market(call)).json();
      expect(data.length).toBeGreaterThan(0);
    }
  });
  it("is refused where an index must be named", async () => {
    expect((await world.market("indices/bars/daily")).status).toBe(400);
  });
});

it("follows the pages of the newest day", async () => {
  const world = await openWorld({ elapsedMs: 55_000 });
  const first = (await world.market("equities/bars/daily")).json();
  const key = encodeURIComponent(first.pagination_key);
  const second = (await world.market(`equities/bars/daily?pagination_key=${key}`)).json();
  const listed = (await world.market("equities/bars/daily?date=2026-03-02")).json();
  await world.simulator.close();
  expect(first.data).toEqual(listed.data);
  expect(second.data.length).toBeGreaterThan(0);
});

it("is refused as observed", async () => {
  const world = await openWorld({ dialect: "observed", elapsedMs: 55_000 });
  const refused = await Promise.all(
    ["equities/bars/daily", "markets/margin-alert"].map((call) => world.market(call)),
  );
  await world.simulator.close();
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
});
