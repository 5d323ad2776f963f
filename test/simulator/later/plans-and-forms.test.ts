/** Who may call what came later, how often, and the forms of which nobody is sure. */
import { afterEach, describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../../../src/simulator/index.ts";
import { type OpenedWorld, openWorld, startDate } from "../open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

const opened: OpenedWorld[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ simulator }) => simulator.close())));
async function open(options: Partial<SimulatorOptions>) {
  const world = await openWorld({ dialect: "observed", elapsedMs: 58_000, ...options });
  opened.push(world);
  return world;
}

describe("plans", () => {
  const list = `td/list?date=${startDate}`;
  it.each([
    ["free", "equities/valuation?date=2025-11-04", 200],
    ["free", "fins/earnings-date?date=2025-11-04", 200],
    ["free", "fins/earnings-date?date=2026-02-27", 400],
    ["free", list, 403],
    ["light", list, 200],
    ["light", "td/bulk", 200],
    ["light", "equities/bars/minute?date=2026-02-27", 200],
    ["light", "edinet/large-volume-shareholders", 403],
    ["standard", "edinet/large-volume-shareholders", 200],
    ["standard", "edinet/major-shareholders", 200],
    ["standard", "edinet/cross-shareholdings", 200],
  ] as const)("of the plan %s answer %s with %i", async (plan, call, status) => {
    expect((await (await open({ plan })).market(call)).status).toBe(status);
  });

  it.each([
    ["tdnet", "minute"],
    ["minute", "tdnet"],
  ] as const)("without the add-on %s its calls are refused like a low plan's", async (missing, owned) => {
    const { market } = await open({ plan: "premium", addOns: [owned] });
    const calls = { tdnet: [list, "td/bulk"], minute: ["equities/bars/minute?date=2026-02-27"] };
    for (const call of calls[missing]) {
      const answer = await market(call);
      expect([answer.status, answer.json().message]).toEqual([
        ...[
          403,
          expect.stringMatching(/^This API is not available on your subscription\. If you want more data/),
        ],
      ]);
    }
    for (const call of calls[owned]) expect((await market(call)).status).toBe(200);
  });

  it("an add-on has a limit of its own, apart from the plan's", async () => {
    const { market } = await open({ plan: "light", limits: { retryAfter: false } });
    const statuses = async (call: string, count: number) => {
      const all: number[] = [];
      for (let asked = 0; asked < count; asked += 1) all.push((await market(call)).status);
      return all;
    };
    const files = await statuses("td/files?discNo=20260227999999", 40);
    expect(new Set(files)).toEqual(new Set([210]));
    const lists = await statuses(list, 61);
    expect([new Set(lists.slice(0, 60)), lists[60]]).toEqual([new Set([200]), 429]);
    expect((await market("markets/calendar?date=2026-03-02")).status).toBe(200);
    expect((await market("equities/bars/minute?code=7203&date=2026-02-27")).status).toBe(200);
  });
});

