import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../support/runs.ts";
import { type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 50_000, pageRows: 5_000 });
});
afterAll(() => world.simulator.close());

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;
const rows = async (call: string): Promise<Row[]> => {
  const answer = await world.market(call);
  expect([answer.status, call]).toEqual([200, call]);
  return answer.json().data;
};

const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const decimal = expect.stringMatching(/^-?\d+(\.\d+)?$/);
const flag = expect.stringMatching(/^[01]$/);
const code = expect.stringMatching(/^[\dA-Z]{4}0$/);
const text = expect.stringMatching(/./);
const count = expect.toSatisfy(Number.isInteger, "a whole number");
const fields = (names: string, kind: unknown) =>
  Object.fromEntries(names.split(" ").map((name) => [name, kind]));

/** Call and its records' fields, each as the document types it. */
const documented: [string, Record<string, unknown>][] = [
  [
    "equities/bars/daily?date=2026-03-02",
    {
      Date: day,
      ...fields("O H L C Va AdjFactor AdjO AdjH AdjL AdjC", decimal),
      ...fields("Vo AdjVo", count),
      ...fields("UL LL", flag),
    },
  ],
  [
    "equities/bars/daily/am?date=2026-03-02",
    { Date: day, ...fields("MO MH ML MC MVa", decimal), MVo: count },
  ],
  [
    "equities/earnings-calendar",
    {
      Code: code,
      CoName: text,
      Date: day,
      FY: expect.stringMatching(/^\d{4}$/),
      FQ: expect.stringMatching(/^[1-4]Q$/),
      ...fields("SectorNm Section", text),
    },
  ],
  [
    "equities/investor-types?from=2026-02-01",
    {
      ...fields("PubDate StDate EnDate", day),
      Section: text,
      ...fields("PropSell PropBuy PropTot PropBal IndSell IndBuy FrgnSell FrgnBuy", count),
    },
  ],
  [
    "fins/summary?from=2026-01-01",
    {
      Code: code,
      DiscDate: day,
      DiscTime: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      ...fields("DocType CurPerType", text),
      ...fields("CurPerSt CurPerEn", day),
      ...fields("Sales OP OdP NP EPS DEPS BPS TA Eq EqAR CFO CFI CFF", decimal),
    },
  ],
  [
    "fins/details?from=2026-01-01",
    {
      LocalCode: code,
      DisclosedDate: day,
      TypeOfDocument: text,
      ...fields(
        "TotalAssets TotalLiabilities NetAssets NetSales OperatingProfit OrdinaryProfit Profit",
        decimal,
      ),
    },
  ],
  [
    "fins/dividend?from=2025-01-01",
    { Code: code, ...fields("RecordDate ExDividendDate PaymentDate", day), DividendPerShare: decimal },
  ],
  ["markets/sectors/mkt17", fields("code name name_english", text)],
  ["markets/sectors/mkt33", fields("code name name_english", text)],
  [
    "markets/breakdown?date=2026-03-02",
    {
      Date: day,
      Code: code,
      ...fields(
        "LongSellVa ShrtNoMrgnVa MrgnSellNewVa MrgnSellCloseVa LongBuyVa MrgnBuyNewVa MrgnBuyCloseVa",
        decimal,
      ),
      ...fields("LongSellVo ShrtNoMrgnVo", count),
    },
  ],
  [
    "markets/short-ratio?date=2026-03-02",
    { Date: day, Sector33Code: expect.stringMatching(/^\d{4}$/), SellingValue: count },
  ],
  [
    "markets/margin-interest?code=7203",
    { Code: code, Date: day, ...fields("MarginBuyingBalance MarginSellingBalance", count) },
  ],
  ["indices/bars/daily?code=0028", { Date: day, Code: "0028", ...fields("O H L C", decimal) }],
  ["indices/bars/daily/mkt", { Date: day, ...fields("O H L C", decimal) }],
  [
    "derivatives/bars/daily/futures?date=2026-02-27",
    {
      Date: day,
      Code: text,
      ProdCat: text,
      CM: expect.stringMatching(/^\d{6}$/),
      LTD: day,
      ...fields("O H L C Settle MO MH ML MC", decimal),
      ...fields("Vo OI", count),
    },
  ],
  ...["options", "options/225"].map((call): [string, Record<string, unknown>] => [
    `derivatives/bars/daily/${call}?date=2026-02-27`,
    {
      Date: day,
      Code: text,
      ProdCat: text,
      CM: expect.stringMatching(/^\d{6}$/),
      UndSSO: text,
      PCDiv: expect.stringMatching(/^[12]$/),
      ...fields("Strike O H L C Settle IV Theo", decimal),
      ...fields("Vo OI", count),
    },
  ]),
];

describe("records", () => {
  it.each(documented)("of %s have the documented fields and types, and no others", async (call, shape) => {
    const found = await rows(call);
    expect(found.length).toBeGreaterThan(0);
    // Rows of a call are made alike: a quick run looks at some from all over it.
    const step = isLong ? 1 : Math.ceil(found.length / 200);
    for (let at = 0; at < found.length; at += step) expect(found[at]).toEqual(shape);
  });
});

