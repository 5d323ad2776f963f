/** Additions of the market service in the second half of 2026: daily margin balances, reasons of changed shares, classes of product. */
import { describe, expect, it, onTestFinished } from "vitest";
import { dailyBars } from "../../src/simulator/market/observed/prices.ts";
import { momentOfDay } from "../../src/simulator/world/trading-calendar.ts";
import { createWorld } from "../../src/simulator/world/world.ts";
import { openWorld } from "./open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

async function open(startDate: string, elapsedMs = 50_000) {
  const { market, clock, simulator } = await openWorld({ dialect: "observed", startDate, elapsedMs });
  onTestFinished(() => simulator.close());
  const rows = async (call: string): Promise<Row[]> => (await market(call)).json().data;
  return { market, clock, rows, balances: (query: string) => rows(`markets/margin-interest?${query}`) };
}

describe("margin balances", () => {
  it("are of each day from 2026-09-25 on, with the day after it and with yen; weekly ones have neither", async () => {
    const { balances } = await open("2026-09-29");
    const ofStock = await balances("code=7203&from=2026-09-07");
    expect(ofStock.map(({ Date: date, PubDate }) => [date, PubDate])).toEqual([
      ["2026-09-11", null],
      ["2026-09-18", null],
      ["2026-09-25", "2026-09-28"],
      ["2026-09-28", "2026-09-29"],
    ]);
    const [weekly = {}, , daily = {}] = ofStock;
    expect(Object.keys(daily)).toHaveLength(16);
    expect(Object.keys(weekly).sort()).toEqual(Object.keys(daily).sort());
    for (const side of ["Shrt", "Long"]) {
      expect(weekly[`${side}Val`]).toBeNull();
      for (const kind of ["Vol", "Val"])
        expect(daily[`${side}Neg${kind}`] + daily[`${side}Std${kind}`]).toBeCloseTo(daily[side + kind]);
    }
    const values = (await balances("date=2026-09-25")).flatMap(({ LongVal, ShrtVal }) => [LongVal, ShrtVal]);
    expect(values).toContain(0);
    expect(values.some((value) => !Number.isInteger(value))).toBe(true);
  });

  it("come out at four on the next business day, and are found by it", async () => {
    const { market, clock, balances } = await open("2026-09-29", 33_332);
    expect(await balances("published_date=2026-09-29")).toEqual([]);
    clock.move(1);
    const out = await balances("published_date=2026-09-29");
    expect(new Set(out.map(({ Date: date }) => date))).toEqual(new Set(["2026-09-28"]));
    expect(await balances("published_date=2026-09-29&code=7203")).toHaveLength(1);
    for (const other of ["date", "from", "to"]) {
      const call = `markets/margin-interest?code=7203&published_date=2026-09-29&${other}=2026-09-28`;
      expect([other, (await market(call)).status]).toEqual([other, 400]);
    }
  });

  it("have none of this before 2026-09-28", async () => {
    const { balances } = await open("2026-09-25");
    expect(Object.keys((await balances("code=7203"))[0] ?? {})).toHaveLength(9);
  });
});

describe("bars since 2026-08-10", () => {
  const full = createWorld({ seed: 7, startDate: "2026-10-16", market: "full" });
  const at = momentOfDay(0, 58_000);
  const barsOf = (day: number, code?: string): Row[] => {
    const query = { date: full.calendar.dateOf(day), ...(code === undefined ? {} : { code: `${code}0` }) };
    return dailyBars.find(full, query, at, "standard").slice(0) as Row[];
  };

  it("say why shares changed: a split, a reverse one, a rights issue", () => {
    const said = new Map<string, Set<unknown>>();
    for (let day = -120; day < 0; day += 1)
      for (const { code, splits } of full.companies) {
        const factor = splits.factorOn(day);
        if (factor === 1 && (code !== "7203" || day < -1)) continue;
        const kind = factor === 1 ? "none" : factor < 1 ? "more shares" : "fewer shares";
        for (const { ExRT } of barsOf(day, code)) said.set(kind, (said.get(kind) ?? new Set()).add(ExRT));
      }
    expect(Object.fromEntries([...said].map(([kind, values]) => [kind, [...values].sort()]))).toEqual({
      none: [null],
      "more shares": ["1", "3"],
      "fewer shares": ["2"],
    });
  });

  it("have the worth of all shares in million yen, but of no fund and on no day without trades", () => {
    const companies = new Map(full.companies.map((company) => [`${company.code}0`, company]));
    const kinds = new Set<string>();
    for (const { Code, C, MktCap } of barsOf(-1)) {
      const { isFund, shares } = companies.get(Code) ?? { isFund: true, shares: 0 };
      kinds.add(isFund ? "fund" : C === null ? "quiet" : "traded");
      const worth = isFund || C === null ? null : Math.round((C * shares) / 1e6);
      if (MktCap !== worth) expect([Code, MktCap]).toEqual([Code, worth]);
    }
    expect([...kinds].sort()).toEqual(["fund", "quiet", "traded"]);
  });
});

it("issues are of every class of product", async () => {
  const { rows } = await open("2026-09-25");
  const classes = new Set((await rows("equities/master")).map(({ ProdCat }) => ProdCat));
  expect([...classes].sort()).toEqual(["011", "012", "013", "014", "021", "022", "023", "024"]);
});
