import { describe, expect, test } from "vitest";
import type { ShortSaleRecord } from "../../../src/sources/short-sale-reports/events.ts";
import { createShortSaleReports } from "../../../src/sources/short-sale-reports/index.ts";
import { everyDay } from "../../support/every-day.ts";
import { createMemoryMarket } from "../memory-market.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";

const mon = "2026-11-16";
const tue = "2026-11-17";
const wed = "2026-11-18";
const thu = "2026-11-19";

function setUp() {
  const market = createMemoryMarket();
  const time = { today: wed };
  const source = createShortSaleReports(
    market,
    () => time.today,
    async (signal) => {
      const names = await market.names(signal);
      return (code) => names.get(code)?.name;
    },
    everyDay,
  );
  const state = createMemoryState();
  const poll = () => pollAndCommit(source, state);
  return { market, time, state, poll };
}

function report(
  disclosedOn: string,
  calculatedOn: string,
  ratio: number,
  more: Partial<ShortSaleRecord> = {},
): ShortSaleRecord {
  return {
    code: "7203",
    seller: "Kuroshio Capital",
    ratio,
    shares: Math.round(ratio * 1e6),
    calculatedOn,
    disclosedOn,
    ...more,
  };
}

/** Events of a further report of a position that had these reports. */
async function afterReports(before: ShortSaleRecord[], ...more: ShortSaleRecord[]) {
  const { market, time, poll } = setUp();
  market.shorts = before;
  await poll();
  time.today = thu;
  market.shorts = [...before, ...more];
  return poll();
}

test("first sight reads ten weekdays and stores each position silently", async () => {
  const { market, poll } = setUp();
  market.shorts = [report(tue, mon, 0.6), report(wed, tue, 0.7), report(wed, tue, 0.7, { fund: "Alpha" })];
  expect(await poll()).toMatchObject({ drafts: [], baselined: { items: 2, scopes: [""] } });
  expect(market.asked).toHaveLength(10);
});

describe("a new report", () => {
  test.each([
    [0.7, "short.report.increased 7203"],
    [0.51, "short.report.decreased 7203"],
    [0.49, "short.report.closed 7203"],
  ])("of %s after 0.6 is told against the one before", async (ratio, expected) => {
    const step = await afterReports([report(wed, tue, 0.6)], report(thu, wed, ratio));
    expect(told(step)).toEqual([expected]);
    expect(step.drafts[0]).toMatchObject({
      published: thu,
      occurred: wed,
      data: { was: { ratio: 0.6, calculatedOn: tue }, now: { ratio, calculatedOn: wed } },
    });
  });

  test("of the same ratio is told by its shares", async () => {
    const before = [report(wed, tue, 0.6)];
    expect(told(await afterReports(before, report(thu, wed, 0.6, { shares: 600_001 })))).toEqual([
      "short.report.increased 7203",
    ]);
    expect(told(await afterReports(before, report(thu, wed, 0.6)))).toEqual([]);
  });

  test("below the line after one below the line tells nothing, and one above it opens the position anew", async () => {
    const before = [report(wed, tue, 0.4)];
    expect(told(await afterReports(before, report(thu, wed, 0.3)))).toEqual([]);
    const { drafts } = await afterReports(before, report(thu, wed, 0.5));
    expect(told({ drafts })).toEqual(["short.report.opened 7203"]);
    expect(drafts[0]?.data.was).toBeUndefined();
  });

  test("of an unknown position opens it, and below the line ends it", async () => {
    expect(told(await afterReports([], report(thu, wed, 0.5)))).toEqual(["short.report.opened 7203"]);
    expect(told(await afterReports([], report(thu, wed, 0.49)))).toEqual(["short.report.closed 7203"]);
  });

  test("that says itself what stood before is told against that", async () => {
    const { drafts } = await afterReports([], report(thu, wed, 0.8, { previousRatio: 0.7, previousOn: mon }));
    expect(told({ drafts })).toEqual(["short.report.increased 7203"]);
    expect(drafts[0]?.data).toEqual({
      now: {
        code: "7203",
        seller: "Kuroshio Capital",
        ratio: 0.8,
        shares: 800_000,
        calculatedOn: wed,
        disclosedOn: thu,
      },
      was: { code: "7203", seller: "Kuroshio Capital", ratio: 0.7, calculatedOn: mon },
      changed: ["ratio", "shares", "calculatedOn", "disclosedOn"],
    });
    const reopened = report(thu, wed, 0.8, { previousRatio: 0.4, previousOn: mon });
    expect(told(await afterReports([], reopened))).toEqual(["short.report.opened 7203"]);
  });

  test("of another fund or seller is another position, whatever they are called", async () => {
    const before = [report(wed, tue, 0.6, { seller: "A|B", fund: "C" })];
    const more = [
      report(thu, wed, 0.7, { seller: "A", fund: "B|C" }),
      report(thu, wed, 0.7, { seller: "A|B|C" }),
    ];
    expect(told(await afterReports(before, ...more))).toEqual([
      "short.report.opened 7203",
      "short.report.opened 7203",
    ]);
  });
});

