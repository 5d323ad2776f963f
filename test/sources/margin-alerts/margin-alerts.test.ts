import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { createIssueNames } from "../../../src/sources/dated.ts";
import type { MarginAlertRecord } from "../../../src/sources/margin-alerts/events.ts";
import { createMarginAlerts } from "../../../src/sources/margin-alerts/index.ts";
import { marginAlerts } from "../../../src/sources/margin-alerts/member.ts";
import { everyDay } from "../../support/every-day.ts";
import { createMemoryMarket } from "../memory-market.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";

function setUp() {
  const market = createMemoryMarket();
  const time = { today: "2026-11-18", now: 0 };
  const clock = { now: () => time.now, elapsed: () => time.now, after: () => () => {} };
  const names = createIssueNames(market, () => time.today, clock);
  const source = createMarginAlerts(market, () => time.today, names, everyDay);
  const state = createMemoryState();
  return { market, time, state, poll: () => pollAndCommit(source, state) };
}

const mon = "2026-11-16";
const tue = "2026-11-17";
const wed = "2026-11-18";
const thu = "2026-11-19";

function row(publishedOn: string, code: string, appliedOn: string, more: Partial<MarginAlertRecord> = {}) {
  return {
    code,
    publishedOn,
    appliedOn,
    shortOutstanding: 1000,
    longOutstanding: 500,
    shortLongRatio: 200.25,
    ...more,
  };
}

test("first sight reads ten weekdays, later polls five, and a Saturday the week before it", async () => {
  const { market, time, poll } = setUp();
  market.margin = [row(tue, "7203", mon), row(wed, "7203", tue), row(wed, "6758", tue)];
  expect(await poll()).toMatchObject({ drafts: [], baselined: { items: 2, scopes: [""] } });
  expect([market.asked.length, market.asked[0], market.asked.at(-1)]).toEqual([10, "2026-11-05", wed]);
  market.asked = [];
  time.today = "2026-11-21";
  await poll();
  expect(market.asked).toEqual([mon, tue, wed, thu, "2026-11-20"]);
});

test("after a longer absence every missed publication is told, in order", async () => {
  const { market, time, poll } = setUp();
  market.margin = [row(wed, "7203", tue)];
  await poll();
  market.margin.push(row(thu, "7203", wed), row(thu, "6758", wed), row("2026-11-20", "7203", thu));
  time.today = "2026-12-02";
  expect(told(await poll())).toEqual(["margin.alert.added 6758", "margin.alert.lifted 6758"]);
});

describe("a new publication", () => {
  test("tells who is added, lifted and changed against the one before", async () => {
    const { market, time, poll } = setUp();
    market.margin = [row(wed, "7203", tue), row(wed, "6758", tue), row(wed, "9984", tue)];
    await poll();
    time.today = thu;
    market.margin.push(
      row(thu, "7203", wed),
      row(thu, "6758", wed, { shortOutstanding: 1100, reasons: ["Restricted"] }),
      row(thu, "130A", wed),
    );
    const { drafts } = await poll();
    expect(told({ drafts })).toEqual([
      "margin.alert.changed 6758",
      "margin.alert.added 130A",
      "margin.alert.lifted 9984",
    ]);
    expect(drafts[0]).toMatchObject({
      published: thu,
      occurred: wed,
      data: {
        was: { shortOutstanding: 1000, publishedOn: wed },
        now: { shortOutstanding: 1100, publishedOn: thu },
        changed: ["publishedOn", "appliedOn", "shortOutstanding", "reasons"],
      },
    });
    expect(drafts[2]).toMatchObject({ published: thu, data: { now: { code: "9984", publishedOn: wed } } });
  });

  test("that holds nothing but corrections is none", async () => {
    const { market, time, poll } = setUp();
    market.margin = [row(wed, "7203", tue), row(wed, "6758", tue)];
    await poll();
    time.today = thu;
    market.margin.push(row(thu, "7203", tue, { shortOutstanding: 990 }));
    const { drafts } = await poll();
    expect(told({ drafts })).toEqual(["margin.alert.corrected 7203"]);
    expect(drafts[0]?.data).toMatchObject({
      was: { shortOutstanding: 1000 },
      now: { shortOutstanding: 990 },
    });
  });

  test("may hold a correction and the day's own row of one issue, which is compared with what was corrected", async () => {
    const { market, time, poll } = setUp();
    market.margin = [row(wed, "7203", tue)];
    await poll();
    time.today = thu;
    market.margin.push(
      row(thu, "7203", tue, { shortOutstanding: 990 }),
      row(thu, "7203", wed, { shortOutstanding: 990 }),
    );
    expect(told(await poll())).toEqual(["margin.alert.corrected 7203"]);
  });

  test("counts rows that are there for another reason as nobody's membership", async () => {
    const { market, time, poll } = setUp();
    market.margin = [
      row(wed, "7203", tue, { dailyPublication: true }),
      row(wed, "6758", tue, { dailyPublication: false }),
    ];
    await poll();
    time.today = thu;
    market.margin.push(
      row(thu, "7203", wed, { dailyPublication: false }),
      row(thu, "6758", wed, { dailyPublication: true }),
    );
    expect(told(await poll())).toEqual(["margin.alert.added 6758", "margin.alert.lifted 7203"]);
  });
});

