import { describe, expect, test } from "vitest";
import type { HistoryReader } from "../../../src/model/history.ts";
import { callNamed, callRegistry, type MarketCallName } from "../../../src/upstreams/market/calls.ts";
import { createPastMarket } from "../../../src/upstreams/market/past.ts";
import { createPastRecords } from "../../../src/upstreams/market/past-records.ts";
import { createMemoryHistory } from "../../support/memory-history.ts";

const at = (moment: string) => Date.parse(`${moment}:00+09:00`);

/** A market of the past whose clock the test sets. */
function open() {
  const history = createMemoryHistory();
  const clock = { now: at("2026-11-20T23:00") };
  return {
    history,
    clock,
    market: createPastMarket(history, () => clock.now),
    add(call: MarketCallName, rows: readonly object[], asked?: string, otherwise?: string) {
      history.add(createPastRecords(callNamed(callRegistry(), call), asked, otherwise)(rows as never));
    },
  };
}

const margin = (code: string, publishedOn: string, appliedOn: string) => ({
  code,
  publishedOn,
  appliedOn,
  shortOutstanding: 5,
});

describe("the time at which a day is out", () => {
  test.each<[MarketCallName, object, string, string]>([
    ["markets/margin-alert", margin("9901", "2026-11-19", "2026-11-18"), "2026-11-19", "2026-11-19T16:30"],
    ["equities/bars/daily", { date: "2026-11-19", code: "9901" }, "2026-11-19", "2026-11-19T16:30"],
    ["markets/breakdown", { date: "2026-11-19", code: "9901" }, "2026-11-19", "2026-11-19T18:00"],
    [
      "markets/short-sale-report",
      { code: "9901", seller: "甲", disclosedOn: "2026-11-19" },
      "2026-11-19",
      "2026-11-19T17:30",
    ],
    [
      "derivatives/bars/daily/futures",
      { date: "2026-11-19", code: "167120018" },
      "2026-11-19",
      "2026-11-20T03:00",
    ],
    [
      "fins/summary",
      { code: "9901", disclosedDate: "2026-11-19", disclosedTime: "15:30:00" },
      "2026-11-19",
      "2026-11-19T18:00",
    ],
    [
      "fins/summary",
      { code: "9901", disclosedDate: "2026-11-19", disclosedTime: "18:30" },
      "2026-11-19",
      "2026-11-20T00:30",
    ],
    ["fins/summary", { code: "9901", disclosedDate: "2026-11-19" }, "2026-11-19", "2026-11-19T18:00"],
    [
      "markets/margin-interest",
      { date: "2026-11-13", code: "9901", publishedOn: "2026-11-16" },
      "2026-11-13",
      "2026-11-16T16:00",
    ],
    ["markets/margin-interest", { date: "2026-11-13", code: "9901" }, "2026-11-13", "2026-11-17T16:00"],
    [
      "td/list",
      { number: "1", code: "9901", disclosedOn: "2026-11-19", disclosedTime: "13:01" },
      "2026-11-19",
      "2026-11-19T13:01",
    ],
  ])("%s %o", async (call, row, date, moment) => {
    const scene = open();
    scene.add(call, [row]);
    const read = () => scene.market.read(call, { date } as object);
    scene.clock.now = at(moment) - 1;
    expect(await read()).toEqual([]);
    scene.clock.now += 1;
    expect(await read()).toEqual([row]);
  });

  test("a row under an earlier day is not shown before the day on which it was published", async () => {
    // The service has publications under the day of their figures.
    const scene = open();
    const [own, corrected] = [
      margin("9901", "2026-11-18", "2026-11-17"),
      margin("9901", "2026-11-19", "2026-11-17"),
    ];
    scene.add("markets/margin-alert", [own, corrected], "2026-11-17");
    const read = () => scene.market.read("markets/margin-alert", { date: "2026-11-17" });
    scene.clock.now = at("2026-11-18T16:00");
    expect(await read()).toEqual([]);
    scene.clock.now = at("2026-11-18T16:30");
    expect(await read()).toEqual([own]);
    scene.clock.now = at("2026-11-19T16:30");
    expect(await read()).toEqual([own, corrected]);
  });
});

test("a day of publication brings the rows that say it, and none that say nothing of it", async () => {
  const scene = open();
  const row = (date: string, publishedOn?: string) => ({
    date,
    code: "9901",
    ...(publishedOn && { publishedOn }),
  });
  const rows = [row("2026-11-12"), row("2026-11-13", "2026-11-16"), row("2026-11-16", "2026-11-17")];
  scene.add("markets/margin-interest", rows);
  const read = (query: object) => scene.market.read("markets/margin-interest", query);
  expect(await read({ publishedDate: "2026-11-16" })).toEqual([rows[1]]);
  expect(await read({ publishedDate: "2026-11-17", code: "9901" })).toEqual([rows[2]]);
});

