import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { withLaterCalls } from "../../../src/simulator/market/later/later-calls.ts";
import { observedDialect } from "../../../src/simulator/market/observed/dialect.ts";
import { neededFor } from "../../../src/simulator/market/plans.ts";
import type { MarketCall } from "../../../src/upstreams/market/call.ts";
import { callRegistry, type MarketCallName, marketCalls } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, type Served, sendJson, serve } from "../../lib/http/loopback.ts";
import { notPlayed } from "../../simulator/not-played.ts";
import { documented, type FieldCase } from "./documented.ts";
import { neededQuery } from "./needed-query.ts";
import { observed } from "./observed.ts";
import { declaredNames, ways } from "./seven-calls.ts";

function clientOf({ url }: Served, calls = callRegistry()) {
  return createMarketClient({ url, apiKey: "k", http: createHttp({ retries: 0 }), calls });
}

const names = Object.keys(marketCalls) as MarketCallName[];
const wireOf = (fields: readonly FieldCase[]) =>
  Object.fromEntries(fields.map(([wire, , sent]) => [wire, sent]));
const oursOf = (fields: readonly FieldCase[]) =>
  Object.fromEntries(fields.filter(([, , , got]) => got !== undefined).map(([, ours, , got]) => [ours, got]));

/** Any call, asked for what it needs. */
const readAny = (served: Served, name: MarketCallName, calls = callRegistry()) =>
  clientOf(served, calls).read(name, neededQuery(name) as object as never);

test("seven calls are declared in settings alone", () => {
  expect(declaredNames).toHaveLength(7);
});

test("there are 29 documented calls, and each is walked below", () => {
  expect(names).toHaveLength(29);
  expect(Object.keys(documented).sort()).toEqual([...names].sort());
});

describe.each(ways)("every documented call, %s", (_way, calls, isOf) => {
  for (const [name, fields] of Object.entries(documented) as [MarketCallName, readonly FieldCase[]][]) {
    if (!isOf(name)) continue;
    test(`${name} returns every field of the document under our name`, async () => {
      const served = await serve((_, response) => sendJson(response, { data: [wireOf(fields)] }));
      expect(await readAny(served, name, calls)).toEqual([oursOf(fields)]);
      expect(served.asked[0]?.path.split("?")[0]).toBe(`/${name}`);
    });
  }
});

test("the plan of a call is the one that the service asks for today, where that is known", () => {
  const { rights } = withLaterCalls(observedDialect, []);
  const plans: Record<string, string[]> = {};
  for (const name of names) {
    const { plan, otherForm }: MarketCall = marketCalls[name];
    const path = `/${otherForm?.path ?? name}`;
    // Of what is not played the document's plan is all that there is.
    if (!notPlayed.observed.includes(name)) expect(plan, name).toBe(neededFor(rights, path));
    plans[plan] = [...(plans[plan] ?? []), name];
  }
  expect(plans.light).toEqual([
    "equities/bars/minute",
    "equities/investor-types",
    "td/list",
    "bulk/list",
    "indices/bars/daily/mkt",
  ]);
  expect(plans.premium).toEqual([
    "equities/bars/daily/am",
    "fins/details",
    "fins/dividend",
    "markets/breakdown",
    "derivatives/bars/daily/futures",
    "derivatives/bars/daily/options",
  ]);
});

describe.each(ways)("every call as observed, %s", (_, calls, isOf) => {
  for (const [name, fields] of Object.entries(observed) as [MarketCallName, readonly FieldCase[]][]) {
    if (!isOf(name)) continue;
    test(`${name} takes its other names, unknowns and extra keys`, async () => {
      const row = { ...wireOf(fields), SomethingNew: { deep: [1] } };
      const served = await serve((_, response) => sendJson(response, { data: [row], cursor: "c" }));
      const [got] = (await readAny(served, name, calls)) as [Record<string, unknown>];
      expect(got).toEqual({ ...oursOf(fields) });
    });
  }
});

describe("calls as observed", () => {
  test("investor types have the 56 keys, dividends the 23 and options on the index the 30", () => {
    expect(observed["equities/investor-types"]).toHaveLength(56);
    expect(observed["fins/dividend"]).toHaveLength(23);
    expect(observed["derivatives/bars/daily/options/225"]).toHaveLength(30);
  });

  test("status 210 is no data, on any call", async () => {
    const served = await serve((_, response) => response.writeHead(210).end());
    for (const name of names) expect(await readAny(served, name)).toEqual([]);
  });

  test("the broad index is found at its other path, which is remembered once it has rows", async () => {
    const served = await serve((request, response) => {
      if (request.url?.includes("topix")) sendJson(response, { data: [{ Date: "2026-01-05", C: 2_500 }] });
      else sendJson(response, { message: "The requested path does not exist or your plan is too low." }, 403);
    });
    const client = clientOf(served);
    const row = [{ date: "2026-01-05", close: 2_500 }];
    expect(await client.read("indices/bars/daily/mkt", { date: "2026-01-05" })).toEqual(row);
    expect(await client.read("indices/bars/daily/mkt", {})).toEqual(row);
    expect(served.asked.map(({ path }) => path)).toEqual([
      "/indices/bars/daily/mkt?date=2026-01-05",
      "/indices/bars/daily/topix?date=2026-01-05",
      "/indices/bars/daily/topix",
    ]);
  });

  test("reports of a code and a range are asked for in the other form where the first is refused", async () => {
    const row = { ...wireOf(observed["markets/short-sale-report"]) };
    const served = await serve((request, response) => {
      if (request.url?.includes("disc_date_from")) sendJson(response, { data: [row] });
      else sendJson(response, { message: "not supported" }, 400);
    });
    const query = { code: "9901", from: "2026-01-01", to: "2026-01-31" };
    expect(await clientOf(served).read("markets/short-sale-report", query)).toHaveLength(1);
    expect(served.asked[1]?.path).toBe(
      "/markets/short-sale-report?code=9901&disc_date_from=2026-01-01&disc_date_to=2026-01-31",
    );
  });
});

describe("a call that the document forbids is told, and nobody is asked", () => {
  test.each([
    ["equities/bars/daily", { date: "20260105" }, "date"],
    ["equities/bars/daily", { from: "2026-02-30" }, "from"],
    ["equities/bars/daily", { code: "720" }, "code"],
    ["equities/bars/daily", { code: "7203.T" }, "code"],
    ["indices/bars/daily", {}, "code"],
    ["markets/sectors/mkt17", { code: "7203" }, "code"],
  ] as const)("%s %j", async (name, query, parameter) => {
    const served = await serve((_, response) => sendJson(response, { data: [] }));
    const error = await errorOf(clientOf(served).read(name, query as object as never));
    expect(error).toMatchObject({ name: "QueryError", reason: "rejected", parameter });
    expect(served.asked).toHaveLength(0);
  });
});
