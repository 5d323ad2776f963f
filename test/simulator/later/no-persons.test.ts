/** What is read of the papers about large holdings, as sources and histories read it: of private persons nothing. */
import { expect, it, onTestFinished } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { lastWeekdays } from "../../../src/model/dates.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { openWorld } from "../open-world.ts";

const call = "edinet/large-volume-shareholders";
const last = "2026-10-23";
const days = lastWeekdays(last, 40);

/** Texts that must not be read: any address, and the names of holders and lenders who are persons. */
function* secretsOf(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const isPerson = Reflect.get(value, "LargeHldrTypeCode") === "1" || Reflect.get(value, "Ind") === "個人";
  for (const [name, own] of Object.entries(value)) {
    const isSecret = /Addr$/.test(name) || (isPerson && /^((Hldr)?Name(En)?|Rep)$/.test(name));
    if (isSecret && typeof own === "string" && own.length > 3) yield own;
    yield* secretsOf(own);
  }
}

const close = (text: string) => text.replace(/[\s\u3000]+/g, "");

it("neither a name nor an address of anybody who is no company is in a record", async () => {
  const world = await openWorld({ dialect: "observed", startDate: last, elapsedMs: 58_000 });
  onTestFinished(() => world.simulator.close());
  const market = createMarketClient({ url: world.simulator.marketUrl, apiKey: "k", http: createHttp() });
  const secrets = new Set<string>();
  let records = "";
  for (const date of days) {
    for (const row of (await world.market(`${call}?date=${date}`)).json().data)
      for (const secret of secretsOf(row)) secrets.add(close(secret));
    records += close(JSON.stringify(await market.read(call, { date })));
  }
  expect(secrets.size).toBeGreaterThan(20);
  expect(records).toContain('"kind":"person"');
  expect([...secrets].filter((secret) => records.includes(secret))).toEqual([]);
});
