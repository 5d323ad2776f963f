/** The life of a call that only the settings know: watched, ruled on, kept as a past, drifted, reloaded. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createReload } from "../../src/app/operating/reload.ts";
import { createClients } from "../../src/config/clients.ts";
import type { Config } from "../../src/config/config.ts";
import { callsIn, recordSetsIn, recordsOptions } from "../../src/config/services.ts";
import { requireConfig, ruleOptions } from "../../src/files/check-files.ts";
import { editorSchemaOf, eventTypesOf } from "../../src/files/event-types.ts";
import { markOf } from "../../src/model/fields.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { recordsHistory } from "../../src/sources/index.ts";
import { createRecordSource } from "../../src/sources/records/index.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { createPastClients } from "../../src/upstreams/past.ts";
import { sendJson, serve } from "../lib/http/loopback.ts";
import { createMemoryState } from "../sources/memory-state.ts";
import { pollAndCommit } from "../sources/poll-and-commit.ts";
import { createMemoryHistory } from "../support/memory-history.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { sampleCall } from "./sample-call.ts";

const settings = (url: string, unit = "JPY") => `upstreams:
  market:
    url: "${url}"
    apiKey: any
    tier: premium
${sampleCall(unit)}
sources:
  samples: { from: market/sample/prices, schedule: "0 0 18 * * *", query: { date: { last: 2 } } }
`;

/** Settings in a file, and a service that answers each day with the rows of then. */
async function stage() {
  const rows: Record<string, unknown>[] = [
    { Date: "2030-04-01", Code: "99990", C: 100 },
    { Date: "2030-04-02", Code: "99990", C: 110 },
  ];
  const served = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host");
    const data = rows.filter(({ Date: day }) => day === searchParams.get("date"));
    sendJson(response, { data: pathname === "/sample/prices" ? data : [] });
  });
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, settings(served.url));
  const config = requireConfig(file, {});
  const [options] = recordsOptions(config);
  if (options === undefined) throw new Error("the settings have no set of records");
  const clients = createClients(config, undefined, {
    market: undefined,
    forum: undefined,
    statistics: undefined,
  });
  return { rows, url: served.url, file, config, options, clients };
}

test("a new row, a corrected one and an unknown field are told as of any set", async () => {
  const { rows, options, clients } = await stage();
  const source = createRecordSource(options, { clients, today: () => "2030-04-02" });
  const state = createMemoryState();
  const first = await pollAndCommit(source, state);
  expect([first.drafts, first.baselined?.items]).toEqual([[], 2]);
  rows[1] = { Date: "2030-04-02", Code: "99990", C: 111, Extra: 1 };
  rows.push({ Date: "2030-04-02", Code: "99980", C: 20 });
  const { drafts, oddities } = await pollAndCommit(source, state);
  expect(drafts.map(({ type, subject, occurred, data }) => [type, subject, occurred, data.now])).toEqual([
    [
      "market.sample-prices.corrected",
      "9999",
      "2030-04-02",
      { date: "2030-04-02", code: "9999", close: 111 },
    ],
    ["market.sample-prices.added", "9998", "2030-04-02", { date: "2030-04-02", code: "9998", close: 20 }],
  ]);
  expect(oddities?.unknownFields.map(({ path }) => path)).toEqual(["sample/prices data[].Extra"]);
});

/** Problems of a rule about the call, as the settings have it. */
function problemsOf(config: Config, when: string): string[] {
  const text = `rules:\n  - { name: a, on: market.sample-prices.added, when: ${when}, title: x }\n`;
  const loaded = compileRuleTexts([{ file: "a.yaml", text }], { ...ruleOptions(config), hash: "" });
  return loaded.ok ? [] : loaded.problems.map(({ message, suggestion = "" }) => `${message} ${suggestion}`);
}

test("rules are checked against its fields, editors know its types, and mails its words", async () => {
  const { config } = await stage();
  expect(problemsOf(config, "now.close > 5.0")).toEqual([]);
  expect(problemsOf(config, "now.closs > 5.0").join()).toContain("did you mean `close`?");
  const types = eventTypesOf(config);
  expect(JSON.stringify(editorSchemaOf("rules", { types }))).toContain("market.sample-prices.corrected");
  const close = types.known.get("market.sample-prices.added")?.item.shape.close;
  expect(close && markOf(close)?.words).toEqual({
    label: { en: "closing price", ja: "終値" },
    unit: { en: "JPY", ja: "JPY" },
  });
});

test("the schema of settings at hand knows its parameters and fields", async () => {
  const { config } = await stage();
  const schema = editorSchemaOf("config", { types: eventTypesOf(config), sets: recordSetsIn(config) });
  const { definitions } = schema as { definitions: Record<string, unknown> };
  expect(JSON.stringify(definitions["market/sample/prices"])).toContain("parameters of the call");
});

test("a call that takes no days has no past, and says why", async () => {
  const { options } = await stage();
  const parameters = options.set.parameters.filter(({ name }) => name === "code");
  expect(recordsHistory({ ...options, set: { ...options.set, parameters } })).toEqual({
    none: "The call takes no days, so that nothing earlier can be asked for.",
  });
});

test("its past is fetched day by day, and answers as the service did at a moment", async () => {
  const { config, options, clients } = await stage();
  const past = recordsHistory(options);
  if ("none" in past) throw new Error(past.none);
  const period = { from: "2030-04-01", to: "2030-04-02" };
  const history = createMemoryHistory();
  const pieces = past.pieces({ timezone: "Asia/Tokyo" }, period, { watchlists: () => ({}) });
  for (const piece of pieces) {
    const context = { signal: new AbortController().signal, oddities: createOddities(), progress() {} };
    for await (const records of piece.read(clients, context)) history.add(records);
    const { set, scope, from, to } = piece;
    history.finish({ set, scope, from, to, records: 1, at: 0, refused: undefined });
  }
  const at = { now: Date.parse("2030-04-02T16:00:00+09:00") };
  const { market } = createPastClients(history, () => at.now, callsIn(config));
  const shown = async () => {
    const days: unknown[] = [];
    for (const date of ["2030-04-01", "2030-04-02"])
      for await (const rows of market.pages("sample/prices", { date }))
        days.push(...rows.map((row) => row.close));
    return days;
  };
  expect(await shown()).toEqual([100]);
  at.now = Date.parse("2030-04-02T16:31:00+09:00");
  expect(await shown()).toEqual([100, 110]);
});

test("a changed declaration waits for the next start, and that is said", async () => {
  const { config, file, url } = await stage();
  const told: unknown[] = [];
  const log = {
    level: "info",
    info: () => {},
    warn: (facts: object) => void told.push(facts),
  } as unknown as Parameters<typeof createReload>[0]["log"];
  writeFileSync(file, settings(url, "USD"));
  await createReload({ file, environment: {}, log }, { current: () => ({ config }), takeRules() {} })();
  expect(told).toEqual([{ settings: ["upstreams.market"] }]);
});