type Five = [number, number, number, number, number];

describe("prices", () => {
  const bars = (query: string) => rows(`equities/bars/daily?${query}`);
  it("never leave the day's range, and are worth about volume times price", async () => {
    const found = await bars("from=2025-11-04&to=2025-12-10");
    expect(found.length).toBeGreaterThan(1_000);
    const wrong = found.filter((bar) => {
      const [open, high, low, close, value] = [bar.O, bar.H, bar.L, bar.C, bar.Va].map(Number) as Five;
      const isWithin = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
      return !(isWithin && value >= low * bar.Vo && value <= high * bar.Vo);
    });
    expect(wrong).toEqual([]);
  });
  it("are adjusted by the factors of all later days", async () => {
    const { data: issues } = (await world.market("equities/master")).json();
    let splits = 0;
    for (const { Code } of isLong ? issues : issues.slice(0, 60)) {
      let factor = 1;
      const wrong = (await bars(`code=${Code}`)).toReversed().filter((bar) => {
        const isAdjusted =
          Math.abs(bar.AdjC - bar.C * factor) < 0.5 && bar.AdjVo === Math.round(bar.Vo / factor);
        factor *= Number(bar.AdjFactor);
        return !isAdjusted;
      });
      expect(wrong).toEqual([]);
      if (factor < 1) splits += 1;
    }
    expect(splits).toBeGreaterThan(isLong ? 5 : 1);
  });
  it("jump with a split and nowhere else", async () => {
    const { data: issues } = (await world.market("equities/master")).json();
    for (const { Code } of issues.slice(0, isLong ? 40 : 15)) {
      const list = await bars(`code=${Code}`);
      const jumps = list.filter((bar, index) => {
        const before = Number(list[index - 1]?.C ?? bar.C) * (index > 0 ? Number(bar.AdjFactor) : 1);
        return Math.abs(Number(bar.C) / before - 1) >= 0.15;
      });
      expect(jumps).toEqual([]);
    }
  });
  it("of the morning lie within the day's, and are there at noon, before the day's", async () => {
    const byDay = await bars("date=2026-03-02");
    const mornings = await rows("equities/bars/daily/am?date=2026-03-02");
    expect(mornings.length).toBe(byDay.length);
    for (const [index, morning] of mornings.entries()) {
      const whole = byDay[index];
      expect(morning.MO).toBe(whole?.O);
      expect(Number(morning.MH)).toBeLessThanOrEqual(Number(whole?.H));
      expect(Number(morning.ML)).toBeGreaterThanOrEqual(Number(whole?.L));
      expect(morning.MVo).toBeLessThan(Number(whole?.Vo));
    }
    const noon = await openWorld({ elapsedMs: 21_000 });
    const early = (await noon.market("equities/bars/daily/am?date=2026-03-02")).json().data;
    const late = (await noon.market("equities/bars/daily?date=2026-03-02")).json().data;
    await noon.simulator.close();
    expect([early.length, late.length]).toEqual([mornings.length, 0]);
  });
  it("come for trading days only", async () => {
    const traded = new Set((await bars("code=7203")).map((one) => one.Date));
    const open = (await rows("markets/calendar?to=2026-03-02"))
      .filter((one) => one.HolDiv === "0" && one.Date >= "2024-01-01")
      .map((one) => one.Date);
    expect([...traded]).toEqual(open);
  });
});

