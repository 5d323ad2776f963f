import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import {
  groundPieces,
  type RecordsOptions,
  recordsHistory,
  sourceMembers,
} from "../../../src/sources/index.ts";
import type { HistoryClients, SourceHistory } from "../../../src/sources/member.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { recordSetsOf } from "../../../src/upstreams/record-sets.ts";

const period = { from: "2026-11-13", to: "2026-11-17" };
const means = { watchlists: () => ({ core: [{ code: "9901" }, { code: "130A" }] }) } as never;

function piecesOf(from: string, query: RecordsOptions["query"]) {
  const set = recordSetsOf().get(from);
  if (set === undefined) throw new Error(`no record set ${from}`);
  const history = recordsHistory({ name: "records", set, key: set.key, compare: [], tolerance: {}, query });
  if ("none" in history) throw new Error(history.none);
  return history.pieces({ timezone: "Asia/Tokyo" }, period, means);
}

/** "scope from to". */
const lines = (pieces: readonly { scope: string; from: string; to: string }[]) =>
  pieces.map(({ scope, from, to }) => [scope, from, to].filter(Boolean).join(" "));

const days = ["2026-11-17 2026-11-17", "2026-11-16 2026-11-16", "2026-11-13 2026-11-13"];

describe("the pieces of records", () => {
  test.each<[string, RecordsOptions["query"], string[]]>([
    ["market/fins/summary", {}, days],
    ["market/fins/summary", { date: { last: 3 } }, days],
    ["market/equities/bars/daily", {}, days],
    [
      "market/equities/bars/daily",
      { code: ["9901", "9902"] },
      ["9901", "9902"].map((code) => `code=${code} 2026-11-13 2026-11-17`),
    ],
    [
      "market/equities/bars/daily",
      { code: { watchlist: "core" } },
      ["9901", "130A"].map((code) => `code=${code} 2026-11-13 2026-11-17`),
    ],
    ["market/td/list", {}, days],
    ["market/td/list", { code: "9901" }, ["code=9901 2026-11-13 2026-11-17"]],
    // It takes no day beside a code.
    ["market/fins/earnings-date", { code: "9901" }, days],
    [
      "market/edinet/major-shareholders",
      { edinetCode: "E00001" },
      days.map((day) => `edinetCode=E00001 ${day}`),
    ],
    ["market/markets/short-ratio", { s33: "3700" }, ["s33=3700 2026-11-13 2026-11-17"]],
    ["market/markets/short-sale-report", { calcDate: { last: 5 } }, days],
    ["market/equities/investor-types", { section: "TSEPrime" }, ["section=TSEPrime 2026-11-13 2026-11-17"]],
    [
      "market/derivatives/bars/daily/futures",
      { category: "NK225F" },
      days.map((day) => `category=NK225F ${day}`),
    ],
  ])("of %s %o", (from, query, expected) => {
    expect(lines(piecesOf(from, query))).toEqual(expected);
  });

  test("a source of the same set asks for the same pieces, so that they are fetched once", () => {
    const margins = sourceMembers.find(({ name }) => name === "margin-alerts")?.history as SourceHistory;
    const own = margins.pieces({}, period, means).map(({ set, ...piece }) => `${set} ${lines([piece])}`);
    const other = piecesOf("market/markets/margin-alert", {}).map(
      ({ set, ...piece }) => `${set} ${lines([piece])}`,
    );
    expect(other).toEqual(own);
  });
});

test("the ground is the days of the period, the days ahead and the list of issues", () => {
  expect(groundPieces(period).map(({ set, from, to }) => [set, from, to])).toEqual([
    ["market/markets/calendar", "2026-11-13", "2026-11-17"],
    ["market/markets/calendar", "2026-11-18", "2027-12-22"],
    ["market/equities/master", "2026-11-17", "2026-11-17"],
  ]);
});

/** Market that notes what it is asked for, and may refuse a range. */
function marketOf(refusal?: Failure) {
  const asked: object[] = [];
  const market = {
    names: async () => new Map(),
    async *pages(_name: string, query: { date?: string; from?: string }) {
      asked.push(query);
      if (query.from !== undefined && refusal !== undefined) throw refusal;
      yield [{ date: query.date ?? query.from, code: "9901" }];
    },
  };
  return { asked, clients: { market } as unknown as HistoryClients };
}

async function readAll([piece]: ReturnType<typeof piecesOf>, clients: HistoryClients) {
  const places: string[] = [];
  const progress = (at: string) => void places.push(at);
  const context = { signal: new AbortController().signal, oddities: createOddities(), progress };
  const records = [];
  for await (const page of piece?.read(clients, context) ?? []) records.push(...page);
  return { records: records.map(({ day, subject }) => `${day} ${subject}`), places };
}

describe("a range of days", () => {
  test("that is refused as such is asked for day by day", async () => {
    const { asked, clients } = marketOf(
      new Failure("rejected", "This API requires at least one of: code, date.", { status: 400 }),
    );
    const { records, places } = await readAll(
      piecesOf("market/equities/bars/daily", { code: "9901" }),
      clients,
    );
    expect(records).toEqual(["2026-11-17 9901", "2026-11-16 9901", "2026-11-13 9901"]);
    expect(asked).toHaveLength(4);
    expect(places).toEqual(["2026-11-17, day 1 of 3", "2026-11-16, day 2 of 3", "2026-11-13, day 3 of 3"]);
  });

  test("outside the plan fails the piece with the service's words", async () => {
    const message = "Your subscription covers the following dates: 2026-11-16 ~ .";
    const { asked, clients } = marketOf(new Failure("rejected", message, { status: 400 }));
    const reading = readAll(piecesOf("market/equities/bars/daily", { code: "9901" }), clients);
    await expect(reading).rejects.toThrow(message);
    expect(asked).toHaveLength(1);
  });
});
