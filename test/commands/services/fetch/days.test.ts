import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendJson, serve } from "../../../lib/http/loopback.ts";
import { type OpenedWorld, openWorld } from "../../../simulator/open-world.ts";
import { runFetch } from "./run-fetch.ts";

let world: OpenedWorld;
beforeEach(async () => {
  world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
});
afterEach(() => world.simulator.close());

const daysOf = (rows: readonly Readonly<Record<string, unknown>>[], field = "date") => [
  ...new Set(rows.map((row) => row[field])),
];
const week = ["2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27", "2026-03-02"];

describe("a range that the service refuses without a code", () => {
  test.each([
    ["equities/bars/daily", "date"],
    ["markets/short-ratio", "date"],
    ["markets/margin-alert", "publishedOn"],
    ["markets/short-sale-report", "disclosedOn"],
    ["markets/breakdown", "date"],
  ])("%s is asked day by day", async (call, field) => {
    const { simulator } = world;
    const { rows, asides, progress } = await runFetch(
      simulator,
      `market ${call} --from 2026-02-21 --to 2026-03-02`,
    );
    expect(daysOf(rows, field)).toEqual(week);
    const one = await runFetch(simulator, `market ${call} --date 2026-02-25`);
    expect(rows.filter((row) => row[field] === "2026-02-25")).toEqual(one.rows);
    expect(asides[0]).toMatch(
      new RegExp(`^${call}: the service takes no such range \\(.*at least one of.*\\): asked day by day$`),
    );
    // The first Monday is a holiday, which is asked for all the same.
    expect(progress[0]).toBe(`${call}: 2026-02-23, day 1 of 6, 0 rows`);
    expect(progress.at(-1)).toBe(`${call}: 2026-03-02, day 6 of 6, ${rows.length} rows`);
  });

  test("derivatives want a date with a code too", async () => {
    const [future] = (await world.market("derivatives/bars/daily/futures?date=2026-02-26")).json().data;
    const call = `market derivatives/bars/daily/futures --code ${future.Code}`;
    const { rows } = await runFetch(world.simulator, call, "2026-02-25");
    expect(rows.map(({ date, code }) => [date, code])).toEqual(
      ["2026-02-25", "2026-02-26", "2026-02-27"].map((date) => [date, future.Code]),
    );
  });

  test("without an end is asked to the service's today", async () => {
    const { rows, progress } = await runFetch(world.simulator, "market markets/short-ratio", "2026-02-27");
    expect(daysOf(rows)).toEqual(["2026-02-27", "2026-03-02"]);
    expect(progress).toHaveLength(2);
  });

  test("with a first day outside the plan says both refusals", async () => {
    const lower = await openWorld({ dialect: "observed", plan: "standard" });
    const call = "market equities/bars/daily --from 2020-01-06 --to 2020-01-10";
    const { rows, failure } = await runFetch(lower.simulator, call);
    await lower.simulator.close();
    expect(rows).toEqual([]);
    expect(failure?.message).toMatch(/at least one of: .*; 2020-01-06: .*covers the following dates/s);
  });

  test("that ends outside the plan prints the days before and says which day was refused", async () => {
    const free = await openWorld({ dialect: "observed", plan: "free", elapsedMs: 50_000 });
    const call = "market equities/bars/daily --from 2025-12-05 --to 2025-12-10";
    const { rows, failure } = await runFetch(free.simulator, call);
    await free.simulator.close();
    expect(daysOf(rows)).toEqual(["2025-12-05", "2025-12-08"]);
    expect(failure?.message).toContain("2025-12-09: ");
  });

  test("is not printed where the service does not know days either", async () => {
    const rows = [{ Date: "2026-03-02", Code: "99010", O: 1, H: 1, L: 1, C: 1 }];
    const served = await serve((request, response) => {
      if (request.url?.includes("date=")) sendJson(response, { data: rows });
      else sendJson(response, { message: "not supported" }, 400);
    });
    const call = "market equities/bars/daily --from 2026-02-26 --to 2026-03-02";
    const fetched = await runFetch({ marketUrl: served.url }, call);
    expect(fetched.rows).toEqual([]);
    expect(fetched.failure?.message).toContain("2026-02-26 is answered with rows of 2026-03-02");
  });
});