describe("figures that stand in several places", () => {
  it("name the same sectors in the master list and the sector lists", async () => {
    // Funds are of no sector.
    const issues = (await rows("equities/master")).filter(({ Mkt }) => Mkt !== "0109");
    for (const [list, key, name] of [
      ["mkt17", "S17", "S17Nm"],
      ["mkt33", "S33", "S33Nm"],
    ] as const) {
      const listed = new Map((await rows(`markets/sectors/${list}`)).map((one) => [one.code, one.name]));
      for (const issue of issues) expect(listed.get(issue[key])).toBe(issue[name]);
    }
    expect(await rows("markets/sectors/mkt17")).toHaveLength(17);
    expect(await rows("markets/sectors/mkt33")).toHaveLength(33);
  });
  it("add up: both sides of a breakdown to the turnover, short sales to the sector's", async () => {
    const bars = await rows("equities/bars/daily?date=2026-02-27");
    const trades = await rows("markets/breakdown?date=2026-02-27");
    expect(trades.length).toBe(bars.length);
    const sold = new Map<string, number>();
    const sectorOf = new Map((await rows("equities/master")).map(({ Code, S33 }) => [Code, S33]));
    for (const [index, trade] of trades.entries()) {
      const sum = (names: string) =>
        names.split(" ").reduce((total, name) => total + Number(trade[`${name}Va`]), 0);
      const turnover = Number(bars[index]?.Va);
      expect(Math.abs(sum("LongSell ShrtNoMrgn MrgnSellNew MrgnSellClose") - turnover)).toBeLessThan(5);
      expect(Math.abs(sum("LongBuy MrgnBuyNew MrgnBuyClose") - turnover)).toBeLessThan(5);
      const sector = String(sectorOf.get(trade.Code));
      sold.set(sector, (sold.get(sector) ?? 0) + sum("ShrtNoMrgn MrgnSellNew"));
    }
    for (const { Sector33Code, SellingValue } of await rows("markets/short-ratio?date=2026-02-27"))
      expect(SellingValue).toBe(sold.get(Sector33Code) ?? 0);
  });
  it("agree between summary and details, and follow the rules of a balance sheet", async () => {
    const summaries = await rows("fins/summary?code=7203");
    const details = await rows("fins/details?code=7203");
    expect(summaries.map(({ CurPerType }) => CurPerType).sort()).toEqual(
      expect.arrayContaining(["1Q", "2Q", "3Q", "FY"]),
    );
    for (const [index, one] of summaries.entries()) {
      const detail = details[index];
      expect([detail?.TotalAssets, detail?.NetSales, detail?.Profit]).toEqual([one.TA, one.Sales, one.NP]);
      expect(Number(detail?.TotalLiabilities) + Number(detail?.NetAssets)).toBe(Number(one.TA));
      expect(Number(one.EPS)).toBeGreaterThan(Number(one.DEPS));
      expect(one.CurPerSt < one.CurPerEn && one.CurPerEn < one.DiscDate).toBe(true);
    }
  });
  it("announce what is disclosed on that day", async () => {
    const coming = await rows("equities/earnings-calendar?from=2026-02-02&to=2026-02-27");
    const disclosed = await rows("fins/summary?from=2026-02-02&to=2026-02-27");
    expect(coming.map((one) => [one.Code, one.Date])).toEqual(
      disclosed.map(({ Code, DiscDate }) => [Code, DiscDate]),
    );
  });
  it("put the ex-dividend day before the record day, on business days", async () => {
    for (const { RecordDate, ExDividendDate, PaymentDate } of await rows("fins/dividend?code=7203")) {
      expect(ExDividendDate < RecordDate && RecordDate < PaymentDate).toBe(true);
      const [one] = await rows(`markets/calendar?date=${ExDividendDate}`);
      expect(one?.HolDiv).toBe("0");
    }
  });
  it("sum up what investors sold and bought", async () => {
    for (const week of await rows("equities/investor-types?section=TSEPrime")) {
      expect(week.Section).toBe("TSEPrime");
      expect(week.PropTot).toBe(week.PropSell + week.PropBuy);
      expect(week.PropBal).toBe(week.PropBuy - week.PropSell);
      expect(week.StDate <= week.EnDate && week.EnDate < week.PubDate).toBe(true);
    }
  });
  it("count margin interest once a week, and from autumn 2026 daily", async () => {
    const weekly = await rows("markets/margin-interest?code=7203&from=2026-01-05&to=2026-02-27");
    expect(weekly).toHaveLength(8);
    const later = await openWorld({ startDate: "2026-10-30", elapsedMs: 50_000 });
    const { data } = (await later.market("markets/margin-interest?code=7203&from=2026-10-01")).json();
    await later.simulator.close();
    expect(data).toHaveLength(20);
  });
  it("trade contracts until their last day, each under a code of its own", async () => {
    // The past of one option is looked for among tens of thousands a day.
    for (const call of isLong ? ["futures", "options"] : ["futures"]) {
      const found = await rows(`derivatives/bars/daily/${call}?date=2026-02-27`);
      expect(new Set(found.map(({ Code }) => Code)).size).toBe(found.length);
      const [first] = found;
      const same = await rows(`derivatives/bars/daily/${call}?code=${first?.Code}`);
      expect(same.length).toBeGreaterThan(3);
      expect(new Set(same.map(({ CM }) => CM)).size).toBe(1);
      for (const one of same) if (one.LTD) expect(one.Date <= one.LTD).toBe(true);
    }
    const index = await rows("derivatives/bars/daily/options/225?date=2026-02-27");
    expect(new Set(index.map(({ ProdCat }) => ProdCat))).toEqual(new Set(["NK225E"]));
  });
});

describe("parameters", () => {
  it.each([
    "indices/bars/daily",
    "indices/bars/daily?date=2026-03-02",
    "indices/bars/daily?code=72030",
    "equities/bars/daily?day=2026-03-02",
    "equities/bars/daily/am?date=yesterday",
    "fins/summary?code=abc",
    "derivatives/bars/daily/options/225?code=1",
    "markets/short-ratio?sector33code=0050",
  ])("answers 400 with a message to %s", async (call) => {
    const answer = await world.market(call);
    expect([answer.status, typeof answer.json().message]).toEqual([400, "string"]);
  });
  it.each([
    "indices/bars/daily?code=9999",
    "indices/bars/daily?code=0028&date=2026-03-01",
    "fins/dividend?date=1999-01-04",
    "equities/investor-types?section=nowhere",
    "equities/bars/daily?from=2026-03-03",
    "markets/breakdown?code=9999&date=2026-03-02",
  ])("answers %s with no data", async (call) => {
    expect((await world.market(call)).text).toBe('{"data":[]}');
  });
});
