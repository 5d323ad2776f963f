import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { told } from "../poll-and-commit.ts";
import { watchRecords } from "./scene.ts";

const summary = (code: string, disclosedDate: string, more: object = {}) => ({
  code,
  disclosedDate,
  documentType: "1QFinancialStatements",
  currentPeriodEnd: "2026-09-30",
  netSales: 1_200_000_000,
  ...more,
});

const friday = "2026-11-20";
const thursday = "2026-11-19";

describe("financial results, watched by the day of disclosure", () => {
  test("the first sight is stored silently and counted", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", thursday), summary("130A", friday)];
    const { drafts, baselined } = await scene.poll();
    expect(drafts).toEqual([]);
    expect(baselined).toEqual({
      items: 2,
      scopes: ["market/fins/summary#date:code,disclosedDate,documentType"],
    });
  });

  test("a new record is added, with its stock, its days and its fields", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", thursday)];
    await scene.poll();
    scene.records.push(summary("130A", friday));
    const { drafts } = await scene.poll();
    expect(drafts).toEqual([
      {
        type: "market.fins-summary.added",
        source: "/sources/records",
        subject: "130A",
        published: friday,
        occurred: "2026-09-30",
        data: { now: summary("130A", friday) },
      },
    ]);
  });

  test("another figure under the same day is a correction that names what it rewrites", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", thursday), summary("130A", friday)];
    await scene.poll();
    scene.records[0] = summary("7203", thursday, { netSales: 1_100_000_000 });
    const { drafts, covers } = await scene.poll();
    expect(drafts).toMatchObject([
      {
        type: "market.fins-summary.corrected",
        rewrites: "7203/1QFinancialStatements",
        data: { now: { netSales: 1_100_000_000 }, was: { netSales: 1_200_000_000 }, changed: ["netSales"] },
      },
    ]);
    expect(covers).toBe(2);
  });

  test("another figure of a later day under one key is a change", async () => {
    const scene = watchRecords("market/fins/summary", { key: ["code"] });
    scene.records = [summary("7203", thursday)];
    await scene.poll();
    scene.records = [summary("7203", thursday), summary("7203", friday, { netSales: 5 })];
    const { drafts } = await scene.poll();
    expect(drafts).toMatchObject([
      { type: "market.fins-summary.changed", published: friday, data: { was: { disclosedDate: thursday } } },
    ]);
    expect(drafts[0]).not.toHaveProperty("rewrites");
  });

  test("a record that is gone from a day that was read is removed, with its last state", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", friday), summary("6758", friday), summary("130A", friday)];
    await scene.poll();
    scene.records.pop();
    const { drafts } = await scene.poll();
    expect(drafts).toMatchObject([
      { type: "market.fins-summary.removed", subject: "130A", data: { now: summary("130A", friday) } },
    ]);
  });

  test("a record of a day that is not read any more is forgotten silently", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", "2026-11-16"), summary("130A", friday)];
    await scene.poll();
    scene.today = "2026-11-23";
    scene.records.shift();
    const { drafts, drop } = await scene.poll();
    expect(drafts).toEqual([]);
    expect(drop.map(({ key }) => key)).toEqual(["7203/2026-11-16/1QFinancialStatements"]);
  });

  test("a record that may come again under a later day is kept a month longer", async () => {
    const scene = watchRecords("market/markets/short-sale-report");
    const report = (disclosedOn: string, ratio: number) => ({
      code: "7203",
      seller: "Example Capital",
      calculatedOn: "2026-11-13",
      disclosedOn,
      ratio,
    });
    scene.records = [report("2026-11-16", 0.61)];
    await scene.poll();
    scene.today = "2026-12-11";
    scene.records = [report("2026-11-16", 0.61), report("2026-12-11", 0.71)];
    expect(told(await scene.poll())).toEqual(["market.short-sale-report.changed 7203"]);
    for (const day of ["2026-12-31", "2027-01-15"]) {
      scene.today = day;
      expect((await scene.poll()).drop).toEqual([]);
    }
    scene.today = "2027-02-01";
    expect(told(await scene.poll())).toEqual([]);
    expect(
      scene.state.items("market/markets/short-sale-report#date:code,seller,fund,calculatedOn").size,
    ).toBe(0);
  });

  test("half a day is a failed poll that leaves the state alone", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = ["7203", "6758", "130A"].map((code) => summary(code, friday));
    await scene.poll();
    const all = scene.records;
    scene.records = all.slice(0, 1);
    await expect(scene.poll()).rejects.toThrow(/of 2026-11-20 had 3 records and now has 1/);
    await expect(scene.poll()).rejects.toBeInstanceOf(Failure);
    scene.records = all;
    expect(told(await scene.poll())).toEqual([]);
  });

  test("the last five weekdays are asked one by one, and all that were missed", async () => {
    const scene = watchRecords("market/fins/summary");
    await scene.poll();
    expect(scene.asked.map(({ date }) => date)).toEqual([
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      thursday,
      friday,
    ]);
    scene.asked = [];
    scene.today = "2026-12-02";
    await scene.poll();
    expect(scene.asked.map(({ date }) => date)).toEqual([
      friday,
      ...["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"],
      ...["2026-11-30", "2026-12-01", "2026-12-02"],
    ]);
  });

  test("a longer window brings days that were never read: they are no news", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", "2026-11-12"), summary("130A", friday)];
    await scene.poll();
    scene.records.push(summary("6758", friday));
    const { drafts } = await scene.pollWith({ query: { date: { last: 10 } } });
    expect(told({ drafts })).toEqual(["market.fins-summary.added 6758"]);
    expect(scene.state.items("market/fins/summary#date:code,disclosedDate,documentType").size).toBe(3);
  });

  test("with another key or another query the source begins anew", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", thursday), summary("130A", friday)];
    await scene.poll();
    const other = await scene.pollWith({ key: ["code"] });
    expect(other.drafts).toEqual([]);
    expect(other.baselined?.items).toBe(2);
    expect(other.drop).toHaveLength(2);
    const narrow = await scene.pollWith({ key: ["code"], query: { code: "7203" } });
    expect([narrow.drafts, narrow.baselined?.items, narrow.drop.length]).toEqual([[], 1, 2]);
  });

  test("of two records under one key the same one counts at every poll, whatever their order", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", friday, { netSales: 1 }), summary("7203", friday, { netSales: 2 })];
    await scene.poll();
    scene.records.reverse();
    expect(told(await scene.poll())).toEqual([]);
  });

  test("a service that goes by another day than ours loses nothing at the edge of the window", async () => {
    const scene = watchRecords("market/markets/margin-alert");
    scene.dayField = "appliedOn";
    scene.records = [
      { code: "7203", publishedOn: "2026-11-17", appliedOn: "2026-11-16", shortOutstanding: 1 },
    ];
    await scene.poll();
    scene.today = "2026-11-23";
    expect(told(await scene.poll())).toEqual([]);
  });
});

