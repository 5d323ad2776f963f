/** Forms that records and answers of the observed services have, beyond their fields. */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createHttp } from "../../src/lib/http/http.ts";
import type { MarketCallName } from "../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { get, type OpenedWorld, openWorld, rankingState } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 58_000, dialect: "observed" });
});
afterAll(() => world.simulator.close());

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;
const rowsOf = async ({ market }: OpenedWorld, call: string): Promise<Row[]> => {
  const answer = await market(call);
  expect([answer.status, call]).toEqual([200, call]);
  return answer.json().data;
};
const rows = (call: string) => rowsOf(world, call);
const fundCodes = async () =>
  new Set((await rows("equities/master")).filter(({ Mkt }) => Mkt === "0109").map(({ Code }) => Code));

describe("refusals as observed", () => {
  const refusal = async (plan: "none" | "light", call: string, key = "right") => {
    const strict = await openWorld({ dialect: "observed", plan, apiKey: "right" });
    const { status, json } = await strict.market(call, { "x-api-key": key });
    await strict.simulator.close();
    return [status, json().message];
  };
  it.each([
    ["light", "markets/short-ratio", "right", expect.stringContaining("not available on your subscription")],
    ["light", "markets/calendar", "wrong", "The incoming api key is invalid or expired."],
    ["none", "markets/calendar", "right", "No active subscription found."],
    ["light", "markets/sectors/mkt33", "right", "The requested endpoint does not exist."],
  ] as const)("on the plan %s to %s with the %s key", async (plan, call, key, message) => {
    expect(await refusal(plan, call, key)).toEqual([403, message]);
  });
});

describe("gzip as observed", () => {
  const asked = { "accept-encoding": "gzip" };
  it.each([
    ["small", "markets/calendar?date=2026-03-02", 200],
    ["error", "markets/nothing", 403],
    ["refused", "equities/bars/daily", 400],
  ])("packs a %s answer too, when it is asked for", async (_, call, status) => {
    const packed = await world.market(call, asked);
    expect([packed.status, packed.headers["content-encoding"]]).toEqual([status, "gzip"]);
    const plain = await world.market(call);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
  });
  it("packs the other services' answers too", async () => {
    const url = `${world.simulator.statisticsUrl}/api/v1/getDataCode?db=NOPE&code=X`;
    expect((await get(url, asked)).headers["content-encoding"]).toBe("gzip");
  });
});

describe("issues as observed", () => {
  it("are of 33 sectors, 3550 and 5200 among them, or funds, which are of none", async () => {
    const master = await rows("equities/master");
    const sectors = new Set(master.map(({ S33 }) => S33));
    expect(sectors.size).toBe(34);
    for (const sector of ["3550", "5200", "9999"]) expect(sectors).toContain(sector);
    expect(master.map(({ Code }) => Code)).toEqual(master.map(({ Code }) => Code).toSorted());
  });
  it("have short sales by sector in 34 rows a day", async () => {
    const ratios = await rows("markets/short-ratio?date=2026-03-02");
    expect(new Set(ratios.map(({ S33 }) => S33)).size).toBe(34);
    expect(ratios).toHaveLength(34);
    const ranged = await rows("markets/short-ratio?s33=3550&from=2026-02-24&to=2026-03-02");
    expect(ranged.map((row) => row.Date)).toEqual([
      "2026-02-24",
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
      "2026-03-02",
    ]);
  });
  it('say "*" for what a fund\'s balance is of its shares, and a number else', async () => {
    const funds = await fundCodes();
    expect(funds.size).toBeGreaterThan(3);
    let [starred, classes] = [0, new Set<string>()];
    for (let day = 2; day <= 27; day += 1) {
      const date = `2026-02-${String(day).padStart(2, "0")}`;
      for (const row of await rows(`markets/margin-alert?date=${date}`)) {
        const kind = funds.has(row.Code) ? "*" : expect.any(Number);
        expect([row.ShrtOutRatio, row.LongOutRatio, row.SLRatio]).toEqual([kind, kind, expect.any(Number)]);
        if (funds.has(row.Code)) starred += 1;
        classes.add(row.TSEMrgnRegCls);
      }
    }
    expect(starred).toBeGreaterThan(0);
    for (const one of classes)
      expect(["001", "002", "003", "004", "005", "006", "101", "102"]).toContain(one);
    expect(classes.size).toBeGreaterThan(3);
  });
  it("have no statements and no reported short sales where they are funds", async () => {
    for (const code of await fundCodes()) {
      expect(await rows(`fins/summary?code=${code}`)).toEqual([]);
      expect(await rows(`markets/short-sale-report?code=${code}`)).toEqual([]);
    }
  });
});

