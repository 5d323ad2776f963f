import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenedWorld, openWorld, rankingState } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.simulator.close());

it.each([
  ["daily", 95],
  ["weekly", 95],
  ["monthly", 93],
] as const)("gives the %s listing on two pages, every rank and stock once", async (term, size) => {
  const [first, second] = await Promise.all(
    [1, 2].map(async (page) =>
      rankingState((await world.ranking(`market=all&term=${term}&page=${page}`)).text),
    ),
  );
  const rows = [...(first?.results ?? []), ...(second?.results ?? [])];
  expect(rows.map((row) => row.rank)).toEqual(Array.from({ length: size }, (_, index) => String(index + 1)));
  expect(new Set(rows.map((row) => row.stockCode)).size).toBe(size);
  expect(first?.paging).toEqual({
    hasNext: true,
    totalPage: 2,
    totalSize: size,
    page: 1,
    size: 50,
    startIndex: 1,
    endIndex: 50,
    displayedPageNumbers: [1, 2],
  });
  expect(second?.paging).toMatchObject({ hasNext: false, page: 2, startIndex: 51, endIndex: size });
});

it("writes a row as documented, all but the last activity null", async () => {
  const { results } = rankingState((await world.ranking("market=all&term=daily&page=1")).text);
  const row = results.find(({ stockCode }) => stockCode === "7203");
  expect(row).toMatchObject({ stockName: "霧笛自動車", savePrice: expect.stringMatching(/^[\d,]+$/) });
  expect(row?.bbsUrl).toBe(`${world.simulator.forumUrl}/quote/7203.T/forum`);
  const { bbsContents, ...rest } = row?.rankingResult ?? {};
  expect(bbsContents).toEqual({ updateDateTime: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/) });
  expect(new Set(Object.values(rest))).toEqual(new Set([null]));
});

it("shows the same stocks in its table as in its data", async () => {
  const { text } = await world.ranking("market=all&term=daily&page=2");
  const table = [...text.matchAll(/<tr><td>(\d+)<\/td><td><a [^>]*>([^<]*)/g)].map(([, rank, name]) => [
    rank,
    name,
  ]);
  expect(table).toEqual(rankingState(text).results.map((row) => [row.rank, row.stockName]));
});

it("has no rows beyond the last page, and no page for a term that does not exist", async () => {
  expect(rankingState((await world.ranking("market=all&term=daily&page=3")).text).results).toEqual([]);
  expect((await world.ranking("market=all&term=hourly&page=1")).status).toBe(404);
});
