/** The cursor of an answer, and what is asked with one. */
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, type Served, sendJson, serve } from "../../lib/http/loopback.ts";

const date = "2030-04-01";
const row = (number: number) => ({
  DiscNo: String(20300401130100 + number),
  Code: "99990",
  DiscDate: date,
  DiscTime: "13:01",
  Title: "架空のお知らせ",
});

const marketOf = ({ url }: Served) =>
  createMarketClient({ url, apiKey: "k", http: createHttp({ retries: 0 }) });

/** Serves these bodies, one a page, and reads them to the end. */
async function readAll(...bodies: object[]) {
  const served = await serve((_, response, count) => sendJson(response, bodies[count - 1] ?? {}));
  const pages = marketOf(served).pages("td/list", { date });
  const numbers: string[] = [];
  for (;;) {
    const page = await pages.next();
    if (page.done) return { cursor: page.value, numbers, asked: served.asked.map(({ path }) => path) };
    numbers.push(...page.value.map(({ number }) => String(number)));
  }
}

describe("the cursor of an answer", () => {
  test("is that of its last page, and pages are read to the end", async () => {
    const first = { data: [row(1)], pagination_key: "p2", cursor: null };
    expect(await readAll(first, { data: [row(2)], cursor: "c2" })).toEqual({
      cursor: "c2",
      numbers: ["20300401130101", "20300401130102"],
      asked: [`/td/list?date=${date}`, `/td/list?date=${date}&pagination_key=p2`],
    });
  });

  test("is the last that any page had, where the last page has none", async () => {
    const pages = await readAll({ data: [row(1)], pagination_key: "p2", cursor: "c1" }, { data: [row(2)] });
    expect(pages.cursor).toBe("c1");
  });

  test.each([
    ["an answer without one", { data: [row(1)] }],
    ["one that is null", { data: [row(1)], cursor: null, pagination_key: null }],
    ["an empty one", { data: [row(1)], cursor: "", pagination_key: "" }],
    ["one that is no text", { data: [row(1)], cursor: { t: 1 } }],
  ])("is absent with %s, and no further page is asked for", async (_, body) => {
    const { cursor, asked } = await readAll(body);
    expect([cursor, asked.length]).toEqual([undefined, 1]);
  });

  test("comes without rows, too", async () => {
    expect(await readAll({ data: [], cursor: "c9" })).toMatchObject({ cursor: "c9", numbers: [] });
  });
});

describe("with a cursor", () => {
  test.each(["td/list", "fins/summary", "fins/details"] as const)("%s is asked", async (name) => {
    const served = await serve((_, response) => sendJson(response, { data: [] }));
    await marketOf(served).read(name, { date, cursor: "a/b=" });
    expect(served.asked.map(({ path }) => path)).toEqual([`/${name}?date=${date}&cursor=a%2Fb%3D`]);
  });

  test.each([
    ["td/list", { code: "9999", cursor: "c" }],
    ["td/list", { date, cursor: "c", pagination_key: "p" }],
    ["fins/summary", { cursor: "c" }],
    ["fins/summary", { date, code: "9999", cursor: "c" }],
    ["equities/valuation", { date, cursor: "c" }],
  ] as const)("%s is not asked for %j", async (name, query) => {
    const served = await serve((_, response) => sendJson(response, { data: [] }));
    const error = await errorOf(marketOf(served).read(name, query as object as never));
    expect(error).toMatchObject({ name: "QueryError", parameter: "cursor" });
    expect(served.asked).toHaveLength(0);
  });
});

test.each([
  ["td/list", {}, "code"],
  ["td/list", { date, from: date, to: date }, "date"],
  ["td/list", { code: "9999", from: date }, "from"],
  ["td/list", { date, items: "earnings" }, "items"],
  ["fins/earnings-date", {}, "code"],
  ["fins/earnings-date", { code: "9999", date }, "code"],
  ["fins/earnings-date", { date, scheduledDate: date }, "date"],
  ["edinet/major-shareholders", { code: "9999", edinetCode: "E00001" }, "edinetCode"],
  ["edinet/major-shareholders", { edinetCode: "9999" }, "edinetCode"],
  ["equities/valuation", { from: date, to: date }, "from"],
  ["equities/bars/minute", { to: date }, "to"],
  ["markets/short-sale-report", { date, calcDate: date }, "calcDate"],
  ["equities/bars/daily", { date, from: date }, "date"],
] as const)("%s with %j is told at %s, and nobody is asked", async (name, query, parameter) => {
  const served = await serve((_, response) => sendJson(response, { data: [] }));
  const error = await errorOf(marketOf(served).read(name, query as object as never));
  expect(error).toMatchObject({ name: "QueryError", reason: "rejected", parameter });
  expect(served.asked).toHaveLength(0);
});