describe("several reports", () => {
  test("of one day are taken by their calculation dates", async () => {
    const { drafts } = await afterReports(
      [report(wed, mon, 0.6)],
      report(thu, wed, 0.55),
      report(thu, tue, 0.7),
    );
    expect(drafts.map(({ type, data }) => [type, data.was?.ratio, data.now.ratio])).toEqual([
      ["short.report.increased", 0.6, 0.7],
      ["short.report.decreased", 0.7, 0.55],
    ]);
  });

  test("one that comes late is told against the one before it, or not at all", async () => {
    const before = [report(tue, mon, 0.6), report(wed, wed, 0.8)];
    const { drafts } = await afterReports(before, report(thu, tue, 0.7));
    expect(drafts.map(({ type, data }) => [type, data.was?.ratio])).toEqual([
      ["short.report.increased", 0.6],
    ]);
    expect(told(await afterReports([report(wed, wed, 0.8)], report(thu, tue, 0.7)))).toEqual([]);
  });

  test("a position that is not reported any more stays as it was", async () => {
    const { market, time, poll } = setUp();
    market.shorts = [report(wed, tue, 0.6)];
    await poll();
    market.shorts = [];
    time.today = "2027-02-01";
    expect(told(await poll())).toEqual([]);
    market.shorts = [report("2027-02-01", "2027-01-29", 0.7)];
    expect(told(await poll())).toEqual(["short.report.increased 7203"]);
  });
});

describe("a report that was already published", () => {
  test("with other figures is corrected, on the same day or a later one", async () => {
    const { market, poll } = setUp();
    market.shorts = [report(wed, tue, 0.6)];
    await poll();
    market.shorts = [report(wed, tue, 0.65)];
    const { drafts } = await poll();
    expect(told({ drafts })).toEqual(["short.report.corrected 7203"]);
    expect(drafts[0]?.data).toMatchObject({ was: { ratio: 0.6 }, now: { ratio: 0.65 } });
    const later = await afterReports([report(wed, tue, 0.6)], report(thu, tue, 0.65));
    expect(told(later)).toEqual(["short.report.corrected 7203"]);
  });

  test("in a version that was already replaced says nothing when it comes late", async () => {
    expect(told(await afterReports([report(wed, mon, 0.65)], report(tue, mon, 0.6)))).toEqual([]);
  });

  test("repeated or only rounded says nothing", async () => {
    expect(told(await afterReports([report(wed, tue, 0.6)], report(thu, tue, 0.6)))).toEqual([]);
    const { market, poll } = setUp();
    market.shorts = [report(wed, tue, 0.5349, { shares: 1 })];
    await poll();
    market.shorts = [report(wed, tue, 0.53, { shares: 1 })];
    expect(told(await poll())).toEqual([]);
  });

  test("that comes twice with different figures is one report, whatever their order", async () => {
    const { market, poll } = setUp();
    market.shorts = [report(wed, tue, 0.6), report(wed, tue, 0.7)];
    await poll();
    market.shorts.reverse();
    expect(told(await poll())).toEqual([]);
  });
});

test("a service that answers every day with the same reports tells each once", async () => {
  const { market, poll } = setUp();
  market.read = (async () => market.shorts) as unknown as typeof market.read;
  market.shorts = [report(wed, tue, 0.6)];
  expect(await poll()).toMatchObject({ baselined: { items: 1 } });
  market.shorts.push(report(wed, tue, 0.7, { seller: "Hayate Partners" }));
  expect((await poll()).drafts).toHaveLength(1);
});

test("a report without a name gets the issue's", async () => {
  const { market, poll } = setUp();
  await poll();
  market.issues = new Map([["7203", { name: "やぐら自動車" }]]);
  market.shorts = [report(wed, tue, 0.6, { name: undefined } as object)];
  expect((await poll()).drafts[0]?.data.now.name).toBe("やぐら自動車");
});