describe("what was added on 2026-08-10", () => {
  const keysOn = async (startDate: string) => {
    const on = await openWorld({ dialect: "observed", startDate, elapsedMs: 58_000 });
    const [bar] = await rowsOf(on, "equities/bars/daily?code=7203");
    const [summary] = await rowsOf(on, "fins/summary?code=7203");
    const [detail] = await rowsOf(on, "fins/details?code=7203");
    await on.simulator.close();
    return [bar?.MktCap, ...[bar, summary, detail].map((row) => "ExRT" in (row ?? {}))];
  };
  it("is not there before, and there since, of bars alone", async () => {
    expect(await keysOn("2026-08-07")).toEqual([undefined, false, false, false]);
    expect(await keysOn("2026-08-10")).toEqual([expect.any(Number), true, false, false]);
  });
});

describe("statements as observed", () => {
  it("tell dividends, forecasts of this year and the next, and the company alone", async () => {
    const told = new Map<string, Set<string>>();
    for (const code of ["7203", "6758", "8306", "9984"])
      for (const row of await rows(`fins/summary?code=${code}`)) {
        expect(Object.keys(row).length).toBeGreaterThanOrEqual(107);
        for (const [name, value] of Object.entries(row))
          if (value !== "") told.set(row.CurPerType, (told.get(row.CurPerType) ?? new Set()).add(name));
      }
    const has = (period: string, names: string) => {
      for (const name of names.split(" "))
        expect([period, name, told.get(period)?.has(name)]).toEqual([period, name, true]);
    };
    has("1Q", "FSales FOP FOdP FNP FEPS FSales2Q FNP2Q FDiv2Q FDivFY FDivAnn");
    has("2Q", "Div2Q FSales FNP FEPS FDivFY FDivAnn CFO");
    has("3Q", "Div2Q FSales FDivFY FDivAnn");
    has(
      "FY",
      "Div2Q DivFY DivAnn DivTotalAnn PayoutRatioAnn NxFSales NxFNp NxFEPS NxFDivAnn NxtFYSt NxtFYEn",
    );
    has("FY", "NxFSales2Q NxFNp2Q NCSales NCNP NCEPS NCTA NCEq NxFNCSales NxFNCNP CashEq ROE ShEq");
    expect(told.get("FY")?.has("FSales")).toBe(false);
    expect(told.get("1Q")?.has("NxFSales")).toBe(false);
  });
  it("add up", async () => {
    for (const row of await rows("fins/summary?code=7203")) {
      if (row.CurPerType !== "FY") continue;
      expect(Number(row.Div2Q) + Number(row.DivFY)).toBeCloseTo(Number(row.DivAnn), 6);
      expect(Number(row.DivTotalAnn)).toBeGreaterThan(Number(row.DivAnn));
      expect(Number(row.NxFEPS) * Number(row.ShOutFY)).toBeCloseTo(Number(row.NxFNp), -8);
    }
  });
});

