/** Records of a watched set that cannot be read, over a real client. */

import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { atOnce } from "../../../src/lib/turns.ts";
import { createRecordSource } from "../../../src/sources/records/index.ts";
import type { RecordsOptions } from "../../../src/sources/records/state.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import type { RecordClients } from "../../../src/upstreams/record-set.ts";
import { recordSetsOf } from "../../../src/upstreams/record-sets.ts";
import { errorOf, sendJson, serve } from "../../lib/http/loopback.ts";
import { createMemoryState } from "../memory-state.ts";
import { told } from "../poll-and-commit.ts";

const day = "2026-11-20";
const row = (Code: string, Sales: unknown = "100") => ({ Code, DiscDate: day, DocType: "1Q", Sales });

async function setUp(query: RecordsOptions["query"] = {}) {
  let data: object[] = [];
  const served = await serve((request, response) =>
    sendJson(response, { data: request.url?.includes(day) ? data : [] }),
  );
  const market = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  const set = recordSetsOf().get("market/fins/summary");
  if (set === undefined) throw new Error("no such set");
  const options = { name: "results", set, key: set.key, compare: ["netSales"], tolerance: {}, query };
  const source = createRecordSource(options, {
    clients: { market } as unknown as RecordClients,
    today: () => day,
  });
  const state = createMemoryState();
  return async (rows: object[]) => {
    data = rows;
    const { answer, oddities } = await source.poll({ state, signal: new AbortController().signal });
    const found = atOnce(source.diff(answer, state));
    state.apply(found);
    const { badRecords = [], unknownFields = [] } = oddities ?? {};
    return { told: told(found), aside: badRecords.length, fields: unknownFields.length, badRecords };
  };
}

const others = [row("99020"), row("99030")];

test("are set aside, and what they are about is not gone", async () => {
  const poll = await setUp();
  await poll([row("99010"), ...others]);
  expect(await poll([row("99010", "much"), row("99020", "200"), row("99030")])).toMatchObject({
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

describe("rows of another code than asked", () => {
  test("are left out and told, and nothing counts as gone meanwhile", async () => {
    const poll = await setUp({ code: ["9901"], date: day });
    await poll([row("99010"), { ...row("99010"), DocType: "2Q" }]);
    const { told: news, badRecords } = await poll([row("99020"), row("99010", "200"), row("99030")]);
    expect(news).toEqual(["market.fins-summary.corrected 9901"]);
    expect(badRecords).toEqual([
      expect.objectContaining({
        name: "9901",
        places: [{ path: "fins/summary data[]", expected: "rows of 9901", found: "rows of 9902, 9903" }],
      }),
    ]);
  });

  test("alone are a failure, not an empty answer", async () => {
    const poll = await setUp({ code: ["9901"], date: day });
    expect(await errorOf(poll([row("99020")]))).toMatchObject({
      reason: "rejected",
      message: expect.stringContaining("fins/summary: 9901 is answered with rows of 9902 alone"),
    });
  });
});
