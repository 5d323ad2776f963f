/** Ranges of days without a code, which a service may refuse, and records of the same company on one day. */
import { describe, expect, test } from "vitest";
import { told } from "../poll-and-commit.ts";
import { watchRecords } from "./scene.ts";

const refusal = "This API requires at least one of: code, date.";
const tenDays = { key: ["code"], query: { from: { last: 10 }, to: "today" as const } };
const friday = "2026-11-20";
const lastDays = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", friday];

const result = (code: string, disclosedDate: string, more: object = {}) => ({
  code,
  disclosedDate,
  documentType: "1Q",
  ...more,
});

const watchRefused = () => {
  const scene = watchRecords("market/fins/summary", tenDays);
  scene.rangeRefusal = refusal;
  return scene;
};

describe("a range that the service refuses", () => {
  test("is read day by day at first sight, then its last days, and is not asked for again", async () => {
    const scene = watchRefused();
    scene.records = [result("9901", "2026-11-09"), result("9902", friday)];
    const { baselined } = await scene.poll();
    expect(baselined).toEqual({ items: 2, scopes: ["market/fins/summary#code"] });
    expect(scene.asked[0]).toEqual({ from: "2026-11-09", to: friday });
    const asked = scene.asked.slice(1).map(({ date }) => date);
    expect(asked).toEqual([
      ...["2026-11-09", "2026-11-10", "2026-11-11", "2026-11-12", "2026-11-13"],
      ...lastDays,
    ]);
    scene.asked = [];
    await scene.poll();
    expect(scene.asked).toEqual(lastDays.map((date) => ({ date })));
    scene.asked = [];
    scene.today = "2026-12-02";
    await scene.poll();
    expect(scene.asked.map(({ date }) => date)).toEqual([
      friday,
      ...["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"],
      ...["2026-11-30", "2026-12-01", "2026-12-02"],
    ]);
  });

  test("brings what stood before the days that are read later", async () => {
    const scene = watchRefused();
    scene.records = [result("9901", "2026-11-09", { forecastNetProfit: 100 })];
    await scene.poll();
    scene.records.push(result("9901", friday, { forecastNetProfit: 60 }));
    expect((await scene.poll()).drafts).toMatchObject([
      {
        type: "market.fins-summary.changed",
        data: { was: { forecastNetProfit: 100 }, now: { forecastNetProfit: 60 } },
      },
    ]);
  });

  test("keeps the records of all its days, where their key says the day", async () => {
    const scene = watchRecords("market/fins/summary", { query: tenDays.query });
    scene.rangeRefusal = refusal;
    scene.records = [result("9901", "2026-11-09"), result("9902", friday)];
    await scene.poll();
    const { drop, drafts } = await scene.poll();
    expect([drop, drafts]).toEqual([[], []]);
    scene.today = "2026-11-23";
    expect((await scene.poll()).drop).toMatchObject([{ key: "9901/2026-11-09/1Q" }]);
  });

  test("tells its way, and how far it came where it fails", async () => {
    const scene = watchRefused();
    scene.refused.add("2026-11-11");
    await expect(scene.poll()).rejects.toThrow("after 2 of 10 days, 2026-11-11: refused");
    expect(scene.places).toEqual(["2026-11-09, day 1 of 10", "2026-11-10, day 2 of 10"]);
    expect(scene.state.cursor).toBeUndefined();
  });

  test("is not taken for one where the plan does not cover its days", async () => {
    const scene = watchRefused();
    scene.rangeRefusal = "Your subscription covers the following dates: 2026-11-16 ~ .";
    await expect(scene.poll()).rejects.toThrow("covers the following dates");
    expect(scene.asked).toHaveLength(1);
  });

  test("that began long ago is read from as many weekdays as a poll may ask for", async () => {
    const scene = watchRecords("market/fins/summary", { query: { from: "2015-01-05" } });
    scene.rangeRefusal = refusal;
    await scene.poll();
    expect(scene.asked).toHaveLength(1_001);
    expect(scene.asked.at(-1)).toEqual({ date: friday });
  });
});

describe("bars of all stocks", () => {
  test("are asked for at once, and kept as the days that were asked for one by one", async () => {
    const scene = watchRecords("market/equities/bars/daily");
    scene.records = [{ date: friday, code: "9901", close: 1 }];
    const { baselined } = await scene.poll();
    expect(scene.asked).toEqual([{ from: "2026-11-16", to: friday }]);
    expect(baselined?.scopes).toEqual(["market/equities/bars/daily#date:date,code"]);
    scene.rangeRefusal = refusal;
    scene.records = [{ date: friday, code: "9901", close: 2 }];
    expect(told(await scene.poll())).toEqual(["market.equities-bars-daily.corrected 9901"]);
    expect(scene.asked.slice(2)).toEqual(lastDays.map((date) => ({ date })));
  });
});

describe("several disclosures of a company on one day", () => {
  test("are changes where they are kept by company, and corrections where one document is another", async () => {
    const scene = watchRecords("market/fins/summary", { key: ["code"] });
    const first = result("9901", friday, { disclosedTime: "13:00:00", netSales: 1 });
    scene.records = [first];
    await scene.poll();
    const second = { ...first, disclosedTime: "15:30:00", documentType: "Forecast", netSales: 2 };
    scene.records = [second, first];
    expect(told(await scene.poll())).toEqual(["market.fins-summary.changed 9901"]);
    scene.records = [{ ...second, netSales: 3 }, first];
    expect(told(await scene.poll())).toEqual(["market.fins-summary.corrected 9901"]);
  });
});

describe("names", () => {
  test("come from the list of issues, and are no news when they come or change", async () => {
    const scene = watchRecords("market/markets/breakdown", { compare: ["longSellValue"] });
    scene.records = [{ date: friday, code: "9901", longSellValue: 1 }];
    await scene.poll();
    scene.names.set("9901", "架空自動車");
    expect(told(await scene.poll())).toEqual([]);
    scene.records = [...scene.records, { date: friday, code: "9902", longSellValue: 1 }];
    scene.names.set("9902", "架空電機");
    expect((await scene.poll()).drafts).toMatchObject([
      { data: { now: { code: "9902", name: "架空電機" } } },
    ]);
  });

  test("that a record says itself stand", async () => {
    const scene = watchRecords("market/markets/short-sale-report");
    scene.names.set("9901", "of the list");
    const report = { code: "9901", seller: "Example", calculatedOn: friday, disclosedOn: friday, ratio: 1 };
    scene.records = [report];
    await scene.poll();
    scene.records = [report, { ...report, seller: "Another", name: "of the report" }];
    expect((await scene.poll()).drafts).toMatchObject([{ data: { now: { name: "of the report" } } }]);
  });
});

describe("other parameters", () => {
  test("calcDate asks for each day of calculation by itself", async () => {
    const scene = watchRecords("market/markets/short-sale-report", { query: { calcDate: { last: 2 } } });
    await scene.poll();
    expect(scene.asked).toEqual([{ calcDate: "2026-11-19" }, { calcDate: friday }]);
  });

  test("each sector of a list is asked for all days at once", async () => {
    const scene = watchRecords("market/markets/short-ratio", { query: { s33: ["0050", "3550"] } });
    await scene.poll();
    expect(scene.asked).toEqual(["0050", "3550"].map((s33) => ({ s33, from: "2026-11-16", to: friday })));
  });
});