describe("what was already published", () => {
  test("with other figures is corrected, with rounded ones it is not", async () => {
    const { market, poll } = setUp();
    market.margin = [row(tue, "7203", mon), row(wed, "7203", tue), row(wed, "6758", tue)];
    await poll();
    market.margin = [
      row(tue, "7203", mon, { longOutstanding: 510 }),
      row(wed, "7203", tue, { shortLongRatio: 200.3 }),
      row(wed, "6758", tue, { shortLongRatio: 201.3 }),
    ];
    expect(told(await poll())).toEqual(["margin.alert.corrected 7203", "margin.alert.corrected 6758"]);
  });

  test("gets late rows and loses rows while it is the newest", async () => {
    const { market, poll } = setUp();
    market.margin = [row(tue, "7203", mon), row(wed, "7203", tue), row(wed, "6758", tue)];
    await poll();
    market.margin.push(row(wed, "9984", tue), row(tue, "8306", mon));
    expect(told(await poll())).toEqual(["margin.alert.added 9984"]);
    market.margin = market.margin.filter(({ code }) => code !== "6758" && code !== "8306");
    expect(told(await poll())).toEqual(["margin.alert.lifted 6758"]);
  });

  test.each([0, 1])("with %s of three rows left is a failed poll", async (left) => {
    const { market, poll } = setUp();
    const rows = [row(wed, "7203", tue), row(wed, "6758", tue), row(wed, "9984", tue)];
    market.margin = rows;
    await poll();
    market.margin = rows.slice(0, left);
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
  });

  test("belongs to the day it was published, whichever of its dates the service goes by", async () => {
    const { market, time, poll } = setUp();
    market.read = (async (_call: string, { date }: { date: string }) =>
      market.margin.filter(({ appliedOn }) => appliedOn === date)) as unknown as typeof market.read;
    const [older, old] = ["2026-11-12", "2026-11-13"];
    market.margin = [
      row(old, "7203", older),
      row(mon, "7203", old),
      row(tue, "7203", mon),
      row(wed, "7203", tue),
    ];
    expect(await poll()).toMatchObject({ baselined: { items: 1 } });
    expect(told(await poll())).toEqual([]);
    time.today = thu;
    market.margin.push(row(thu, "7203", wed), row(thu, "6758", wed));
    expect(told(await poll())).toEqual(["margin.alert.added 6758"]);
  });
});

describe("names", () => {
  test("come from the list of issues, once a day, and are no change", async () => {
    const { market, time, poll } = setUp();
    market.margin = [row(wed, "7203", tue)];
    await poll();
    market.issues = new Map([["7203", { name: "やぐら自動車" }]]);
    time.today = thu;
    market.margin.push(row(thu, "7203", wed), row(thu, "6758", wed));
    market.issues.set("6758", { name: "やぐら電機" });
    const { drafts } = await poll();
    expect(drafts.map(({ data }) => data.now.name)).toEqual(["やぐら電機"]);
    market.names = () => {
      throw new TypeError("asked twice a day");
    };
    expect((await poll()).drafts).toEqual([]);
  });

  test("that cannot be had leave the alert without one, and are asked for again after ten minutes", async () => {
    const { market, time, poll } = setUp();
    let asked = 0;
    market.names = async () => {
      asked += 1;
      throw new Failure("refused", "not in this plan");
    };
    market.margin = [row(wed, "7203", tue)];
    expect((await poll()).failures).toEqual([]);
    time.now = 9 * 60_000;
    await poll();
    expect(asked).toBe(1);
    time.now = 10 * 60_000;
    await poll();
    expect(asked).toBe(2);
  });
});

test("a service that had nothing yet tells its first publication", async () => {
  const { market, poll } = setUp();
  expect((await poll()).baselined).toEqual({ items: 0, scopes: [""] });
  market.margin = [row(wed, "7203", tue)];
  expect(told(await poll())).toEqual(["margin.alert.added 7203"]);
});

test("in a test of rules a company keeps its name where a later answer leaves it out", async () => {
  const stage = marginAlerts.testing.stage(undefined);
  stage.show([row(tue, "7203", mon, { name: "Example Motor" } as object)]);
  stage.show([row(wed, "7203", tue)]);
  const { market } = stage.clients as { market: { names(): Promise<ReadonlyMap<string, object>> } };
  expect((await market.names()).get("7203")).toEqual({ name: "Example Motor" });
});
