/** Rows made whole: with their code, narrowed to what was asked, stock by stock where they do not say their stock. */
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { callNamed, callRegistry, type MarketCallName } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { wholePages } from "../../../src/upstreams/market/record-sets.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { type Served, sendJson, serve } from "../../lib/http/loopback.ts";

const on = "2026-01-05";
const clientOf = ({ url }: Served) =>
  createMarketClient({ url, apiKey: "k", http: createHttp({ retries: 0 }) });

async function readWhole(served: Served, name: MarketCallName, query: Record<string, string>) {
  const rows: object[] = [];
  const places: string[] = [];
  const reading = { signal: undefined, oddities: createOddities() };
  for await (const page of wholePages(clientOf(served), callNamed(callRegistry(), name), query, reading)) {
    rows.push(...page.rows);
    if (page.at !== undefined) places.push(page.at);
  }
  return { rows, places, asked: served.asked.map(({ path }) => path) };
}

/** A service whose bars do not say their stock; it answers 500 about `broken`. */
const documentedBars = (issues: readonly string[], broken = "") =>
  serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host");
    const code = searchParams.get("code") ?? "";
    if (pathname.endsWith("/equities/master"))
      sendJson(response, { data: issues.map((Code) => ({ Code: `${Code}0`, CoName: `例示${Code}` })) });
    else if (code !== "" && code === broken) sendJson(response, { message: "try later" }, 500);
    else sendJson(response, { data: [{ Date: on, C: code === "" ? 1 : Number(code) }] });
  });

describe("bars that do not say their stock", () => {
  test("are asked for stock by stock, each row with its code", async () => {
    const served = await documentedBars(["9901", "9902"]);
    const { rows, places, asked } = await readWhole(served, "equities/bars/daily", { date: on });
    expect(rows).toEqual([
      { code: "9901", date: on, close: 9901 },
      { code: "9902", date: on, close: 9902 },
    ]);
    expect(places).toEqual(["9901, stock 1 of 2", "9902, stock 2 of 2"]);
    expect(asked).toEqual([
      `/equities/bars/daily?date=${on}`,
      "/equities/master",
      `/equities/bars/daily?date=${on}&code=9901`,
      `/equities/bars/daily?date=${on}&code=9902`,
    ]);
  });

  test("of one stock are one call, and have its short code", async () => {
    const served = await documentedBars(["9901"]);
    const { rows, asked } = await readWhole(served, "equities/bars/daily", { code: "99010" });
    expect(rows).toEqual([{ code: "9901", date: on, close: 99010 }]);
    expect(asked).toHaveLength(1);
  });

  test("fail with the stock that they came to", async () => {
    const served = await documentedBars(["9901", "9902", "9903"], "9903");
    await expect(readWhole(served, "equities/bars/daily", { date: on })).rejects.toThrow(
      /^after 2 of 3 stocks, 9903: .*answered 500/,
    );
  });

  test("fail where the list of issues is empty: nothing else tells whose they are", async () => {
    const served = await documentedBars([]);
    await expect(readWhole(served, "equities/bars/daily", { date: on })).rejects.toMatchObject({
      reason: "incomplete",
    });
  });
});

describe("a service that passes over a parameter", () => {
  const contract = { Date: on, CM: "2026-03", Code: "1" };
  test.each<[MarketCallName, Record<string, string>, string, object, object]>([
    [
      "markets/short-ratio",
      { s33: "3550" },
      "s33=3550",
      { Date: on, S33: "3550" },
      { Date: on, S33: "0050" },
    ],
    [
      "markets/short-sale-report",
      { calcDate: on },
      `calc_date=${on}`,
      { Code: "99010", SSName: "A", ShrtPosToSO: 0.01, CalcDate: on, DiscDate: on },
      { Code: "99010", SSName: "A", ShrtPosToSO: 0.01, CalcDate: "2026-01-04", DiscDate: on },
    ],
    [
      "markets/calendar",
      { holidayDivision: "2" },
      "hol_div=2",
      { Date: on, HolDiv: "2" },
      { Date: on, HolDiv: "1" },
    ],
    [
      "derivatives/bars/daily/futures",
      { category: "NK225F" },
      "category=NK225F",
      { ...contract, ProdCat: "NK225F" },
      { ...contract, ProdCat: "TOPIXF" },
    ],
    [
      "derivatives/bars/daily/futures",
      { contractFlag: "1" },
      "contract_flag=1",
      { ...contract, ProdCat: "NK225F", CCMFlag: "1" },
      { ...contract, ProdCat: "NK225F", CCMFlag: "0" },
    ],
    [
      "equities/earnings-calendar",
      { code: "9901" },
      "code=9901",
      { Code: "99010", CoName: "A" },
      { Code: "99020", CoName: "B" },
    ],
  ])("%s: the rows of %j are narrowed to it", async (name, query, asked, own, other) => {
    const served = await serve((_, response) => sendJson(response, { data: [other, own] }));
    const whole = await readWhole(served, name, query);
    expect(whole.asked[0]).toBe(`/${name}?${asked}`);
    const alone = await serve((_, response) => sendJson(response, { data: [own] }));
    expect(whole.rows).toEqual((await readWhole(alone, name, query)).rows);
    expect(whole.rows).toHaveLength(1);
  });

  test("and does not send its field leaves its rows", async () => {
    const row = { ...contract, ProdCat: "NK225F" };
    const served = await serve((_, response) => sendJson(response, { data: [row] }));
    const { rows } = await readWhole(served, "derivatives/bars/daily/futures", { contractFlag: "1" });
    expect(rows).toHaveLength(1);
  });
});

test.each<[MarketCallName, Record<string, string>, string]>([
  ["markets/short-ratio", { s33: "50" }, "s33"],
  ["markets/short-sale-report", { calcDate: "20260105" }, "calcDate"],
  ["markets/calendar", { holidayDivision: "4" }, "holidayDivision"],
  ["derivatives/bars/daily/options", { contractFlag: "yes" }, "contractFlag"],
  ["derivatives/bars/daily/options", { category: "NK 225" }, "category"],
  ["derivatives/bars/daily/options/225", { category: "NK225E" }, "category"],
])("%s %j is refused before anything is asked", async (name, query, parameter) => {
  const served = await serve((_, response) => sendJson(response, { data: [] }));
  await expect(readWhole(served, name, query)).rejects.toMatchObject({ name: "QueryError", parameter });
  expect(served.asked).toEqual([]);
});
