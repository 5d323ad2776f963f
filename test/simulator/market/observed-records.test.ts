/** Forms of the observed market service that questions about records meet: queries, limits, and what companies expect. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statementNames } from "../../../src/simulator/market/observed/statement-figures.ts";
import { type OpenedWorld, openWorld } from "../open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 58_000, dialect: "observed" });
});
afterAll(() => world.simulator.close());

type Row = Record<string, string>;
const rows = async (call: string): Promise<Row[]> => {
  const answer = await world.market(call);
  expect([answer.status, call]).toEqual([200, call]);
  return answer.json().data;
};

describe("queries", () => {
  it("take a code of four characters as the common stock, and a date in both forms", async () => {
    const asked = await rows("equities/bars/daily?code=7203&date=2026-02-27");
    expect(asked).toMatchObject([{ Code: "72030", Date: "2026-02-27" }]);
    for (const same of ["code=72030&date=20260227", "code=7203&from=20260227&to=2026-02-27"])
      expect(await rows(`equities/bars/daily?${same}`)).toEqual(asked);
  });

  it.each(["equities/bars/daily?date=2026-02-30", "markets/short-sale-report?calc_date=2026-13-01"])(
    "are refused for a day that does not exist: %s",
    async (call) => {
      const answer = await world.market(call);
      expect([answer.status, typeof answer.json().message]).toEqual([400, "string"]);
    },
  );

  it("about reports want a code with a range of days of disclosure", async () => {
    const range = "disc_date_from=2026-02-24&disc_date_to=2026-03-02";
    const { status, json } = await world.market(`markets/short-sale-report?${range}`);
    expect([status, json().message]).toEqual([
      400,
      expect.stringContaining("requires at least one of: code"),
    ]);
    expect((await rows(`markets/short-sale-report?code=7203&${range}`)).length).toBeGreaterThan(0);
  });

  it("of the morning's bars and of the coming announcements need nothing", async () => {
    const all = await rows("equities/bars/daily/am");
    expect(all.length).toBeGreaterThan(100);
    expect(await rows("equities/bars/daily/am?code=7203")).toEqual([
      all.find(({ Code }) => Code === "72030"),
    ]);
    expect((await world.market("equities/earnings-calendar")).status).toBe(200);
  });

  it("have an empty list where there is nothing", async () => {
    expect((await world.market("fins/summary?code=7203&date=2026-03-01")).text).toBe('{"data":[]}');
  });

  it("about statements are 60 a minute on every plan", async () => {
    const limited = await openWorld({
      ...({ dialect: "observed", plan: "premium", limits: { retryAfter: true } } as const),
      elapsedMs: 50_000,
    });
    const ask = (call: string) => limited.market(`${call}?code=7203`);
    for (let request = 0; request < 60; request += 1) expect((await ask("fins/summary")).status).toBe(200);
    const [more, others, bars] = [
      await ask("fins/summary"),
      await ask("fins/details"),
      await ask("equities/bars/daily"),
    ];
    await limited.simulator.close();
    expect([more.status, others.status, bars.status]).toEqual([429, 200, 200]);
  });
});

it("statements have 107 keys, and four that were added in 2026", () => {
  const added = ["ShEq", "NCShEq", "ROE", "NCROE"];
  expect(new Set(statementNames).size).toBe(statementNames.length);
  expect(statementNames.filter((name) => !added.includes(name))).toHaveLength(107);
  expect(added.filter((name) => !statementNames.includes(name))).toEqual([]);
});

it("dividends are numbers, or a hyphen for what is not paid", async () => {
  for (const row of await rows("fins/dividend?code=7203"))
    expect([row.DivRate, row.CommDivRate, row.SpecDivRate]).toEqual([expect.any(Number), "-", "-"]);
});

describe("what companies expect of a year", () => {
  /** By company and year: net profit and dividends, as the annual statement before and each one of the year tell them. */
  const tellings = async () => {
    const years = new Map<string, { profit: number[]; dividend: number[]; paid?: number }>();
    const of = (code: string | undefined, end: string | undefined) => {
      const key = `${code} ${end}`;
      const year = years.get(key) ?? { profit: [], dividend: [] };
      years.set(key, year);
      return year;
    };
    for (const { Code } of await rows("equities/master"))
      for (const row of await rows(`fins/summary?code=${Code}`)) {
        const [year, next] = [of(Code, row.CurFYEn), row.NxtFYEn ? of(Code, row.NxtFYEn) : undefined];
        if (row.FNP) year.profit.push(Number(row.FNP));
        if (row.FDivAnn) year.dividend.push(Number(row.FDivAnn));
        if (row.DivAnn) year.paid = Number(row.DivAnn);
        if (row.NxFNp) next?.profit.push(Number(row.NxFNp));
        if (row.NxFDivAnn) next?.dividend.push(Number(row.NxFDivAnn));
      }
    return [...years.values()];
  };
  const steps = (told: readonly number[]) =>
    told.slice(1).flatMap((now, at) => (now === told[at] ? [] : [now / (told[at] ?? now)]));

  it("is revised once a year at most: sometimes cut by a fifth, sometimes raised", async () => {
    const revisions = (await tellings()).map(({ profit }) => steps(profit));
    expect(Math.max(...revisions.map(({ length }) => length))).toBe(1);
    const all = revisions.flat();
    const share = (count: number) => count / revisions.length;
    expect(share(all.filter((step) => step <= 0.8).length)).toBeGreaterThan(0.05);
    expect(share(all.filter((step) => step > 1).length)).toBeGreaterThan(0.05);
    expect(share(all.length)).toBeLessThan(0.5);
  });

  it("has dividends that are raised now and then, never cut, and paid as said last", async () => {
    const years = await tellings();
    const raised = years.flatMap(({ dividend }) => steps(dividend));
    expect(raised.length).toBeGreaterThan(years.length / 20);
    expect(raised.filter((step) => step < 1)).toEqual([]);
    const ended = years.filter(({ paid, dividend }) => paid !== undefined && dividend.length > 0);
    const late = ended.filter(({ paid, dividend }) => (paid ?? 0) > (dividend.at(-1) ?? 0));
    expect(ended.every(({ paid, dividend }) => (paid ?? 0) >= (dividend.at(-1) ?? 0))).toBe(true);
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(ended.length / 5);
  });
});
