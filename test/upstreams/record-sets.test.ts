import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { marketCalls } from "../../src/upstreams/market/calls.ts";
import { recordItem } from "../../src/upstreams/record.ts";
import { recordPrefix } from "../../src/upstreams/record-set.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";

const all = [...recordSetsOf().values()];

test("every call of the market service is a set of records, under its path", () => {
  const names = Object.keys(marketCalls).map((name) => `market/${name}`);
  expect(all.filter(({ service }) => service === "market").map(({ from }) => from)).toEqual(names);
});

test("no two sets give the same types of events", () => {
  expect(new Set(all.map(recordPrefix)).size).toBe(all.length);
  const named = ["market/fins/summary", "market/markets/short-ratio", "market/equities/bars/daily"];
  expect(all.filter(({ from }) => named.includes(from)).map(recordPrefix)).toEqual([
    "market.equities-bars-daily",
    "market.fins-summary",
    "market.short-ratio",
  ]);
});

test("what is said of a set names fields that its records have, and days are texts", () => {
  for (const { from, fields, key, day = [], published, occurred, asides = [] } of all) {
    const days = [...day, ...[published, occurred].filter((field) => field !== undefined)];
    for (const field of [...key, ...asides, ...days]) expect(Object.keys(fields), from).toContain(field);
    for (const field of days) expect(fields[field]?.type, `${from} ${field}`).toBe("date");
    expect(key.length, from).toBeGreaterThan(0);
  }
});

test("a record is an item whose fields have the types of its table", () => {
  const item = recordItem(recordSetsOf().get("market/markets/margin-alert")?.fields ?? {});
  const now = { code: "7203", publishedOn: "2026-11-20", shortRatio: 1.5, reasons: ["monitoring"] };
  expect(item.safeParse(now).success).toBe(true);
  expect(item.safeParse({ ...now, shortRatio: "1.5" }).success).toBe(false);
  expect(item.safeParse({ code: "7203" }).success).toBe(false);
});

test("docs/sources.md lists every set with its types, its key and its day", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/sources.md"), "utf8");
  const rows = all.map((set) => {
    const days = set.isAhead ? `${set.day?.join(", ")} (ahead)` : (set.day?.join(", ") ?? "");
    return `| \`${set.from}\` | \`${recordPrefix(set)}\` | ${set.key.join(", ")} | ${days} |`;
  });
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});

test("the parameters that are days are those that the document calls so and the days of calculation and of publication, and no parameter of the statistics service is", () => {
  const days = new Set(
    all.flatMap(({ parameters }) => parameters.filter(({ isDay }) => isDay).map(({ name }) => name)),
  );
  expect([...days].sort()).toEqual(["calcDate", "date", "from", "publishedDate", "scheduledDate", "to"]);
  const [catalogue, ...others] = all.filter(({ service }) => service === "statistics");
  expect(others).toEqual([]);
  expect(catalogue?.isWhole).toBe(true);
  expect(
    catalogue?.parameters.map(({ name, required, isDay, isList }) => ({ name, required, isDay, isList })),
  ).toEqual([{ name: "db", required: true, isDay: false, isList: true }]);
});
