/** What the page is told of a stock: from the history, the stored state and the log, on one axis. */
import { expect, test } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { stockCall } from "../../src/page/stock/stock.ts";
import { stockCalls } from "../../src/page/stock/stocks.ts";
import { batch, entry, sourceWrite } from "../store/batches.ts";
import { type PastHouse, pastHouse } from "./past-house.ts";

const now = "2026-11-20T18:00:00+09:00";
const start = (day: string) => Date.parse(`${day}T00:00:00+09:00`);
const seller = "Example Capital";

const report = (calculatedOn: string, ratio: number, more = {}) => ({
  ...{
    code: "7203",
    name: "霧笛自動車",
    seller,
    ratio,
    shares: ratio * 1_000_000,
    calculatedOn,
    disclosedOn: calculatedOn,
  },
  ...more,
});

function short(
  type: string,
  own: ReturnType<typeof report>,
  was?: ReturnType<typeof report>,
): Partial<EventDraft> {
  const data = { now: own, ...(was && { was }) };
  return { type: `short.report.${type}`, source: "/sources/short-sale-reports", subject: "7203", data };
}

function tell(
  { store }: PastHouse,
  drafts: readonly Partial<EventDraft>[],
  time = "2026-11-19T18:00:00+09:00",
) {
  const head = store.log.head();
  store.commit(batch({ entries: drafts.map((draft, at) => entry(head + 1 + at, draft, Date.parse(time))) }));
}

const fetched = (set: string, day: string, row: object, name = "") => ({
  ...{ set, day, subject: "7203", name, row: row as Record<string, unknown> },
});
const reports = "market/markets/short-sale-report";