describe("the forum as observed", () => {
  const comments = async (code: string, size: number) => {
    const page = await world.page(code);
    const token = /jwtToken\\":\\"([^"\\]+)/.exec(page.text)?.[1] ?? "";
    const cookie = [page.headers["set-cookie"]]
      .flat()
      .map((one) => String(one).split(";")[0])
      .join("; ");
    return world.comments(`code=${code}&size=${size}`, { ...world.commentHeaders(token, code), cookie });
  };
  it("writes the market of a stock short, of a fund too", async () => {
    const markets = new Set<string>();
    const codes: string[] = [];
    for (const page of [1, 2])
      for (const row of rankingState((await world.ranking(`term=daily&page=${page}`)).text).results) {
        markets.add(row.marketName);
        codes.push(row.stockCode);
      }
    expect([...markets].sort()).toEqual(["東証ETF", "東証GRT", "東証PRM", "東証STD"]);
    expect(codes.some((code) => /[A-Z]$/.test(code))).toBe(true);
  });
  it("has ten and more comments in one minute", async () => {
    const { items } = (await comments("7203", 100)).json().response;
    const inMinute = new Map<string, number>();
    for (const { postDate } of items) inMinute.set(postDate, (inMinute.get(postDate) ?? 0) + 1);
    expect(Math.max(...inMinute.values())).toBeGreaterThanOrEqual(10);
  });
  it("has its further keys on some comments only", async () => {
    const { items }: { items: Row[] } = (await comments("7203", 100)).json().response;
    for (const key of ["feelLabel", "parent"]) {
      const having = items.filter((item) => key in item).length;
      expect(having).toBeGreaterThan(0);
      expect(having).toBeLessThan(items.length);
    }
  });
  it("says in a 200 that it did not succeed, and why", async () => {
    const page = await world.page("7203");
    const token = /jwtToken\\":\\"([^"\\]+)/.exec(page.text)?.[1] ?? "";
    const cookie = [page.headers["set-cookie"]]
      .flat()
      .map((one) => String(one).split(";")[0])
      .join("; ");
    const headers = { ...world.commentHeaders(token, "0000"), cookie };
    const answer = await world.comments("code=0000&size=20", headers);
    expect([answer.status, answer.json()]).toEqual([200, { isSuccess: false, message: expect.any(String) }]);
  });
});

describe("what records hold beyond the document", () => {
  it("is known to the client", async () => {
    const autumn = await openWorld({ dialect: "observed", startDate: "2026-10-16", elapsedMs: 58_000 });
    onTestFinished(() => autumn.simulator.close());
    const market = createMarketClient({
      url: autumn.simulator.marketUrl,
      apiKey: "k",
      http: createHttp({ retries: 0 }),
    });
    const oddities = createOddities();
    const read = (name: MarketCallName) => market.read(name, { code: "7203" } as never, undefined, oddities);
    const [bar] = (await read("equities/bars/daily")) as Row[];
    const statements = (await read("fins/summary")) as Row[];
    for (const name of ["fins/details", "fins/dividend", "markets/margin-alert"] as const) await read(name);
    expect(oddities.unknownFields).toEqual([]);
    expect(oddities.badRecords).toEqual([]);
    expect(bar?.marketCapitalization).toBeGreaterThan(0);
    const [year, first] = ["FY", "1Q"].map((period) =>
      statements.find((row) => row.currentPeriodType === period),
    );
    expect(year).toMatchObject({
      dividendAnnual: expect.any(Number),
      nextYearForecastNetProfit: expect.any(Number),
      nextYearForecastHalfYearNetSales: expect.any(Number),
      nonConsolidatedNetSales: expect.any(Number),
      nextFiscalYearEnd: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      sharesOutstanding: expect.any(Number),
      returnOnEquity: expect.any(Number),
      retrospectiveRestatement: false,
    });
    expect(first).toMatchObject({
      forecastNetProfit: expect.any(Number),
      forecastHalfYearNetSales: expect.any(Number),
      forecastDividendAnnual: expect.any(Number),
      forecastNonConsolidatedNetProfit: expect.any(Number),
    });
  });
});
