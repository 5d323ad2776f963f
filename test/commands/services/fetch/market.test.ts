/** Calls of the market service: the names of stocks, bars that do not say theirs, and what the service was seen to take. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendJson, serve } from "../../../lib/http/loopback.ts";
import { type OpenedWorld, openWorld } from "../../../simulator/open-world.ts";
import { runFetch } from "./run-fetch.ts";

const monday = "2026-03-02";
const friday = "2026-02-27";
const week = ["2026-02-24", "2026-02-25", "2026-02-26", friday, monday];

/** Calls whose records are about stocks. */
const ofStocks = [
  `equities/bars/daily --date ${monday}`,
  "equities/bars/daily/am",
  "equities/master",
  "fins/summary --date 2026-02-18",
  "fins/details --code 7203",
  "fins/dividend --code 7203",
  `markets/breakdown --date ${monday}`,
  `markets/margin-alert --date ${monday}`,
  "markets/margin-interest --code 7203",
];

describe.each(["documented", "observed"] as const)("against the %s service", (dialect) => {
  let world: OpenedWorld;
  beforeAll(async () => {
    world = await openWorld({ dialect, elapsedMs: 58_000 });
  });
  afterAll(() => world.simulator.close());
  const fetch = (line: string) => runFetch(world.simulator, `market ${line}`);

  test.each(ofStocks)("%s: every record has its code and its name", async (line) => {
    const { rows, asides, failure } = await fetch(line);
    expect([failure, asides]).toEqual([undefined, []]);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({ code: expect.stringMatching(/^[0-9A-Z]{4}$/), name: expect.any(String) });
  });

  test("a code that the list of issues lacks has no name, and is no failure", async () => {
    const { rows } = await fetch(`markets/short-sale-report --from ${friday} --to ${monday}`);
    const named = rows.filter(({ name }) => name !== undefined);
    expect(named.length).toBeGreaterThan(0);
    for (const { code } of rows.filter((row) => !named.includes(row))) expect(code).toBe("9996");
  });

  test("bars of a day are those of each stock, also of a range", async () => {
    const { rows, progress } = await fetch(`equities/bars/daily --from ${friday} --to ${monday}`);
    const codes = new Set(rows.map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(100);
    expect(new Set(rows.map(({ code, date }) => `${code} ${date}`)).size).toBe(rows.length);
    const one = await fetch(`equities/bars/daily --code 6758 --from ${friday} --to ${monday}`);
    expect(rows.filter(({ code }) => code === "6758")).toEqual(one.rows);
    const ending = dialect === "documented" ? /\w{4}, stock 121 of 121, / : /2026-03-02, day 2 of 2, /;
    expect(progress.at(-1)).toMatch(ending);
  });

  test("s33 and a range are the days of one sector", async () => {
    const { rows } = await fetch(`markets/short-ratio --s33 3550 --from 2026-02-24 --to ${monday}`);
    expect(rows.map(({ date, sector33Code }) => [date, sector33Code])).toEqual(
      week.map((day) => [day, "3550"]),
    );
  });

  test("category and contractFlag choose contracts, where they are sent", async () => {
    const line = `derivatives/bars/daily/futures --date ${friday} --category NK225F`;
    const all = await fetch(line);
    expect(new Set(all.rows.map(({ productCategory }) => productCategory))).toEqual(new Set(["NK225F"]));
    const { rows } = await fetch(`${line} --contractFlag 1`);
    // The document's contracts do not say whether they are central: none of them can be left out.
    const central = all.rows.filter(({ centralContractMonth }) => centralContractMonth !== false);
    expect(rows).toEqual(central);
    expect(await fetch(`${line} --contract-flag 1`)).toMatchObject({ rows: central });
  });

  test("months of contracts are written one way", async () => {
    for (const call of ["futures", "options", "options/225"])
      for (const { contractMonth } of (await fetch(`derivatives/bars/daily/${call} --date ${friday}`)).rows)
        expect(contractMonth).toMatch(/^\d{4}-\d\d$/);
  });

  test("holidayDivision chooses days of a kind", async () => {
    const line = "markets/calendar --from 2026-02-01 --to 2026-02-28";
    const all = (await fetch(line)).rows;
    for (const division of ["0", "1"]) {
      const { rows } = await fetch(`${line} --holidayDivision ${division}`);
      expect(rows).toEqual(all.filter(({ holidayDivision }) => holidayDivision === division));
      expect(rows.length).toBeGreaterThan(5);
    }
  });
});

describe("as observed alone", () => {
  let world: OpenedWorld;
  beforeAll(async () => {
    world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
  });
  afterAll(() => world.simulator.close());
  const fetch = (line: string) => runFetch(world.simulator, `market ${line}`);

  test("calcDate brings the positions of a day of calculation", async () => {
    const { rows } = await fetch("markets/short-sale-report --calc-date 2026-02-26");
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ calculatedOn }) => calculatedOn))).toEqual(new Set(["2026-02-26"]));
  });

  test("a code and a range of days of disclosure are one question", async () => {
    const { rows, progress } = await fetch(
      `markets/short-sale-report --code 7203 --from 2026-02-24 --to ${monday}`,
    );
    expect(rows.map(({ code }) => code)).toContain("7203");
    expect(progress).toEqual([`markets/short-sale-report: page 1, ${rows.length} rows`]);
  });

  test("the morning's bars take a code alone", async () => {
    const { rows } = await fetch("equities/bars/daily/am --code 6758");
    expect(rows).toMatchObject([{ code: "6758", date: monday, morningClose: expect.any(Number) }]);
  });

  test("options of weeks keep the number of their week", async () => {
    const { rows } = await fetch(`derivatives/bars/daily/options/225 --date ${friday}`);
    const weekly = rows.filter(({ code }) => /^[34]9/.test(String(code)));
    expect(new Set(weekly.map(({ contractMonth }) => contractMonth))).toEqual(
      new Set(["2026-10", "2026-12"]),
    );
  });
});

