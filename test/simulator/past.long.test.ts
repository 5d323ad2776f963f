/** Two years before the first day of a market at its real size: each call, on days all over them, in both dialects. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorldCalendar } from "../../src/simulator/world/trading-calendar.ts";
import { isLong } from "../support/runs.ts";
import { type OpenedWorld, openWorld } from "./open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

const startDate = "2027-04-01";
const calendar = createWorldCalendar(startDate);
/** Business days of the two years before, oldest first. */
const past = Array.from({ length: -calendar.dayFrom("2025-04-01") }, (_, back) =>
  calendar.dateOf(back + calendar.dayFrom("2025-04-01")),
);
const some = (step: number) =>
  past.filter((_, place) => place % (isLong ? Math.ceil(step / 20) : step) === 0);
const closed = ["2025-05-05", "2025-08-11", "2026-01-02", "2026-09-12", "2026-11-23", "2027-01-11"];

interface Dated {
  readonly call: string;
  readonly parameter: string;
  /** Field of a record that has the day; absent: the records do not say it. */
  readonly day?: string;
  /** Records that a business day has. */
  readonly sizes: readonly [least: number, most: number];
}

const both: readonly Dated[] = [
  { call: "equities/bars/daily", parameter: "date", day: "Date", sizes: [3_900, 4_443] },
  { call: "equities/master", parameter: "date", day: "Date", sizes: [4_443, 4_443] },
  { call: "markets/margin-alert", parameter: "date", day: "PubDate", sizes: [30, 250] },
  { call: "markets/breakdown", parameter: "date", day: "Date", sizes: [3_600, 4_443] },
  { call: "fins/summary", parameter: "date", day: "DiscDate", sizes: [0, 500] },
];
const calls: Readonly<Record<"documented" | "observed", readonly Dated[]>> = {
  documented: [
    ...both,
    { call: "markets/short-sale-report", parameter: "date", day: "DisclosedDate", sizes: [240, 800] },
    { call: "markets/short-ratio", parameter: "date", day: "Date", sizes: [33, 33] },
    { call: "fins/details", parameter: "date", day: "DisclosedDate", sizes: [0, 500] },
    { call: "indices/bars/daily/mkt", parameter: "date", day: "Date", sizes: [1, 1] },
    { call: "derivatives/bars/daily/futures", parameter: "date", day: "Date", sizes: [1, 2_000] },
    { call: "derivatives/bars/daily/options", parameter: "date", day: "Date", sizes: [100, 50_000] },
    { call: "derivatives/bars/daily/options/225", parameter: "date", day: "Date", sizes: [4_000, 4_868] },
  ],
  observed: [
    ...both,
    { call: "markets/short-sale-report", parameter: "disc_date", day: "DiscDate", sizes: [240, 800] },
    { call: "markets/short-ratio", parameter: "date", day: "Date", sizes: [34, 34] },
    { call: "fins/details", parameter: "date", day: "DiscDate", sizes: [0, 500] },
    { call: "fins/dividend", parameter: "date", day: "PubDate", sizes: [0, 500] },
    { call: "indices/bars/daily", parameter: "date", day: "Date", sizes: [3, 3] },
    { call: "indices/bars/daily/topix", parameter: "date", day: "Date", sizes: [1, 1] },
    { call: "derivatives/bars/daily/futures", parameter: "date", day: "Date", sizes: [1, 2_000] },
    { call: "derivatives/bars/daily/options", parameter: "date", day: "Date", sizes: [100, 50_000] },
    { call: "derivatives/bars/daily/options/225", parameter: "date", day: "Date", sizes: [4_000, 4_868] },
  ],
};

describe.each(["documented", "observed"] as const)("the past of the %s market service", (dialect) => {
  let world: OpenedWorld;
  beforeAll(async () => {
    world = await openWorld({ startDate, dialect, market: "full", elapsedMs: 59_000, pageRows: 5_000 });
  });
  afterAll(() => world.simulator.close());

  async function rows(call: string): Promise<Row[]> {
    const all: Row[] = [];
    for (let key: string | undefined, more = true; more; more = key !== undefined) {
      const page = key === undefined ? "" : `&pagination_key=${encodeURIComponent(key)}`;
      const answer = await world.market(call + page);
      expect([call, answer.status]).toEqual([call, 200]);
      const { data, pagination_key } = answer.json();
      all.push(...data);
      key = pagination_key;
    }
    return all;
  }

  it.each(calls[dialect])("has every business day of $call at its size, under its day", async (dated) => {
    const { call, parameter, day, sizes } = dated;
    const [least, most] = sizes;
    for (const date of some(call.startsWith("derivatives") ? 800 : 240)) {
      const found = await rows(`${call}?${parameter}=${date}`);
      expect([date, found.length]).toEqual([
        date,
        expect.toSatisfy((count: number) => count >= least && count <= most),
      ]);
      if (day !== undefined) expect(new Set(found.map((row) => row[day])).size).toBeLessThan(2);
      if (day !== undefined && found.length > 0) expect(found[0]?.[day]).toBe(date);
    }
  });
  it.each(calls[dialect])("has nothing of $call on closed days", async ({ call, parameter }) => {
    // The list of issues has no day of its own: it is asked for a day and answers with the next business day's.
    for (const date of call === "equities/master" ? [] : closed)
      expect([date, await rows(`${call}?${parameter}=${date}`)]).toEqual([date, []]);
  });
  it("says of each past day whether it was open", async () => {
    const days: Row[] = await rows("markets/calendar?from=2025-04-01&to=2027-03-31");
    const isOpen = dialect === "documented" ? ["0"] : ["1", "2"];
    expect(days.filter(({ HolDiv }) => isOpen.includes(HolDiv)).map((row) => row.Date)).toEqual(past);
  });
  it("says of each statement when it was disclosed", async () => {
    const found = await rows("fins/summary?date=2026-08-07");
    expect(found.length).toBeGreaterThan(100);
    for (const { DiscTime } of found) expect(DiscTime).toMatch(/^1[3-6]:[0-5]\d:00$/);
  });
  it("repeats a corrected margin row under a newer day of publication with the same day of application", async () => {
    let corrections = 0;
    for (const [place, date] of past.slice(-40).entries()) {
      const before = past.at(-41 + place) ?? "";
      const found = await rows(`markets/margin-alert?date=${date}`);
      const older = found.filter(({ AppDate }) => AppDate !== before);
      expect(older.length).toBeLessThan(2);
      for (const { Code, AppDate, ShrtOut } of older) {
        corrections += 1;
        const first = await rows(`markets/margin-alert?date=${before}&code=${Code}`);
        const wrong = first.find((row) => row.AppDate === AppDate);
        expect([wrong?.PubDate, wrong?.ShrtOut === ShrtOut]).toEqual([before, false]);
      }
    }
    expect(corrections).toBeGreaterThan(5);
  });
});