describe("what counts", () => {
  test("fields that are not compared change silently, and are up to date in the next event", async () => {
    const scene = watchRecords("market/fins/summary", { compare: ["netSales"] });
    scene.records = [summary("7203", friday, { equity: 1 })];
    await scene.poll();
    scene.records = [summary("7203", friday, { equity: 2 })];
    expect(told(await scene.poll())).toEqual([]);
    scene.records = [summary("7203", friday, { equity: 2, netSales: 3 })];
    const { drafts } = await scene.poll();
    expect(drafts).toMatchObject([{ data: { was: { equity: 2 }, changed: ["netSales"] } }]);
  });

  test("a number within its tolerance is the same, and steps within it are told once they add up", async () => {
    const scene = watchRecords("market/fins/summary", { tolerance: { earningsPerShare: 0.02 } });
    const values = [0.5, 0.52, 0.51, 0.53, 0.52];
    const seen = [];
    for (const earningsPerShare of values) {
      scene.records = [summary("7203", friday, { earningsPerShare })];
      seen.push(told(await scene.poll()).length);
    }
    expect(seen).toEqual([0, 0, 0, 1, 0]);
  });

  test("a field that appears or goes is a difference", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", friday)];
    await scene.poll();
    scene.records = [summary("7203", friday, { equity: 2 })];
    expect((await scene.poll()).drafts).toMatchObject([{ data: { changed: ["equity"] } }]);
    scene.records = [summary("7203", friday)];
    expect((await scene.poll()).drafts).toMatchObject([{ data: { changed: ["equity"] } }]);
  });
});

