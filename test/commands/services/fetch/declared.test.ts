/** A call that the settings declare, as the command sees it, and a first declaration out of an answer. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  fetchCallsOf,
  fetchRecords,
  parseFetch,
} from "../../../../src/commands/services/fetch/fetch-records.ts";
import { inferredCall } from "../../../../src/commands/services/fetch/infer.ts";
import { callsIn } from "../../../../src/config/services.ts";
import { requireConfig } from "../../../../src/files/check-files.ts";
import { sendJson, serve } from "../../../lib/http/loopback.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

const rows = [
  { Date: "2030-04-01", Code: "99990", C: 101.5 },
  { Date: "2030-04-01", Code: "99980", C: 20 },
];

/** Settings with a service that answers with the rows page by page, and what was asked. */
async function stage(more = "") {
  const served = await serve((request, response) => {
    const isSecond = request.url?.includes("pagination_key=2") === true;
    const data = isSecond ? rows.slice(1) : rows.slice(0, 1);
    sendJson(response, isSecond ? { data } : { data, pagination_key: "2" });
  });
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(
    file,
    `upstreams:\n  market:\n    url: "${served.url}"\n    apiKey: any\n    tier: premium\n${more}`,
  );
  return { file, asked: () => served.asked.map(({ path }) => path) };
}

const declaration = `    calls:
      sample/prices:
        about: { en: prices of samples, ja: 見本の価格 }
        parameters: { date: {}, pagination_key: {} }
        key: [date, code]
        day: [date]
        fields:
          date: { wire: Date, type: date, required: true, about: { en: day, ja: 日 } }
          code: { wire: Code, type: code, required: true, about: { en: code, ja: コード } }
          close: { wire: C, type: number, unit: JPY, about: { en: closing price, ja: 終値 } }
`;

test("a declared call is listed and fetched, page by page", async () => {
  const { file, asked } = await stage(declaration);
  const config = requireConfig(file, {});
  const calls = fetchCallsOf(callsIn(config));
  expect(calls.find(({ call }) => call === "sample/prices")).toMatchObject({
    service: "market",
    about: "prices of samples",
    plan: "free",
    columns: ["date", "code", "name", "close"],
  });
  const parsed = parseFetch(["market", "sample/prices", "--date", "2030-04-01"], undefined, false, calls);
  const got: object[] = [];
  const reader = { page: (page: readonly object[]) => void got.push(...page), aside() {}, progress() {} };
  await fetchRecords(parsed, { config, signal: new AbortController().signal }, reader);
  expect(got).toEqual([
    { date: "2030-04-01", code: "9999", close: 101.5 },
    { date: "2030-04-01", code: "9998", close: 20 },
  ]);
  expect(asked()).toEqual([
    "/sample/prices?date=2030-04-01",
    "/sample/prices?date=2030-04-01&pagination_key=2",
  ]);
});

test("a call that is not declared is refused, and the nearest is named", async () => {
  const { file } = await stage(declaration);
  const calls = fetchCallsOf(callsIn(requireConfig(file, {})));
  const words = ["market", "sample/price"];
  expect(() => parseFetch(words, undefined, true, calls)).toThrow("did you mean `sample/prices`?");
  expect(() => parseFetch(words, undefined)).toThrow("market has no call `sample/price`");
});

test("a first declaration is made of one answer, of any path", async () => {
  const { file, asked } = await stage();
  const words = ["market", "sample/values", "--date", "2030-04-01"];
  const text = await inferredCall(words, file, {}, () => {}, new AbortController().signal);
  expect(asked()).toEqual(["/sample/values?date=2030-04-01"]);
  const call = parse(text).upstreams.market.calls["sample/values"];
  expect(Object.keys(call.fields)).toEqual(["date", "code", "c"]);
  expect(call.plan).toBe("premium");
});

test.each([
  ["another service", ["forum", "ranking"]],
  ["no path", ["market"]],
  ["a path that leaves the service", ["market", "../secret"]],
  ["two paths", ["market", "a/b", "c"]],
])("--infer refuses %s, and asks nothing", async (_, words) => {
  const { file, asked } = await stage();
  const made = inferredCall(words, file, {}, () => {}, new AbortController().signal);
  await expect(made).rejects.toThrow("--infer takes market and the path of a call");
  expect(asked()).toEqual([]);
});