describe("rows of other days than asked", () => {
  test("are printed with a word", async () => {
    const season = await openWorld({ dialect: "observed", startDate: "2026-02-09", elapsedMs: 50_000 });
    const call = "market equities/earnings-calendar --date 2026-02-27";
    const { rows, asides } = await runFetch(season.simulator, call);
    await season.simulator.close();
    const dated = rows.filter(({ date }) => date !== undefined);
    expect(daysOf(dated)).toEqual(["2026-02-10"]);
    expect(asides).toContain(
      `equities/earnings-calendar: ${dated.length} of ${rows.length} rows are of other days than asked: 2026-02-10`,
    );
  });

  test("are told for a range as its first and last day, also where the call ends early", async () => {
    const row = { Date: "2026-01-05", Code: "99010", O: 1, H: 1, L: 1, C: 1 };
    const served = await serve((_, response, count) => {
      if (count === 1)
        sendJson(response, { data: [row, { ...row, Date: "2026-03-05" }], pagination_key: "2" });
      else sendJson(response, { message: "The key is not valid." }, 403);
    });
    const call = "market equities/bars/daily --no-names --code 9901 --from 2026-02-26 --to 2026-03-02";
    const { rows, asides, failure } = await runFetch({ marketUrl: served.url }, call);
    expect([rows.length, failure?.status]).toEqual([2, 403]);
    expect(asides).toEqual([
      "equities/bars/daily: 2 of 2 rows are of other days than asked: 2026-01-05 to 2026-03-05",
    ]);
  });
});

describe("rows of another code than asked", () => {
  test("are left out with a word", async () => {
    const row = { Date: "2026-01-05", Code: "99010", O: 1, H: 1, L: 1, C: 1 };
    const others = ["99020", "99030", "99030", "130A0"].map((Code) => ({ ...row, Code }));
    const served = await serve((_, response) => sendJson(response, { data: [others[0], row, ...others] }));
    const call = "market equities/bars/daily --no-names --code 9901 --date 2026-01-05";
    const { rows, asides } = await runFetch({ marketUrl: served.url }, call);
    expect(rows.map(({ code }) => code)).toEqual(["9901"]);
    expect(asides).toEqual([
      "equities/bars/daily: 5 of 6 rows are of other codes than asked and were left out: 9902, 9903, 130A",
    ]);
  });

  test("are told of statistics, too", async () => {
    const series = (SERIES_CODE: string) => ({
      ...{ SERIES_CODE, FREQUENCY: "ANNUAL", LAST_UPDATE: 20260105 },
      VALUES: { SURVEY_DATES: [2025], VALUES: [1] },
    });
    const served = await serve((_, response) =>
      sendJson(response, {
        STATUS: 200,
        MESSAGEID: "M181000I",
        RESULTSET: [series("OTHER"), series("mine")],
      }),
    );
    const call = "statistics getDataCode --db ZZ08 --code MINE";
    const { rows, asides } = await runFetch({ statisticsUrl: served.url }, call);
    expect(rows.map(({ code }) => code)).toEqual(["mine"]);
    expect(asides).toEqual([
      "warning: the record of OTHER was left out: getDataCode RESULTSET[]: expected a series that was asked for, found series OTHER",
    ]);
  });
});

test("what an answer holds beyond the documents is said once", async () => {
  const row = { PubDate: "2026-01-05", Code: "99010", NewFlag: "1", Other: 2 };
  const served = await serve((request, response) => {
    const rows = [row, { ...row, Code: "99020" }];
    if (request.url?.includes("pagination_key")) sendJson(response, { data: rows });
    else sendJson(response, { data: rows, pagination_key: "2", meta: {} });
  });
  const call = "market markets/margin-alert --no-names --date 2026-01-05";
  const { asides } = await runFetch({ marketUrl: served.url }, call);
  expect(asides).toEqual([
    "markets/margin-alert: passed over what no document names: markets/margin-alert meta (an object), markets/margin-alert data[].NewFlag (text of 1 character), markets/margin-alert data[].Other (a number)",
  ]);
});
