/** Valuations and the bars of minutes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedWorld, openWorld, startDate } from "../open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
});
afterAll(() => world.simulator.close());
const rows = async (call: string): Promise<Row[]> => {
  const answer = await world.market(`equities/${call}`);
  expect([answer.status, call]).toEqual([200, call]);
  return answer.json().data;
};

describe.each(["valuation", "bars/minute"])("%s", (call) => {
  it.each([
    ["", "This API requires at least 1 parameter as follows; date, code"],
    ["from=2026-02-02&to=2026-02-03", "This API requires at least 1 parameter as follows; date, code"],
    [
      "date=2026-02-02&code=7203&to=2026-02-03",
      "'from' and 'to' can be given only with 'code', and without 'date'.",
    ],
  ])("refuses %s", async (query, message) => {
    const answer = await world.market(`equities/${call}?${query}`);
    expect([answer.status, answer.json().message]).toEqual([400, message]);
  });

  it("is there from half past four on", async () => {
    const afternoon = await openWorld({ dialect: "observed", elapsedMs: 34_999 });
    const ask = async () => (await afternoon.market(`equities/${call}?date=${startDate}`)).json().data.length;
    expect(await ask()).toBe(0);
    afternoon.clock.move(1);
    expect(await ask()).toBeGreaterThan(100);
    await afternoon.simulator.close();
  });
});

describe("valuations", () => {
  it("are null altogether for funds, and but for the size for trusts", async () => {
    const funds = new Set((await rows("master")).filter(({ Mkt }) => Mkt === "0109").map(({ Code }) => Code));
    const all = await rows(`valuation?date=${startDate}`);
    const told = ({ Date: _, Code: __, ...values }: Row) =>
      Object.keys(values).filter((name) => values[name] !== null);
    expect(new Set(all.map((row) => Object.keys(row).join(" ")))).toEqual(
      new Set(["Date Code EPS FwdEPS BPS ROE FwdROE PER FwdPER PBR MktCap"]),
    );
    for (const row of all)
      if (funds.has(row.Code)) expect(told(row)).toEqual([]);
      else if (/^89[5-9]/.test(row.Code)) expect(told(row)).toEqual(["MktCap"]);
      else expect(told(row).length).toBeGreaterThanOrEqual(6);
    const stocks = all.filter((row) => told(row).length > 1);
    const unexpected = stocks.filter(({ FwdEPS }) => FwdEPS === null).length;
    expect(unexpected).toBeGreaterThan(0);
    expect(unexpected).toBeLessThan(stocks.length / 4);
  });

  it("hang together, and change with the day after a statement", async () => {
    const days = await rows("valuation?code=7203");
    for (const { EPS, PER, BPS, PBR, ROE } of days.slice(-80)) {
      expect(Math.abs(PER * EPS - PBR * BPS) / (PBR * BPS)).toBeLessThan(0.02);
      expect(Math.abs(ROE - EPS / BPS)).toBeLessThan(0.001);
    }
    const statements = (await world.market("fins/summary?code=7203")).json().data as Row[];
    const last = statements.at(-1)?.DiscDate;
    const place = days.findIndex(({ Date: date }) => date === last);
    expect(days[place]?.EPS).toBe(days[place - 1]?.EPS);
    expect(days[place + 1]?.BPS).not.toBe(days[place]?.BPS);
  });
});

describe("the bars of minutes", () => {
  it("are those of the day together, and none for a minute without trades", async () => {
    const all = await rows(`bars/minute?date=${startDate}`);
    const byCode = new Map<string, Row[]>();
    for (const row of all) byCode.set(row.Code, []);
    for (const row of all) byCode.get(row.Code)?.push(row);
    const traded = (await rows(`bars/daily?date=${startDate}`)).filter(({ C }) => C !== null);
    expect([...byCode.keys()]).toEqual(traded.map(({ Code }) => Code));
    const sum = (bars: Row[], name: string) => bars.reduce((total, bar) => total + bar[name], 0);
    for (const { Code, O, H, L, C, Vo, Va } of traded) {
      const bars = byCode.get(Code) ?? [];
      const times = bars.map(({ Time }) => Time);
      expect(times).toEqual([...new Set(times)].sort());
      expect(times.filter((time) => !/^(09|10|11:[012]|12:[345]|13|14|15:[012])/.test(time))).toEqual([]);
      expect(bars.length).toBeLessThan(330);
      expect([bars[0]?.O, bars.at(-1)?.C]).toEqual([O, C]);
      expect(Math.max(...bars.map((bar) => bar.H))).toBe(H);
      expect(Math.min(...bars.map((bar) => bar.L))).toBe(L);
      expect([sum(bars, "Vo"), sum(bars, "Va")]).toEqual([Vo, Va]);
      expect(bars.every((bar) => bar.Vo > 0 && bar.L <= bar.O && bar.C <= bar.H)).toBe(true);
    }
  });

  it("are cut into pages like any list, and reach two years back whatever the plan", async () => {
    const whole = await rows("bars/minute?code=7203&from=2026-02-26");
    const paged = await openWorld({ dialect: "observed", elapsedMs: 58_000, pageRows: 100 });
    const joined: Row[] = [];
    for (let key = ""; ; ) {
      const page = (await paged.market(`equities/bars/minute?code=7203&from=2026-02-26${key}`)).json();
      joined.push(...page.data);
      if (!page.pagination_key) break;
      key = `&pagination_key=${encodeURIComponent(page.pagination_key)}`;
    }
    expect(joined).toEqual(whole);
    const answer = await paged.market("equities/bars/minute?code=7203&date=2024-03-01");
    await paged.simulator.close();
    expect([answer.status, answer.json().message]).toEqual([
      ...[400, "Your subscription covers the following dates: 2024-03-02 ~ ."],
    ]);
  });
});
