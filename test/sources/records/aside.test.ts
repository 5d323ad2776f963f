/** Records of a watched set that cannot be read, over a real client. */
import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createRecords } from "../../../src/sources/records/index.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import type { RecordClients } from "../../../src/upstreams/record-set.ts";
import { recordSets } from "../../../src/upstreams/record-sets.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";
import { createMemoryState } from "../memory-state.ts";
import { told } from "../poll-and-commit.ts";

const day = "2026-11-20";
const row = (Code: string, Sales: unknown = "100") => ({ Code, DiscDate: day, DocType: "1Q", Sales });

async function setUp() {
  let data: object[] = [];
  const served = await serve((request, response) =>
    sendJson(response, { data: request.url?.includes(day) ? data : [] }),
  );
  const market = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  const set = recordSets.get("market/fins/summary");
  if (set === undefined) throw new Error("no such set");
  const options = { name: "results", set, key: set.key, compare: ["netSales"], tolerance: {}, query: {} };
  const source = createRecords(options, {
    clients: { market } as unknown as RecordClients,
    today: () => day,
  });
  const state = createMemoryState();
  return async (rows: object[]) => {
    data = rows;
    const { answer, oddities } = await source.poll({ state, signal: new AbortController().signal });
    const found = source.diff(answer, state);
    state.apply(found);
    return { told: told(found), aside: oddities?.badRecords.length, fields: oddities?.unknownFields.length };
  };
}

const others = [row("99020"), row("99030")];

test("are set aside, and what they are about is not gone", async () => {
  const poll = await setUp();
  await poll([row("99010"), ...others]);
  expect(await poll([row("99010", "much"), row("99020", "200"), row("99030")])).toEqual({
    told: ["market.fins-summary.corrected 9902"],
    aside: 1,
    fields: 0,
  });
  expect((await poll([row("99010"), row("99020", "200"), row("99030")])).told).toEqual([]);
});

test("that do not say what they are about take nothing away", async () => {
  const poll = await setUp();
  await poll([row("99010"), ...others]);
  expect(await poll([{ ...row("99010"), Code: null, DiscDate: 7 }, ...others])).toMatchObject({
    told: [],
    aside: 1,
  });
  expect((await poll(others)).told).toEqual(["market.fins-summary.removed 9901"]);
});

test("of another issue spare no other", async () => {
  const poll = await setUp();
  await poll([row("99010"), ...others]);
  const { told: news } = await poll([row("99020", "much"), row("99030")]);
  expect(news).toEqual(["market.fins-summary.removed 9901"]);
});