describe("fields that a newer version reads", () => {
  const forget = (scene: ReturnType<typeof watchRecords>, fields: readonly string[] | undefined) => {
    const { scopes } = scene.state.cursor as { scopes: object };
    scene.state.apply({ drafts: [], put: [], drop: [], cursor: { scopes, ...(fields && { fields }) } });
  };

  test.each([
    [
      "by the fields that were read then",
      ["code", "disclosedDate", "documentType", "currentPeriodEnd", "netSales"],
    ],
    ["by the stored records, of a version that did not say them", undefined],
  ])("are taken in silently, known %s", async (_how, fields) => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", thursday), summary("130A", friday)];
    await scene.poll();
    forget(scene, fields);
    scene.records = scene.records.map((record) => ({ ...record, operatingProfit: 7 }));
    expect((await scene.poll()).drafts).toEqual([]);
    scene.records[0] = { ...scene.records[0], operatingProfit: 8 };
    const { drafts } = await scene.poll();
    expect(drafts).toMatchObject([{ data: { was: { operatingProfit: 7 }, changed: ["operatingProfit"] } }]);
  });

  test("hide no other difference of the same poll", async () => {
    const scene = watchRecords("market/fins/summary");
    scene.records = [summary("7203", thursday)];
    await scene.poll();
    forget(scene, undefined);
    scene.records = [summary("7203", thursday, { netSales: 5, operatingProfit: 7 })];
    expect((await scene.poll()).drafts).toMatchObject([{ data: { was: { netSales: 1_200_000_000 } } }]);
  });
});

