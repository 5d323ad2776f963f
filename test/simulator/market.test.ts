import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 50_000 });
});
afterAll(() => world.simulator.close());

describe("who may ask what", () => {
  it.each([{}, { "x-api-key": "" }])("answers 401 with a message without a key (%o)", async (headers) => {
    const answer = await get(`${world.simulator.marketUrl}/markets/calendar`, headers);
    expect(answer.status).toBe(401);
    expect(answer.json().message).toMatch(/key/);
  });
  it("takes any key that is not empty", async () => {
    expect((await world.market("markets/calendar")).status).toBe(200);
  });
  it("answers 404 in JSON for a path that does not exist", async () => {
    for (const path of [
      "/market/v2/markets/nothing",
      "/market/v1/markets/calendar",
      "/",
      "/market/v2/constructor",
    ]) {
      const answer = await get(world.simulator.url + path, { "x-api-key": "any" });
      expect([answer.status, typeof answer.json().message]).toEqual([404, "string"]);
    }
  });
  it("answers 405 for other methods than GET", async () => {
    const answer = await get(`${world.simulator.marketUrl}/markets/calendar`, { "x-api-key": "any" }, "POST");
    expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
  it.each([
    "markets/margin-alert?disc_date=2026-03-02",
    "indices/bars/daily?pagination_key=",
    "markets/margin-alert?date=2026-02-30",
    "markets/margin-alert?date=02.03.2026",
    "markets/short-sale-report?from=2026-3-2",
    "equities/master?code=72",
    "equities/master?code=Toyama",
  ])("answers 400 with a message to %s", async (call) => {
    const answer = await world.market(call);
    expect([answer.status, typeof answer.json().message]).toEqual([400, "string"]);
  });
});

describe("records", () => {
  it("writes margin alerts with the documented names and types", async () => {
    const [row] = (await world.market("markets/margin-alert?date=2026-03-02")).json().data;
    expect(row).toEqual({
      PubDate: "2026-03-02",
      Code: expect.stringMatching(/^[0-9A-Z]{4}0$/),
      AppDate: "2026-02-27",
      ShrtOut: expect.any(Number),
      ShrtOutChg: expect.any(Number),
      ShrtOutRatio: expect.stringMatching(/^\d+\.\d\d$/),
      LongOut: expect.any(Number),
      LongOutChg: expect.any(Number),
      SLRatio: expect.stringMatching(/^\d+\.\d\d$/),
    });
  });
  it("writes short-sale reports with the documented names and types", async () => {
    const [row] = (await world.market("markets/short-sale-report?date=2026-03-02&code=7203")).json().data;
    expect(row).toEqual({
      DisclosedDate: "2026-03-02",
      CalculatedDate: "2026-02-26",
      Code: "72030",
      StockName: "霧笛自動車",
      ShortSellerName: expect.any(String),
      ShortPositionsToSharesOutstandingRatio: expect.stringMatching(/^\d+\.\d\d$/),
      ShortPositionsInSharesNumber: expect.any(Number),
    });
  });
  it("lists every issue once in the master, the watched ones among them", async () => {
    const first = (await world.market("equities/master")).json();
    const second = (await world.market(`equities/master?pagination_key=${first.pagination_key}`)).json();
    const codes = [...first.data, ...second.data].map((row: { Code: string }) => row.Code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes).toEqual(expect.arrayContaining(["72030", "67580", "130A0"]));
    expect(first.data[0]).toMatchObject({
      CoName: expect.any(String),
      S17Nm: expect.any(String),
      Mkt: expect.stringMatching(/^011[123]$/),
    });
  });
  it("marks trading days 0 and closed days 1 in the calendar", async () => {
    const { data } = (await world.market("markets/calendar?from=2026-02-27&to=20260302")).json();
    expect(data).toEqual([
      { Date: "2026-02-27", HolDiv: "0" },
      { Date: "2026-02-28", HolDiv: "1" },
      { Date: "2026-03-01", HolDiv: "1" },
      { Date: "2026-03-02", HolDiv: "0" },
    ]);
    const day = (await world.market("markets/calendar?date=2026-02-11")).json();
    expect(day).toEqual({ data: [{ Date: "2026-02-11", HolDiv: "1" }] });
  });
  it.each([
    "markets/margin-alert?date=2026-03-01",
    "markets/margin-alert?date=2026-03-03",
    "markets/margin-alert?date=2026-03-02&from=2026-03-03",
    "markets/short-sale-report?date=1999-01-04",
    "markets/short-sale-report?code=9999&date=2026-03-02",
    "equities/master?code=99990",
  ])("answers %s with no data", async (call) => {
    const answer = await world.market(call);
    expect([answer.status, answer.text]).toEqual([200, '{"data":[]}']);
  });
  it("takes codes of four and five characters, and dates in both forms", async () => {
    const calls = [
      "code=7203&date=2026-03-02",
      "code=72030&date=20260302",
      "code=7203&from=2026-03-02&to=2026-03-02",
    ];
    const texts = await Promise.all(
      calls.map(async (call) => (await world.market(`markets/short-sale-report?${call}`)).text),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("72030");
  });
  it("has two years of history", async () => {
    for (const call of ["margin-alert", "short-sale-report"]) {
      const { data } = (await world.market(`markets/${call}?date=2024-03-01`)).json();
      expect(data.length).toBeGreaterThan(10);
    }
  });
});

describe("pages", () => {
  const all = async (call: string) => {
    const rows: unknown[] = [];
    const keys: string[] = [];
    for (let key = ""; ; ) {
      const page = (
        await world.market(`${call}${key && `&pagination_key=${encodeURIComponent(key)}`}`)
      ).json();
      rows.push(...page.data);
      if (page.pagination_key === undefined) return { rows, keys };
      key = page.pagination_key;
      keys.push(key);
    }
  };
  it("gives a range day by day, with a new key on every page and none on the last", async () => {
    const { rows, keys } = await all("markets/short-sale-report?from=2026-02-16&to=2026-02-27");
    expect(keys.length).toBeGreaterThan(3);
    expect(new Set(keys).size).toBe(keys.length);
    const days = ["16", "17", "18", "19", "20", "24", "25", "26", "27"].map((day) => `date=2026-02-${day}`);
    const single = await Promise.all(days.map((day) => all(`markets/short-sale-report?${day}`)));
    expect(rows).toEqual(single.flatMap((one) => one.rows));
  });
  it("joined are the whole, for any number of rows a page", async () => {
    const call = "markets/short-sale-report?from=2026-02-24&to=2026-02-27";
    const whole = (await all(call)).rows;
    for (const pageRows of [1, 2, 7, whole.length - 1, whole.length, whole.length + 1]) {
      const other = await openWorld({ elapsedMs: 50_000, pageRows });
      const rows: unknown[] = [];
      let key: string | undefined = "";
      for (let pages = 0; key !== undefined; pages += 1) {
        expect(pages).toBeLessThanOrEqual(whole.length);
        const page = (await other.market(`${call}${key && `&pagination_key=${key}`}`)).json();
        expect(page.data.length).toBeLessThanOrEqual(pageRows);
        rows.push(...page.data);
        key = page.pagination_key;
      }
      await other.simulator.close();
      expect(rows).toEqual(whole);
    }
  });
  it("answers 400 to a key that was made up, changed or handed out for another request", async () => {
    const { pagination_key: key } = (await world.market("equities/master")).json();
    for (const bad of ["2", "1l.x", `${key}x`, `2${key}`]) {
      expect((await world.market(`equities/master?pagination_key=${bad}`)).status).toBe(400);
    }
    expect((await world.market(`markets/margin-alert?date=2026-03-02&pagination_key=${key}`)).status).toBe(
      400,
    );
  });
});

describe("what travels", () => {
  it("compresses when asked and says the same", async () => {
    const plain = await world.market("equities/master");
    const packed = await world.market("equities/master", { "accept-encoding": "gzip, deflate" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
  });
  it("answers 304 while nothing has changed, and anew when it has", async () => {
    const moving = await openWorld({ elapsedMs: 10_000 });
    const call = "markets/margin-alert?date=2026-03-02";
    const first = await moving.market(call);
    const again = { "if-none-match": String(first.headers.etag) };
    expect((await moving.market(call, again)).status).toBe(304);
    moving.clock.move(20_000); // the correction of the first day
    const later = await moving.market(call, again);
    await moving.simulator.close();
    expect(later.status).toBe(200);
    expect(later.json().data.length).toBe(first.json().data.length + 1);
  });
});
