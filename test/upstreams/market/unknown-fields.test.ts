import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { callRegistry, type MarketCallName } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { sendJson, serve } from "../../lib/http/loopback.ts";
import { documented, type FieldCase } from "./documented.ts";
import { neededQuery } from "./needed-query.ts";
import { observed } from "./observed.ts";
import { ways } from "./seven-calls.ts";

/** What reading a call's answer finds odd in it. */
async function odditiesOf(name: MarketCallName, body: unknown, calls = callRegistry()) {
  const served = await serve((_, response) => sendJson(response, body));
  const http = createHttp({ retries: 0 });
  const client = createMarketClient({ url: served.url, apiKey: "k", http, calls });
  const oddities = createOddities();
  await client.read(name, neededQuery(name) as object as never, undefined, oddities);
  return oddities;
}

const rowOf = (fields: readonly FieldCase[]) =>
  Object.fromEntries(fields.map(([wire, , sent]) => [wire, sent]));

const lists = [
  ["documented", documented],
  ["observed", observed],
] as const;

describe.each(
  lists.flatMap(([list, cases]) => ways.map(([way, calls, isOf]) => ({ list, cases, way, calls, isOf }))),
)("every name that is $list, $way", ({ cases, calls, isOf }) => {
  for (const [name, fields] of Object.entries(cases) as [MarketCallName, readonly FieldCase[]][]) {
    if (!isOf(name)) continue;
    test(`is known to ${name}, and one more is not`, async () => {
      const row = rowOf(fields);
      expect((await odditiesOf(name, { data: [row], cursor: "c" }, calls)).unknownFields).toEqual([]);
      const more = await odditiesOf(name, { data: [row, { ...row, Extra: null }], more: true }, calls);
      expect(more.unknownFields).toEqual([
        { path: `${name} more`, found: "a boolean" },
        { path: `${name} data[].Extra`, found: "null" },
      ]);
    });
  }
});

test.each(ways)("names within records of a record are known or noted, at any depth, %s", async (_, calls) => {
  const holder = {
    HldrName: "架空銀行",
    HldrAddr: "架空市",
    Extra: 1,
    None: null,
    BrwList: [{ Name: "架空銀行", Rep: "架空 太郎", Addr: "架空市", Else: "x" }],
  };
  const row = { DocId: "S100AAAA", SubDate: "2026-01-05", Hldrs: [{}, holder, holder] };
  const { unknownFields } = await odditiesOf("edinet/large-volume-shareholders", { data: [row] }, calls);
  expect(unknownFields).toEqual([
    { path: "edinet/large-volume-shareholders data[].Hldrs[].Extra", found: "a number" },
    { path: "edinet/large-volume-shareholders data[].Hldrs[].BrwList[].Else", found: "text of 1 character" },
  ]);
});

test("names without end are noted up to a bound", async () => {
  const row = { PubDate: "2026-01-05", Code: "99010" };
  const data = Array.from({ length: 500 }, (_, at) => ({ ...row, [`by${at}`]: at }));
  expect((await odditiesOf("markets/margin-alert", { data })).unknownFields).toHaveLength(100);
});

test("a name that does not look like one is not shown", async () => {
  const row = { PubDate: "2026-01-05", Code: "99010", "山田 太郎": 1, [`eyJ${"a".repeat(80)}`]: 2 };
  const { unknownFields } = await odditiesOf("markets/margin-alert", { data: [row] });
  expect(unknownFields.map(({ path }) => path)).toEqual([
    "markets/margin-alert data[].<key of 5 characters>",
    "markets/margin-alert data[].<key of 83 characters>",
  ]);
});
