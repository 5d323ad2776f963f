import { expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, sendJson, serve } from "../../lib/http/loopback.ts";

const call = "markets/margin-interest";

async function asking(row: object) {
  const served = await serve((_, response) => sendJson(response, { data: [row] }));
  const market = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  return { served, market };
}

const shares = {
  ShrtVol: 1200,
  LongVol: 3400,
  ShrtNegVol: 200,
  LongNegVol: 400,
  ShrtStdVol: 1000,
  LongStdVol: 3000,
};
const own = {
  code: "9999",
  date: "2030-04-01",
  sellingBalance: 1200,
  buyingBalance: 3400,
  sellingNegotiable: 200,
  buyingNegotiable: 400,
  sellingStandardized: 1000,
  buyingStandardized: 3000,
  issueType: "2",
};

test("a daily row has its day of publication and six values in yen, of which 0 and parts of a yen are values", async () => {
  const values = {
    ...{ ShrtVal: 0, LongVal: 6_800_000.5, ShrtNegVal: 0, LongNegVal: "800000.5", ShrtStdVal: 0 },
    LongStdVal: 6_000_000,
  };
  const row = {
    PubDate: "2030-04-02",
    Date: "2030-04-01",
    Code: "99990",
    IssType: "2",
    ...shares,
    ...values,
  };
  const { served, market } = await asking(row);
  expect(await market.read(call, { publishedDate: "2030-04-02", code: "9999" })).toEqual([
    {
      ...own,
      publishedOn: "2030-04-02",
      sellingValue: 0,
      buyingValue: 6_800_000.5,
      sellingNegotiableValue: 0,
      buyingNegotiableValue: 800_000.5,
      sellingStandardizedValue: 0,
      buyingStandardizedValue: 6_000_000,
    },
  ]);
  expect(served.asked[0]?.path).toBe(`/${call}?published_date=2030-04-02&code=9999`);
});

test("a weekly row lacks what is null in it", async () => {
  const nothing = { PubDate: null, ShrtVal: null, LongVal: null, ShrtNegVal: null, LongStdVal: null };
  const { market } = await asking({ Date: "2030-04-01", Code: "99990", IssType: "2", ...shares, ...nothing });
  expect(await market.read(call, { code: "9999" })).toEqual([own]);
});

test.each(["date", "from", "to"])("a day of publication is not asked for beside %s", async (other) => {
  const { served, market } = await asking({});
  const error = await errorOf(market.read(call, { publishedDate: "2030-04-02", [other]: "2030-04-01" }));
  expect(error).toMatchObject({ name: "QueryError", message: expect.stringContaining(other) });
  expect(served.asked).toEqual([]);
});
