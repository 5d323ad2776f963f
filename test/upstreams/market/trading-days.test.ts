import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, sendJson, serve } from "../../lib/http/loopback.ts";

// 2026-01-03 is a Saturday.
const week = ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05", "2026-01-06"];
const query = { from: "2026-01-04", to: "2026-01-06" };

async function openDays(divisions: string) {
  const data = [...divisions].map((HolDiv, at) => ({ Date: week[at], HolDiv }));
  const served = await serve((_, response) => sendJson(response, { data }));
  const client = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  return { days: client.tradingDays(query), served };
}

test.each([
  ["as documented", "11101", [false, true, false]],
  ["as observed", "00011", [false, true, true]],
  ["as observed, with half a day and derivatives", "00032", [false, false, true]],
])("a weekend tells which meaning HolDiv has: %s", async (_, divisions, open) => {
  const { days, served } = await openDays(divisions);
  expect([...(await days).entries()]).toEqual(week.slice(2).map((date, at) => [date, open[at]]));
  expect(served.asked[0]?.path).toBe("/markets/calendar?from=2025-12-28&to=2026-01-06");
});

test.each([
  ["contradicts itself", "00111"],
  ["holds no weekend", "0"],
])("an answer that %s is malformed", async (_, divisions) => {
  expect(await errorOf((await openDays(divisions)).days)).toMatchObject({ reason: "malformed" });
});

test("a calendar without these days has none", async () => {
  expect((await (await openDays("")).days).size).toBe(0);
});