test("a position that falls below the reporting line is unknown afterwards, and not zero", async () => {
  const house = pastHouse({ now });
  tell(house, [
    short("opened", report("2026-11-10", 0.7)),
    short("closed", report("2026-11-12", 0.4), report("2026-11-10", 0.7)),
  ]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  const points = [
    [start("2026-11-10"), 0.7],
    [start("2026-11-12"), 0.4],
    [start("2026-11-13"), null],
  ];
  expect(body.shorts.sellers).toEqual([{ seller, points, isStanding: false }]);
  expect(body.shorts.total).toEqual(points);
});

test("a position stands until now, and the sum is of all that stand", async () => {
  const house = pastHouse({ now });
  tell(house, [
    short("opened", report("2026-11-10", 0.7)),
    short("opened", report("2026-11-12", 0.6, { seller: "Sample Fund Managers", fund: "Long View" })),
  ]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  const end = Date.parse(now);
  expect(body.shorts.sellers.map(({ points }: { points: unknown }) => points)).toEqual([
    [
      [start("2026-11-10"), 0.7],
      [end, 0.7],
    ],
    [
      [start("2026-11-12"), 0.6],
      [end, 0.6],
    ],
  ]);
  expect(body.shorts.total).toEqual([
    [start("2026-11-10"), 0.7],
    [start("2026-11-12"), 1.3],
    [end, 1.3],
  ]);
});

test("history and log are one line, the last version of a report counts, and both beginnings are said", async () => {
  const history = [
    fetched(reports, "2026-03-02", report("2026-03-02", 0.5)),
    fetched(reports, "2026-11-10", report("2026-11-10", 0.6)),
  ];
  const house = pastHouse({ now, history });
  const corrected = report("2026-11-10", 0.65, { disclosedOn: "2026-11-12" });
  tell(house, [
    short("corrected", corrected, report("2026-11-10", 0.6)),
    short("increased", report("2026-11-17", 0.8), corrected),
  ]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  // What was reported before the axis begins stands at its beginning.
  expect(body.shorts.sellers[0].points).toEqual([
    [start("2026-10-22"), 0.5],
    [start("2026-11-10"), 0.65],
    [start("2026-11-17"), 0.8],
    [Date.parse(now), 0.8],
  ]);
  expect(body.shorts.known).toEqual({ history: "2026-03-02", live: "2026-11-17" });
});

test("what was stored at first sight is shown though no event told it", async () => {
  const house = pastHouse({ now });
  const put = [
    { scope: "", key: `7203|${seller}|`, body: { reports: [report("2026-11-16", 0.9)] } },
    { scope: "", key: `72030|${seller}|`, body: { reports: [report("2026-11-16", 5, { code: "72030" })] } },
  ];
  house.store.commit(
    batch({ source: sourceWrite({ name: "short-sale-reports", cursor: { readTo: "2026-11-20" }, put }) }),
  );
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  expect(body.shorts.reports).toMatchObject([
    { seller, ratio: 0.9, calculatedOn: "2026-11-16", origin: "live" },
  ]);
});

test("a stock is found by its name in either language, and answers with both", async () => {
  const listed = new Map([
    ["9901", { name: "架空電機", nameEnglish: "Example Electric" }],
    ["9902", { name: "架空薬品" }],
  ]);
  const house = pastHouse({ now, listed });
  const find = async (text: string) =>
    (await house.ask((parts) => stockCalls(parts)[0], { find: text })).body.found;
  const electric = { code: "9901", name: "架空電機", nameEnglish: "Example Electric", watchlists: [] };
  for (const text of ["9901", "電機", "example", "ＥＬＥＣＴＲＩＣ"])
    expect(await find(text)).toEqual([electric]);
  expect(await find("架空")).toHaveLength(2);
  const { body } = await house.ask(stockCall, { code: "9901", days: "30" });
  expect(body).toMatchObject({ code: "9901", name: "架空電機", nameEnglish: "Example Electric" });
});

test("a stock that left daily publication has no margin line until it comes back", async () => {
  const house = pastHouse({ now });
  const row = (appliedOn: string, longOutstanding: number) => ({
    code: "7203",
    publishedOn: appliedOn,
    appliedOn,
    longOutstanding,
    regulation: "002",
  });
  const margin = (verb: string, own: object, more = {}): Partial<EventDraft> => ({
    ...{ type: `margin.alert.${verb}`, subject: "7203", data: { now: own as Record<string, unknown> } },
    ...more,
  });
  tell(house, [
    margin("added", row("2026-11-10", 100)),
    margin("changed", row("2026-11-11", 110)),
    margin("lifted", row("2026-11-11", 110), { published: "2026-11-13" }),
    margin("added", row("2026-11-18", 90)),
  ]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  expect(body.margin.lines.longOutstanding).toEqual([
    [start("2026-11-10"), 100],
    [start("2026-11-11"), 110],
    [start("2026-11-12"), null],
    [start("2026-11-18"), 90],
  ]);
  expect(body.margin.labels.regulation.values["002"]).toEqual({
    en: "daily publication",
    ja: "日々公表銘柄",
  });
});

test("comments are counted by their own day, from the history and the log, each day once", async () => {
  const comments = "forum/comments";
  const history = ["1", "2", "3"].map((name) =>
    fetched(comments, "2026-11-16", { part: Number(name) }, name),
  );
  const house = pastHouse({ now, history });
  const posted = (part: number, day: string): Partial<EventDraft> => {
    const own = {
      code: "7203",
      part,
      body: `text ${part} "occurred":"2020-01-01"`,
      postedAt: `${day}T09:00:00+09:00`,
      yes: 0,
      no: 0,
    };
    return {
      type: "forum.comment.posted",
      source: "/sources/forum-comments",
      subject: "7203",
      occurred: own.postedAt,
      data: { now: own },
    };
  };
  tell(house, [posted(3, "2026-11-16"), posted(4, "2026-11-18"), posted(5, "2026-11-18")]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  expect(body.forum.comments).toEqual([
    [start("2026-11-16"), 3],
    [start("2026-11-17"), 0],
    [start("2026-11-18"), 2],
  ]);
});

test("watched records come from the history and the log, with the close and the volume as lines", async () => {
  const settings = `sources:
  prices: { from: market/equities/bars/daily, schedule: "0 */10 16-20 * * *", query: { code: ["7203"] } }
`;
  const bar = (date: string, close: number) => ({
    code: "7203",
    date,
    close,
    adjustedClose: close,
    volume: 10,
    open: close - 1,
  });
  const history = [fetched("market/equities/bars/daily", "2026-11-18", bar("2026-11-18", 100))];
  const house = pastHouse({ now, history, settings });
  tell(house, [
    {
      type: "market.equities-bars-daily.added",
      source: "/sources/prices",
      subject: "7203",
      data: { now: bar("2026-11-19", 105) },
    },
  ]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  expect(body.records).toMatchObject([
    {
      source: "prices",
      known: { history: "2026-11-18", live: "2026-11-19" },
      rows: [{ day: "2026-11-19" }, { day: "2026-11-18" }],
    },
  ]);
  expect(body.records[0].lines).toEqual({
    adjustedClose: [
      [start("2026-11-18"), 100],
      [start("2026-11-19"), 105],
    ],
    volume: [
      [start("2026-11-18"), 10],
      [start("2026-11-19"), 10],
    ],
  });
});

test("records of a declared call are called as its declaration calls them", async () => {
  const about = (en: string, ja: string) => `about: { en: ${en}, ja: ${ja} }`;
  const calls = `{ sample/prices: { ${about("samples", "見本")}, parameters: { date: {} }, key: [date, code], day: [date], tracks: [close], fields: { date: { wire: Date, type: date, ${about("day", "日")} }, code: { wire: Code, type: code, ${about("code", "コード")} }, close: { wire: C, type: number, unit: JPY, ${about("price", "価格")} } } } }`;
  const settings = `sources:\n  samples: { from: market/sample/prices, schedule: "0 0 18 * * *" }\n`;
  const row = { date: "2026-11-18", code: "7203", close: 100 };
  const history = [fetched("market/sample/prices", "2026-11-18", row)];
  const { body } = await pastHouse({ now, history, settings, calls }).ask(stockCall, {
    code: "7203",
    days: "30",
  });
  expect(body.records).toMatchObject([
    {
      source: "samples",
      words: { en: "samples", ja: "見本" },
      fields: [{ name: "close", unit: "JPY", words: { en: "price", ja: "価格" } }],
      lines: { close: [[start("2026-11-18"), 100]] },
    },
  ]);
});

test("alerts are marks at their time, and comments that they are about stand with them, once", async () => {
  const house = pastHouse({ now });
  const hostile = "<img src=x onerror=alert(1)>";
  const comment = {
    code: "7203",
    part: 9,
    author: "a1b2",
    name: "n",
    title: "t",
    body: hostile,
    yes: 1,
    no: 0,
  };
  const alert = (rule: string, seq: number): Partial<EventDraft> => {
    const cause = {
      seq,
      id: `e-${seq}`,
      type: "forum.comment.posted",
      source: "/sources/forum-comments",
      subject: "7203",
    };
    const own = {
      rule,
      key: "7203",
      severity: "warning",
      title: `${rule} ${hostile}`,
      body: "",
      labels: {},
      recipients: [],
      cause,
    };
    return { type: "alert.fired", source: `/rules/${rule}`, subject: "7203", data: { now: own } };
  };
  tell(house, [
    {
      type: "forum.comment.posted",
      source: "/sources/forum-comments",
      subject: "7203",
      data: { now: comment },
    },
    alert("one", 1),
    alert("two", 1),
  ]);
  const { body } = await house.ask(stockCall, { code: "7203", days: "30" });
  expect(body.alerts).toMatchObject([
    { seq: 3, id: "e-3", rule: "two", at: Date.parse("2026-11-19T18:00:00+09:00"), title: `two ${hostile}` },
    { seq: 2, rule: "one" },
  ]);
  expect(body.comments).toMatchObject([
    {
      part: 9,
      author: "a1b2",
      body: hostile,
      alerts: [
        { id: "e-2", rule: "one" },
        { id: "e-3", rule: "two" },
      ],
    },
  ]);
});

test("a code is understood as people write it, and the rest is refused in words", async () => {
  const house = pastHouse({ now, settings: 'watchlists: { mine: [{ code: "7203", shares: 300 }] }\n' });
  for (const code of ["7203", "7203.T", "７２０３", "72030"])
    expect(await house.ask(stockCall, { code })).toMatchObject({
      body: { code: "7203", watchlists: [{ watchlist: "mine", notes: { shares: 300 } }] },
    });
  expect((await house.ask(stockCall, { code: "a stock" })).status).toBe(400);
  expect((await house.ask(stockCall, { code: "7203", from: "yesterday" })).body.error).toContain(
    "YYYY-MM-DD",
  );
  expect((await house.ask(stockCall, {})).status).toBe(400);
});

test("stocks are found by code and by part of the name, in whichever width, and by watchlist without a text", async () => {
  const house = pastHouse({ now, settings: 'watchlists: { mine: ["6758"] }\n' });
  const put = [{ scope: "", key: `7203|${seller}|`, body: { reports: [report("2026-11-16", 0.9)] } }];
  house.store.commit(
    batch({ source: sourceWrite({ name: "short-sale-reports", cursor: { readTo: "2026-11-20" }, put }) }),
  );
  const find = async (text: string) =>
    (await house.ask((parts) => stockCalls(parts)[0], { find: text })).body.found.map(
      ({ code }: { code: string }) => code,
    );
  expect(await find("")).toEqual(["6758"]);
  expect(await find("自動")).toEqual(["7203"]);
  expect(await find("７２")).toEqual(["7203"]);
  expect(await find("7203.T")).toEqual(["7203"]);
  expect(await find("nothing like it")).toEqual([]);
});

test("stocks of a person's own lists come first, before those that are cut off", async () => {
  const others = Array.from({ length: 60 }, (_, index) => `"${7000 + index}"`).join();
  const settings = `watchlists: { others: [${others}], aoi: ["6758", "7003"] }
people:
  aoi: { tokens: [aoi-token-0123456789], watchlists: [aoi] }
  mio: { tokens: [mio-token-0123456789] }
`;
  const house = pastHouse({ now, settings });
  const first = async (find: string, person?: string) => {
    const { found } = (await house.ask((parts) => stockCalls(parts)[0], { find }, person)).body;
    expect(new Set(found.map(({ code }: { code: string }) => code)).size).toBe(found.length);
    return [found[0], found[1]].map(({ code, watchlists }) => [code, ...watchlists].join(" "));
  };
  expect(await first("", "aoi")).toEqual(["6758 aoi", "7003 others aoi"]);
  expect(await first("70", "aoi")).toEqual(["7003 others aoi", "7000 others"]);
  for (const person of ["mio", undefined])
    expect(await first("", person)).toEqual(["7000 others", "7001 others"]);
});