describe("a doubtful form", () => {
  const peak = "2026-02-13";
  const rows = async (
    forms: SimulatorOptions["forms"],
    call: string,
    options: Partial<SimulatorOptions> = {},
  ) => {
    const { market } = await open({ forms: forms ?? [], ...options });
    const answer = await market(call);
    expect([answer.status, call]).toEqual([200, call]);
    return answer.json() as { data: Row[]; cursor?: string; pagination_key?: string | null };
  };
  const filings = "edinet/large-volume-shareholders?code=6758";

  it("disc-status: some disclosures are revised or deleted hours later, where they stand", async () => {
    const { data } = await rows(["disc-status"], "td/list?code=7203");
    const usual = (await rows([], "td/list?code=7203")).data;
    expect(data.map(({ DiscNo }) => DiscNo).sort()).toEqual(usual.map(({ DiscNo }) => DiscNo).sort());
    const all: Row[] = [];
    const { market } = await open({ forms: ["disc-status"] });
    for (const { Code } of (await market("equities/master")).json().data.slice(0, 25))
      all.push(...(await market(`td/list?code=${Code}`)).json().data);
    expect(new Set(all.map(({ DiscStatus, RevNo }) => `${DiscStatus} ${RevNo}`))).toEqual(
      new Set(["null 1", "revision 2", "delete 1"]),
    );
  });

  it("rev-no-number and items-six-digits: numbers, and longer codes that are found as such", async () => {
    const forms = ["rev-no-number", "items-six-digits"] as const;
    const [row] = (await rows(forms, `td/list?date=${peak}`)).data;
    expect([row?.RevNo, row?.DiscItems[0]]).toEqual([1, expect.stringMatching(/^\d{6}$/)]);
    const found = await rows(forms, `td/list?date=${peak}&discItems=${row?.DiscItems[0]}`);
    expect(found.data).toContainEqual(row);
  });

  it("cursor-missing: never, and cursor-unpaged: not after several pages", async () => {
    const today = `td/list?date=${startDate}`;
    expect(await rows(["cursor-missing"], today)).not.toHaveProperty("cursor");
    expect(await rows(["cursor-unpaged"], today)).toHaveProperty("cursor");
    const { market } = await open({ forms: ["cursor-unpaged"], pageRows: 2 });
    let page = (await market(today)).json();
    while (page.pagination_key)
      page = (await market(`${today}&pagination_key=${encodeURIComponent(page.pagination_key)}`)).json();
    expect(page).not.toHaveProperty("cursor");
  });

  it("cursor-by-time: what comes late is behind the cursor already", async () => {
    const { market, clock } = await open({
      forms: ["cursor-by-time"],
      startDate: peak,
      market: "full",
      elapsedMs: 0,
    });
    const told: string[] = [];
    let cursor = "";
    for (let asked = 0; asked < 12; asked += 1) {
      clock.move(4_900);
      const { data, cursor: next } = (await market(`td/list?date=${peak}${cursor}`)).json();
      told.push(...data.map(({ DiscNo }: Row) => DiscNo));
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    const all = (await market(`td/list?date=${peak}`)).json().data.map(({ DiscNo }: Row) => DiscNo);
    expect(new Set(told).size).toBe(told.length);
    expect(told.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(told));
  });

  it("pagination-key-null: the last page says that there is no other", async () => {
    for (const call of [`td/list?date=${startDate}`, "equities/valuation?date=2026-02-27"]) {
      expect((await rows(["pagination-key-null"], call)).pagination_key).toBeNull();
      expect(await rows([], call)).not.toHaveProperty("pagination_key");
    }
  });

  it("two-on-a-day: a moved date is told after the old one, on one day", async () => {
    const { market } = await open({ forms: ["two-on-a-day"] });
    const doubled = [];
    for (const code of ["7203", "6758", "8306", "9984", "7267", "8035", "8001", "9432"]) {
      const { data } = (await market(`fins/earnings-date?code=${code}`)).json();
      const keys = data.map(({ PubDate, FYE, FQName }: Row) => `${PubDate} ${FYE} ${FQName}`);
      doubled.push(...keys.filter((key: string, place: number) => keys.indexOf(key) !== place));
    }
    expect(doubled.length).toBeGreaterThan(0);
  });

  it("hldr-type-code: the kind of a holder has another name", async () => {
    const [holder] = (await rows(["hldr-type-code"], filings)).data[0]?.Hldrs ?? [];
    expect([holder.HldrTypeCode, holder.LargeHldrTypeCode]).toEqual([
      expect.stringMatching(/^[12]$/),
      undefined,
    ]);
  });

  it("sub-time-minutes, keys-missing and numbers-as-text: shorter times, no nulls, texts", async () => {
    const usual = (await rows([], filings)).data;
    expect(usual.some(({ ParDocId }) => ParDocId === null)).toBe(true);
    const { data } = await rows(["sub-time-minutes", "keys-missing", "numbers-as-text"], filings);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/":(null|-?\d)/);
    expect(data.map(({ DocId }) => DocId)).toEqual(usual.map(({ DocId }) => DocId));
    for (const { SubTime } of data) expect(SubTime).toMatch(/^\d\d:\d\d$/);
  });

  it("minute-seconds: minutes with their seconds", async () => {
    const call = "equities/bars/minute?code=7203&date=2026-02-27";
    expect((await rows(["minute-seconds"], call)).data[0]?.Time).toMatch(/^09:\d\d:00$/);
    expect((await rows([], call)).data[0]?.Time).toMatch(/^09:\d\d$/);
  });
});