describe("a question", () => {
  const bar = (date: string, code: string) => ({ date, code, close: 100 });
  const scene = open();
  for (const date of ["2026-11-16", "2026-11-17", "2026-11-18"])
    scene.add("equities/bars/daily", [bar(date, "9901"), bar(date, "130A")]);

  test.each<[Record<string, string>, [string, string][]]>([
    [
      { date: "2026-11-17" },
      [
        ["2026-11-17", "130A"],
        ["2026-11-17", "9901"],
      ],
    ],
    [
      { code: "9901" },
      [
        ["2026-11-16", "9901"],
        ["2026-11-17", "9901"],
        ["2026-11-18", "9901"],
      ],
    ],
    [
      { code: "99010", from: "2026-11-17" },
      [
        ["2026-11-17", "9901"],
        ["2026-11-18", "9901"],
      ],
    ],
    [{ code: "130a", date: "2026-11-18" }, [["2026-11-18", "130A"]]],
    [
      { from: "2026-11-18", to: "2026-11-30" },
      [
        ["2026-11-18", "130A"],
        ["2026-11-18", "9901"],
      ],
    ],
    [{ date: "2026-11-15" }, []],
    [{ code: "9999" }, []],
  ])("%o", async (query, rows) => {
    const read = await scene.market.read("equities/bars/daily", query, undefined, undefined, [
      "date",
      "code",
    ]);
    expect(read).toEqual(rows.map(([date, code]) => ({ date, code })));
    const pages = [];
    for await (const page of scene.market.pages("equities/bars/daily", query)) pages.push(...page);
    expect(pages).toEqual(rows.map(([date, code]) => bar(date, code)));
  });

  test("for positions of a day finds the reports of the days after it", async () => {
    const report = { code: "9901", seller: "甲", calculatedOn: "2026-11-16", disclosedOn: "2026-11-18" };
    scene.add("markets/short-sale-report", [report, { ...report, calculatedOn: "2026-11-17" }]);
    expect(await scene.market.read("markets/short-sale-report", { calcDate: "2026-11-16" })).toEqual([
      report,
    ]);
  });

  test("for a section leaves out the others", async () => {
    const own = { publishedDate: "2026-11-12", startDate: "2026-11-02", endDate: "2026-11-06" };
    scene.add("equities/investor-types", [
      { ...own, section: "TSEPrime" },
      { ...own, section: "TSEGrowth" },
    ]);
    const rows = await scene.market.read("equities/investor-types", { section: "TSEGrowth" });
    expect(rows.map(({ section }) => section)).toEqual(["TSEGrowth"]);
  });

  test("about a call of which there is nothing has no rows", async () => {
    expect(await open().market.read("fins/dividend", { date: "2026-11-18" })).toEqual([]);
    expect(await open().market.names()).toEqual(new Map());
    expect(await open().market.tradingDays({ from: "2026-11-01", to: "2026-11-30" })).toEqual(new Map());
  });
});

test("two rows under one key are both kept, and one that comes twice is kept once", async () => {
  const scene = open();
  const row = { code: "9901", disclosedDate: "2026-11-18", documentType: "FY" };
  const other = { ...row, netSales: 7 };
  for (let times = 0; times < 2; times += 1) scene.add("fins/summary", [row, other, row, other]);
  expect(await scene.market.read("fins/summary", { date: "2026-11-18" })).toEqual([row, other]);
});

test("names are those of the newest list until then, or of the first one after it", async () => {
  const scene = open();
  scene.add("equities/master", [{ code: "9901", companyName: "旧社名" }], undefined, "2026-11-10");
  scene.add(
    "equities/master",
    [{ code: "9901", companyName: "新社名", companyNameEnglish: "New" }],
    undefined,
    "2026-11-18",
  );
  const name = async (moment: string) => {
    scene.clock.now = at(moment);
    return (await scene.market.names()).get("9901")?.name;
  };
  expect(await name("2026-11-20T12:00")).toBe("新社名");
  expect(await name("2026-11-17T12:00")).toBe("旧社名");
  expect(await name("2026-10-01T12:00")).toBe("旧社名");
});

test.each([
  ["documented", "0", "1"],
  ["observed", "1", "0"],
])("trading days as %s", async (_, open1, closed) => {
  const scene = open();
  const days = {
    "2026-11-20": open1,
    "2026-11-21": closed,
    "2026-11-22": closed,
    "2026-11-23": closed,
    "2026-11-24": open1,
  };
  scene.add(
    "markets/calendar",
    Object.entries(days).map(([date, holidayDivision]) => ({ date, holidayDivision })),
  );
  const known = await scene.market.tradingDays({ from: "2026-11-23", to: "2026-11-30" });
  expect([...known]).toEqual([
    ["2026-11-23", false],
    ["2026-11-24", true],
  ]);
});

test("days that were asked for before are not read again", async () => {
  const { history, add } = open();
  add("equities/bars/daily", [{ date: "2026-11-18", code: "9901" }]);
  const reads: string[] = [];
  const counting: HistoryReader = {
    ...history,
    between(set, period) {
      reads.push(period.from);
      return history.between(set, period);
    },
  };
  const market = createPastMarket(counting, () => at("2026-11-20T12:00"));
  for (let polls = 0; polls < 3; polls += 1)
    for (const date of ["2026-11-18", "2026-11-19"]) await market.read("equities/bars/daily", { date });
  expect(reads).toEqual(["2026-11-18", "2026-11-19"]);
});