describe("the list of issues", () => {
  const bars = [{ Date: monday, Code: "99010", C: 1 }];
  const served = (issues: (path: string) => object | undefined) =>
    serve((request, response) => {
      const path = request.url ?? "";
      const data = path.includes("equities/master") ? issues(path) : bars;
      if (data === undefined) sendJson(response, { message: "not now" }, 400);
      else sendJson(response, { data });
    });

  test("is asked for the one stock that was asked for", async () => {
    const { url, asked } = await served(() => [{ Code: "99010", CoName: "架空自動車" }]);
    const line = `market equities/bars/daily --code 9901 --date ${monday}`;
    expect((await runFetch({ marketUrl: url }, line)).rows).toMatchObject([{ name: "架空自動車" }]);
    expect(asked.map(({ path }) => path)).toEqual([
      `/equities/bars/daily?code=9901&date=${monday}`,
      "/equities/master?code=9901",
    ]);
  });

  test("that cannot be had costs the names, and says so once", async () => {
    const { url } = await served(() => undefined);
    const { rows, asides, failure } = await runFetch(
      { marketUrl: url },
      `market equities/bars/daily --date ${monday}`,
    );
    expect([rows, failure]).toEqual([[{ date: monday, code: "9901", close: 1 }], undefined]);
    expect(asides).toEqual([
      expect.stringMatching(/^equities\/bars\/daily: without the names of stocks \(.*not now\)$/),
    ]);
  });

  test("is not asked for with --no-names", async () => {
    const { url, asked } = await served(() => undefined);
    const { rows } = await runFetch(
      { marketUrl: url },
      `market equities/bars/daily --no-names --date ${monday}`,
    );
    expect(rows).toEqual([{ date: monday, code: "9901", close: 1 }]);
    expect(asked).toHaveLength(1);
  });
});

test("a range that fails half way says how far it came, whatever the failure", async () => {
  const served = await serve((request, response) => {
    const day = new URL(request.url ?? "", "http://host").searchParams.get("date");
    if (day === null) sendJson(response, { message: "This API requires at least one of: code, date." }, 400);
    else if (day === "2026-02-26") sendJson(response, { message: "not today" }, 500);
    else sendJson(response, { data: [{ Date: day, Code: "99010", C: 1 }] });
  });
  const line = `market equities/bars/daily --no-names --from 2026-02-24 --to ${monday}`;
  const { rows, failure } = await runFetch({ marketUrl: served.url }, line);
  expect(rows.map(({ date }) => date)).toEqual(["2026-02-24", "2026-02-25"]);
  expect(failure).toMatchObject({
    status: 500,
    message: expect.stringMatching(/^after 2 of 5 days, 2026-02-26: /),
  });
});