describe("other kinds of sets", () => {
  test("a list of codes is asked code by code, and one that fails stops no other", async () => {
    const query = { code: ["0000", "0028"], from: { last: 3 } };
    const scene = watchRecords("market/indices/bars/daily", { query });
    scene.records = ["0000", "0028"].map((code) => ({ date: friday, code, close: 100 }));
    const first = await scene.poll();
    expect(scene.asked).toEqual([
      { code: "0000", from: "2026-11-18" },
      { code: "0028", from: "2026-11-18" },
    ]);
    expect(first.baselined?.items).toBe(2);
    scene.refused.add("0028");
    scene.records = scene.records.map((record) => ({ ...record, close: 101 }));
    const { drafts, failures } = await scene.poll();
    expect(drafts).toMatchObject([
      { type: "market.indices-bars-daily.corrected", subject: "2026-11-20/0000", occurred: friday },
    ]);
    expect(failures.map(({ scope }) => scope)).toEqual(["0028"]);
  });

  test("a list without days tells who came, changed and left, and not that its date moved on", async () => {
    const scene = watchRecords("market/equities/master");
    const issue = (code: string, date: string, marketName = "Prime") => ({
      code,
      companyName: "例示",
      marketName,
      date,
    });
    scene.records = ["7203", "6758", "130A"].map((code) => issue(code, thursday));
    await scene.poll();
    expect(scene.asked).toEqual([{}]);
    scene.records = [issue("7203", friday), issue("6758", friday, "Standard"), issue("9984", friday)];
    expect(told(await scene.poll())).toEqual([
      "market.equities-master.changed 6758",
      "market.equities-master.added 9984",
      "market.equities-master.removed 130A",
    ]);
  });

  test("an announcement that moves has changed, one whose day has passed is not removed", async () => {
    const scene = watchRecords("market/equities/earnings-calendar");
    const announced = (code: string, date: string) => ({
      code,
      companyName: "例示",
      date,
      fiscalYear: "2027",
      fiscalQuarter: "2Q",
    });
    scene.records = [
      announced("7203", friday),
      announced("6758", "2026-11-24"),
      announced("130A", "2026-11-25"),
    ];
    await scene.poll();
    scene.today = "2026-11-24";
    scene.records = [announced("6758", "2026-11-24"), announced("130A", "2026-11-27")];
    const { drafts, drop } = await scene.poll();
    expect(told({ drafts })).toEqual(["market.equities-earnings-calendar.changed 130A"]);
    expect(drop.map(({ key }) => key)).toEqual(["7203/2027/2Q"]);
  });

  test("one code is asked for all its days at once; what falls out of the window is not removed", async () => {
    const scene = watchRecords("market/equities/bars/daily", { query: { code: "7203" } });
    const bar = (date: string, close: number) => ({ date, code: "7203", close });
    scene.records = [bar("2026-11-16", 1), bar("2026-11-17", 2), bar(thursday, 3), bar(friday, 4)];
    await scene.poll();
    expect(scene.asked).toEqual([{ code: "7203", from: "2026-11-16", to: friday }]);
    scene.today = "2026-11-23";
    scene.records = [bar("2026-11-17", 2), bar(friday, 4)];
    expect((await scene.poll()).drafts).toMatchObject([
      { type: "market.equities-bars-daily.removed", data: { now: { date: thursday } } },
    ]);
  });

  test("the catalogue of a database tells what its series are", async () => {
    const scene = watchRecords("statistics/getMetadata", { query: { db: ["FM08"] } });
    scene.records = [{ db: "FM08", code: "FXERD01", name: "Rate", lastUpdate: thursday, layers: ["1"] }];
    await scene.poll();
    scene.records = [{ db: "FM08", code: "FXERD01", name: "Spot rate", lastUpdate: friday, layers: ["1"] }];
    expect((await scene.poll()).drafts).toMatchObject([
      { type: "statistics.get-metadata.changed", subject: "FM08/FXERD01", published: friday },
    ]);
  });

  test("records that their key does not tell apart fail the poll", async () => {
    const scene = watchRecords("market/markets/breakdown", { key: ["date"] });
    scene.records = [1, 2, 3].map((code) => ({ date: friday, code: `990${code}` }));
    await expect(scene.poll()).rejects.toThrow(
      "market/markets/breakdown: 3 records have 1 values of date: the key is the same for both",
    );
  });

  test("a code that is refused while others are taken is one that the service does not know", async () => {
    const scene = watchRecords("market/fins/summary", { query: { code: ["99999", "7203"] } });
    scene.refused.add("99999");
    const { failures } = await scene.poll();
    expect(failures).toMatchObject([
      { scope: "99999", failure: { reason: "unknown-code", message: "refused" } },
    ]);
    scene.refused.add("7203");
    await expect(scene.poll()).rejects.toMatchObject({ reason: "rejected" });
  });

  test("a record without anything that names it fails the poll", async () => {
    const scene = watchRecords("market/markets/sectors/mkt17");
    scene.records = [{ name: "Food" }];
    await expect(scene.poll()).rejects.toThrow("market/markets/sectors/mkt17: a record without code");
  });
});

test.each([
  ["market/fins/summary", [summary("7203", thursday), summary("130A", friday)], friday],
  ["market/markets/short-ratio", [{ date: thursday, sector33Code: "0050" }], thursday],
  // A calendar tells of days to come: none of them is published on its day.
  ["market/markets/calendar", [{ date: friday, holidayDivision: "1" }], undefined],
])("the newest day of %s is its publication", async (from, records, published) => {
  const scene = watchRecords(from);
  scene.records = records;
  expect((await scene.poll()).published).toBe(published);
});
