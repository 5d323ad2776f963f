/** Filed papers: large holdings with their changes and corrections, and what yearly reports say of holders and holdings. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LargeHolding } from "../../../src/simulator/world/market/large-holdings.ts";
import { createWorld } from "../../../src/simulator/world/world.ts";
import { type OpenedWorld, openWorld, startDate } from "../open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
});
afterAll(() => world.simulator.close());
const rowsOf = async ({ market }: OpenedWorld, call: string, query = ""): Promise<Row[]> => {
  const answer = await market(`edinet/${call}?${query}`);
  expect([answer.status, call, query]).toEqual([200, call, query]);
  return answer.json().data;
};
const rows = (call: string, query = "") => rowsOf(world, call, query);
const calls = ["large-volume-shareholders", "major-shareholders", "cross-shareholdings"] as const;
const days = Array.from({ length: 400 }, (_, place) => place - 400);
const end = Number.POSITIVE_INFINITY;

describe.each(calls)("%s", (call) => {
  it("takes a code or a register number, not both, and tells the papers of today without either", async () => {
    const both = await world.market(`edinet/${call}?code=7203&edinet_code=E01084`);
    expect(both.status).toBe(400);
    const own = await rows(call, "code=7203");
    for (const { Code } of own) expect(Code).toBe("72030");
    for (const { SubDate } of await rows(call)) expect(SubDate).toBe(startDate);
    const number = own[0]?.EdinetCode;
    if (number) expect(await rows(call, `edinet_code=${number}`)).toEqual(own);
  });
});

describe("reports of large holdings", () => {
  const { largeHoldings } = createWorld({ seed: 1, startDate, market: "full" });
  const papers = days.slice(-130).flatMap((day) => largeHoldings.on(day, end));
  const originals = papers.filter(({ parent }) => parent === undefined);
  const share = (is: (paper: LargeHolding) => boolean) => papers.filter(is).length / papers.length;

  it("are about 47 a day in a market of the real size, each with a number of its own", () => {
    expect(papers.length / 130).toBeGreaterThan(38);
    expect(papers.length / 130).toBeLessThan(56);
    expect(new Set(papers.map(({ number }) => number)).size).toBe(papers.length);
    for (const { number } of papers) expect(number).toMatch(/^S[\dA-Z]{7}$/);
  });

  it("have joint holders, private persons, special and short-term kinds, and corrections of earlier papers", () => {
    expect(share(({ holders }) => holders.length > 1)).toBeGreaterThan(0.3);
    expect(share(({ holders }) => holders.some(({ holder }) => holder.isPerson))).toBeGreaterThan(0.3);
    expect(new Set(papers.map(({ kind }) => kind))).toEqual(new Set(["1", "2", "3", "4", "5", "6"]));
    const corrections = papers.filter(({ parent }) => parent !== undefined);
    expect(corrections.length / papers.length).toBeGreaterThan(0.02);
    const known = new Map(originals.map((paper) => [paper.number, paper]));
    const later = corrections.filter(({ day }) => day >= -120);
    for (const { parent = "", day, issuer } of later) {
      expect(known.get(parent)?.issuer).toBe(issuer);
      expect(known.get(parent)?.day).toBeLessThan(day);
    }
  });

  it("say of a change what the paper before said, and fall below 5 % only on a change", () => {
    const last = new Map<string, number>();
    let compared = 0;
    for (const { issuer, holders, ratio, ratioBefore, kind } of originals) {
      const key = `${issuer.code} ${holders.length} ${holders[0]?.holder.name} ${holders[0]?.purpose}`;
      if (ratioBefore === undefined) expect([kind === "1" || kind === "4", ratio >= 5]).toEqual([true, true]);
      else if (last.get(key) === ratioBefore) compared += 1;
      last.set(key, ratio);
    }
    expect(compared).toBeGreaterThan(200);
    expect(share(({ ratio }) => ratio < 5)).toBeGreaterThan(0.05);
  });

  it("appear through the day, after they were filed", async () => {
    const at = createWorld({ seed: 1, startDate }).calendar;
    for (const { seenAt, second, day } of originals.slice(0, 500)) {
      const filed = Date.parse(`${at.dateOf(day)}T00:00:00+09:00`) + second * 1_000;
      const late = at.timeOf(seenAt).getTime() - filed;
      expect(late).toBeGreaterThan(3 * 60_000);
      expect(late).toBeLessThan(70 * 60_000);
      expect(second).toBeLessThan(18 * 3_600);
    }
  });

  it("have fractions, but percent in what was traded, and addresses only of those who lent", async () => {
    const all: Row[] = [];
    for (const { Code } of (await world.market("equities/master")).json().data.slice(0, 60))
      all.push(...(await rows("large-volume-shareholders", `code=${Code}`)));
    expect(all.length).toBeGreaterThan(100);
    for (const row of all) {
      expect(row).toMatchObject({
        DocTypeCode: row.ParDocId === null ? "350" : "360",
        SubTime: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
        RptOblgDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
      expect(row.TotalShsRatio).toBeLessThan(0.2);
      const held = row.Hldrs.reduce((sum: number, one: Row) => sum + one.ShsHeld, 0);
      expect(Math.abs(held - row.TotalShsHeld)).toBeLessThan(5);
      for (const holder of row.Hldrs) expect(Object.keys(holder)).toHaveLength(20);
    }
    const trades = all.flatMap(({ Hldrs }) => Hldrs.flatMap(({ AcqDisp }: Row) => AcqDisp));
    expect(trades.some(({ TxnTypeCode }) => TxnTypeCode === "2")).toBe(true);
    const lenders = all.flatMap(({ Hldrs }) => Hldrs.flatMap(({ BrwList }: Row) => BrwList));
    expect(lenders.some(({ Addr, Ind }) => Ind === "個人" && Addr.length > 5)).toBe(true);
  });
});

describe("reports about years and halves of them", () => {
  const { periodReports } = createWorld({ seed: 1, startDate });
  const reports = days.flatMap((day) => periodReports.on(day, end));

  it("come in three kinds, most of them on a few days of the end of June", () => {
    expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(["120", "140", "160"]));
    expect(new Set(reports.map(({ number }) => number)).size).toBe(reports.length);
    const counts = days.map((day) => periodReports.on(day, end).length);
    expect(Math.max(...counts)).toBeGreaterThan(12 * (reports.length / days.length));
  });

  it("list ten holders, more where two hold the same, and sometimes one", () => {
    const lengths = reports.map(({ majors }) => majors.length);
    expect(new Set(lengths)).toEqual(new Set([1, 10, 11]));
    for (const { majors } of reports) {
      const ratios = majors.map(({ ratio }) => ratio);
      expect(ratios).toEqual(ratios.toSorted((a, b) => b - a));
      expect(Math.max(...majors.map(({ rank }) => rank))).toBeLessThanOrEqual(10);
    }
  });

  it("of years tell what is held of others, with a mark where a number is kept back", async () => {
    const all: Row[] = [];
    for (const { Code } of (await world.market("equities/master")).json().data.slice(0, 60))
      all.push(...(await rows("cross-shareholdings", `code=${Code}`)));
    const held = all.flatMap(({ Report, Largest }) => [
      ...Report.Spec,
      ...Report.Deem,
      ...(Largest?.Spec ?? []),
    ]);
    expect(held.length).toBeGreaterThan(100);
    const hidden = held.filter(({ CurBookVal }) => CurBookVal === null);
    expect(hidden.length).toBeGreaterThan(3);
    for (const { CurBookVal, CurBookValNotDisc } of held)
      expect(CurBookVal === null).toBe(["*", "※", "（注1）"].includes(CurBookValNotDisc));
    expect(all.some(({ Largest }) => Largest !== null)).toBe(true);
    const [first] = all;
    const majors = await rows("major-shareholders", `code=${first?.Code}`);
    expect(majors.map(({ DocId }) => DocId)).toContain(first?.DocId);
    expect(majors[0]?.Hldrs[0].HldrAddr).toMatch(/./);
  });
});
