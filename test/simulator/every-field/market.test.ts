/** Every market call against the simulator: each field of the documents as it came, beside what the client makes of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MarketCallName } from "../../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { documented, type FieldCase } from "../../upstreams/market/documented.ts";
import { observed } from "../../upstreams/market/observed.ts";
import { notPlayed } from "../not-played.ts";
import { type OpenedWorld, openWorld, startDate } from "../open-world.ts";
import { askAgain } from "./asked-again.ts";

type Row = Readonly<Record<string, unknown>>;
type Dialect = "documented" | "observed";

const friday = "2026-02-27";
const onDay = { date: startDate };
const ofStock = { code: "7203" };
/** Queries that have answers in the simulated world. */
const queries: Record<MarketCallName, Readonly<Record<string, string>>> = {
  "equities/bars/daily": onDay,
  "equities/bars/daily/am": ofStock,
  "equities/bars/minute": { ...ofStock, ...onDay },
  "equities/valuation": onDay,
  "equities/master": {},
  "equities/earnings-calendar": {},
  "equities/investor-types": { from: "2026-02-01" },
  "fins/summary": ofStock,
  "fins/details": ofStock,
  "fins/dividend": ofStock,
  "bulk/list": { endpoint: "/equities/valuation", date: "2026-01" },
  "td/list": onDay,
  "fins/earnings-date": onDay,
  "edinet/large-volume-shareholders": onDay,
  "edinet/major-shareholders": ofStock,
  "edinet/cross-shareholdings": ofStock,
  "markets/calendar": { from: "2026-01-01", to: "2026-03-31" },
  "markets/sectors/mkt17": {},
  "markets/sectors/mkt33": {},
  "markets/breakdown": onDay,
  "markets/short-ratio": onDay,
  "markets/short-sale-report": onDay,
  "markets/margin-alert": onDay,
  "markets/margin-interest": ofStock,
  "indices/bars/daily": { code: "0028" },
  "indices/bars/daily/mkt": onDay,
  "derivatives/bars/daily/futures": { date: friday },
  "derivatives/bars/daily/options": { date: friday },
  "derivatives/bars/daily/options/225": { date: friday },
};
const names = Object.keys(queries) as MarketCallName[];

/**
 * What is always unknown: options have no morning session, one on an index has no underlying stock, an ordinary
 * dividend nothing special.
 */
const empty: Partial<Record<MarketCallName, readonly string[]>> = {
  "derivatives/bars/daily/options": ["MO", "MH", "ML", "MC"],
  "derivatives/bars/daily/options/225": ["UndSSO"],
  "td/list": ["DiscStatus"],
  "markets/short-sale-report": ["SSAddr", "DICName", "DICAddr"],
  "fins/dividend": "DistAmt RetEarn DeemDiv DeemCapGains NetAssetDecRatio CommDivRate SpecDivRate".split(" "),
};

/** Those that are sent with a value: a field that is sent unknown in a case is a field of the document all the same. */
function casesIn(
  listed: Partial<Record<MarketCallName, readonly FieldCase[]>>,
  name: MarketCallName,
): readonly FieldCase[] {
  return (listed[name] ?? []).filter(([, ours]) => ours !== "");
}

/** By wire name. */
function casesOf(name: MarketCallName, dialect: Dialect): ReadonlyMap<string, FieldCase> {
  const cases = [...casesIn(documented, name), ...(dialect === "observed" ? casesIn(observed, name) : [])];
  return new Map(cases.map((field) => [field[0], field]));
}

/** A value as our records have it, by the case of its field. */
function meant(value: unknown, [, ours, sent, got]: FieldCase): unknown {
  if (value === null || ["", "-", "*"].includes(String(value))) return undefined;
  if (typeof got === "object") return Array.isArray(got) ? expect.any(Array) : expect.any(Object);
  if (typeof got === "number") {
    const isFraction = Math.abs(got - Number(sent)) > 1e-9;
    return isFraction ? Number((Number(value) * 100).toPrecision(12)) : Number(value);
  }
  if (typeof got === "boolean") return value === "1";
  if (ours === "contractMonth") return String(value).replace(/^(\d{4})(\d\d)$/, "$1-$2");
  if (ours === "code" && sent !== got) return String(value).replace(/^(.{4})0$/, "$1");
  return value;
}

describe.each<Dialect>(["documented", "observed"])("the %s market service", (dialect) => {
  // Cross holdings are in annual reports, and as observed hardly a company announces anything on the next day.
  const isThere = (name: string) =>
    name !== "edinet/cross-shareholdings" &&
    (dialect === "documented" || name !== "equities/earnings-calendar");
  const there = names.filter((name) => isThere(name) && !notPlayed[dialect].includes(name));

  let simulator: OpenedWorld["simulator"];
  beforeAll(async () => {
    // In the evening, when all of the day is published.
    ({ simulator } = await openWorld({ dialect, elapsedMs: 58_000 }));
  });
  afterAll(() => simulator.close());

  test.each(there)("%s: every field arrives", async (name) => {
    const { http, answers } = askAgain();
    const market = createMarketClient({ url: simulator.marketUrl, apiKey: "k", http });
    const rows: readonly Row[] = await market.read(name, queries[name]);
    const raw: Row[] = (await answers()).flatMap((answer) => answer.json().data);
    expect(rows.length).toBe(raw.length);

    const cases = casesOf(name, dialect);
    const arrived = new Set<string>();
    for (const [index, row] of rows.entries())
      for (const [wire, value] of Object.entries(raw[index] ?? {})) {
        const field = cases.get(wire);
        if (field === undefined) continue;
        const expected = meant(value, field);
        // Hundreds of thousands of values are the same at once.
        const came = row[field[1]];
        if (came !== expected) expect([wire, came]).toEqual([wire, expected]);
        if (expected !== undefined) arrived.add(wire);
      }
    const due = casesIn(dialect === "documented" ? documented : observed, name);
    const expected = due.map(([wire]) => wire).filter((wire) => !empty[name]?.includes(wire));
    expect(expected.filter((wire) => !arrived.has(wire))).toEqual([]);
    expect(arrived.size).toBeGreaterThan(1);
  });
});
