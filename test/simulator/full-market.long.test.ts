/** The market service with as many issues as the real one has. */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../support/runs.ts";
import { type OpenedWorld, openWorld } from "./open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

const friday = "2026-10-16";
const days = isLong
  ? ["2026-09-28", "2026-10-01", "2026-10-08", "2026-10-09", "2026-10-14", "2026-10-15"]
  : ["2026-10-09"];
/** A page of the service ends at about so many bytes. */
const pageBytes = 5_000_000;

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 58_000, dialect: "observed", market: "full", startDate: friday });
});
afterAll(() => world.simulator.close());

async function pagesOf(call: string) {
  const pages: { bytes: number; data: Row[]; key?: string }[] = [];
  let key: string | undefined;
  do {
    const more = key === undefined ? "" : `&pagination_key=${encodeURIComponent(key)}`;
    const answer = await world.market(call + more, { "accept-encoding": "gzip" });
    expect([answer.status, call]).toEqual([200, call]);
    const text = gunzipSync(answer.bytes).toString();
    const { data, pagination_key } = JSON.parse(text);
    key = pagination_key;
    pages.push({ bytes: Buffer.byteLength(text), data, ...(key === undefined ? {} : { key }) });
  } while (key !== undefined);
  return pages;
}
const rows = async (call: string) => (await pagesOf(call)).flatMap(({ data }) => data);
async function countsOf(call: string) {
  const counts: number[] = [];
  for (const day of days) counts.push((await rows(`${call}=${day}`)).length);
  return counts;
}

describe("a market at its real size", () => {
  it("lists 4,443 issues, each once, in the order of codes, and has a bar for each", async () => {
    const codes = (await rows(`equities/master?date=${friday}`)).map(({ Code }) => Code);
    expect([codes.length, new Set(codes).size]).toEqual([4_443, 4_443]);
    expect(codes).toEqual(codes.toSorted());
    for (const code of codes) expect(code).toMatch(/^\d[\dA-Z]\d[\dA-Z]0$/);
    expect(codes).not.toContain("99960");
    expect((await rows(`equities/bars/daily?date=${friday}`)).map(({ Code }) => Code)).toEqual(codes);
  });
  it("keeps what ships as it is", async () => {
    const small = await openWorld({ elapsedMs: 58_000, dialect: "observed", startDate: friday });
    for (const call of [
      "equities/bars/daily?code=7203",
      "markets/margin-interest?code=6758",
      "fins/summary?code=8306",
      "markets/short-sale-report?code=7203",
    ])
      expect(await rows(call)).toEqual((await small.market(call)).json().data);
    await small.simulator.close();
  });
  it("cuts a busy day of statements into pages of 5 MB, each with a key of its own", async () => {
    const pages = await pagesOf("fins/details?date=2026-08-07");
    expect(pages.length).toBeGreaterThan(1);
    for (const { bytes } of pages.slice(0, -1)) {
      expect(bytes).toBeGreaterThan(pageBytes * 0.99);
      expect(bytes).toBeLessThan(pageBytes * 1.01);
    }
    const keys = pages.flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(pages.length - 1);
  });
  it("has days of the sizes that were seen", async () => {
    const within = async (call: string, least: number, most: number) => {
      for (const count of await countsOf(call)) {
        expect([call, count]).toEqual([call, expect.toSatisfy((n: number) => n >= least && n <= most)]);
      }
    };
    await within("markets/breakdown?date", 3_600, 4_100);
    await within("derivatives/bars/daily/options/225?date", 4_400, 4_868);
    await within("markets/margin-alert?date", 30, 250);
    await within("markets/short-sale-report?disc_date", 240, 800);
    await within("markets/short-ratio?date", 34, 34);
    const balances = (await rows("markets/margin-interest?date=2026-10-15")).length;
    expect(Math.abs(balances - 4_200)).toBeLessThan(50);
  });
  it("agrees with itself", async () => {
    const master = new Map((await rows(`equities/master?date=${friday}`)).map((row) => [row.Code, row]));
    const sold = new Map<string, number>();
    for (const row of await rows(`markets/breakdown?date=${friday}`)) {
      const sector = master.get(row.Code)?.S33;
      sold.set(sector, (sold.get(sector) ?? 0) + row.ShrtNoMrgnVa);
    }
    for (const { S33, ShrtWithResVa } of await rows(`markets/short-ratio?date=${friday}`))
      expect([S33, Math.abs(ShrtWithResVa - (sold.get(S33) ?? 0)) < 1_000]).toEqual([S33, true]);
    const [alerts, balances] = [
      await rows(`markets/margin-alert?date=${friday}`),
      new Map((await rows("markets/margin-interest?date=2026-10-15")).map((row) => [row.Code, row])),
    ];
    for (const { Code, AppDate, LongOut } of alerts) {
      expect(master.has(Code)).toBe(true);
      const balance = balances.get(Code);
      if (AppDate === "2026-10-15" && balance) expect(Math.abs(balance.LongVol - LongOut)).toBeLessThan(1);
    }
    for (const { Code } of await rows(`markets/short-sale-report?disc_date=${friday}`))
      if (Code !== "99960") expect(master.get(Code)?.Mkt).not.toBe("0109");
  });
  it("answers for one issue over all of history", async () => {
    for (const call of ["fins/summary", "markets/margin-alert", "markets/short-sale-report"])
      expect((await rows(`${call}?code=7203`)).length).toBeGreaterThan(5);
  });
});
