import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import type { Term } from "../../../src/sources/forum-ranking/events.ts";
import { createForumRanking } from "../../../src/sources/forum-ranking/index.ts";
import type { ForumClient, RankingPage, RankingRecord } from "../../../src/upstreams/forum/records.ts";
import { fc } from "../../support/fast-check.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";

type Listings = Partial<Record<Term, RankingRecord[]>>;

/** Serves listings, two rows a page; `spoil` may change a page on its way. */
function createRanking() {
  const listings: Listings = {};
  const ranking = {
    listings,
    calls: 0,
    spoil: (page: RankingPage, _call: number): RankingPage => page,
  };
  const client: ForumClient = {
    comments: async () => ({ comments: [] }),
    knows: async () => true,
    async ranking({ term, page }) {
      const rows = ranking.listings[term];
      if (rows === undefined) throw new Failure("server-error", `no ${term}`);
      ranking.calls += 1;
      const answer = {
        rows: rows.slice((page - 1) * 2, page * 2),
        totalSize: rows.length,
        totalPage: Math.ceil(rows.length / 2),
        page,
        hasNext: page * 2 < rows.length,
      };
      return structuredClone(ranking.spoil(answer, ranking.calls));
    },
  };
  return { ranking, client };
}

function setUp(options: { terms?: Term[]; activity?: boolean } = {}) {
  const { ranking, client } = createRanking();
  const source = createForumRanking(
    { terms: options.terms ?? ["daily"], activity: options.activity ?? false },
    client,
  );
  const state = createMemoryState();
  return { ranking, state, poll: () => pollAndCommit(source, state) };
}

const listing = (...codes: string[]): RankingRecord[] =>
  codes.map((code, index) => ({
    rank: index + 1,
    code,
    name: `会社${code}`,
    activeAt: "2026-11-20T09:00+09:00",
  }));

describe("a listing", () => {
  test("is stored silently at first sight, each term for itself", async () => {
    const { ranking, poll } = setUp({ terms: ["daily", "weekly"] });
    ranking.listings.daily = listing("1001", "1002", "1003");
    const first = await poll();
    expect(first.drafts).toEqual([]);
    expect(first.baselined).toEqual({ items: 3, scopes: ["daily"] });
    expect(first.failures).toMatchObject([{ scope: "weekly", failure: { reason: "server-error" } }]);
    ranking.listings.weekly = listing("1001");
    expect((await poll()).baselined).toEqual({ items: 1, scopes: ["weekly"] });
  });

  test("against the one before tells who left, entered and moved", async () => {
    const { ranking, poll } = setUp();
    ranking.listings.daily = listing("1001", "1002", "1003");
    await poll();
    ranking.listings.daily = listing("1003", "1001", "1004");
    const { drafts } = await poll();
    expect(told({ drafts })).toEqual([
      "forum.ranking.left 1002",
      "forum.ranking.moved 1003",
      "forum.ranking.moved 1001",
      "forum.ranking.entered 1004",
    ]);
    expect(drafts.map(({ data }) => data.now.climbed)).toEqual([undefined, 2, -1, undefined]);
    expect(drafts[0]?.data.now).toMatchObject({ code: "1002", rank: 2 });
    expect(drafts[1]?.data).toMatchObject({
      was: { rank: 3 },
      now: { rank: 1 },
      changed: ["rank", "climbed"],
    });
  });

  test("with newer activity at the same rank tells it only where that is asked for", async () => {
    for (const activity of [false, true]) {
      const { ranking, poll } = setUp({ activity });
      ranking.listings.daily = listing("1001", "1002", "1003");
      await poll();
      const [first, second, third] = listing("1001", "1002", "1003") as [
        RankingRecord,
        RankingRecord,
        RankingRecord,
      ];
      first.activeAt = "2026-11-20T09:05+09:00";
      second.activeAt = "2026-11-20T08:59+09:00";
      third.name = "別名";
      ranking.listings.daily = [first, second, third];
      expect(told(await poll())).toEqual(activity ? ["forum.ranking.active 1001"] : []);
    }
  });
});

describe("a listing that does not fit together", () => {
  const spoiled: [string, (page: RankingPage) => RankingPage][] = [
    ["a missing row", (page) => ({ ...page, rows: page.rows.filter(({ rank }) => rank !== 3) })],
    [
      "a rank twice",
      (page) => ({ ...page, rows: page.rows.map((row) => ({ ...row, rank: Math.min(row.rank, 3) })) }),
    ],
    ["a stock twice", (page) => ({ ...page, rows: page.rows.map((row) => ({ ...row, code: "1001" })) })],
    ["a size that differs", (page) => ({ ...page, totalSize: page.page === 1 ? page.totalSize : 9 })],
    ["no rows", (page) => ({ ...page, rows: [], totalSize: 0 })],
    ["the first page again and again", (page) => ({ ...page, rows: listing("1001", "1002"), hasNext: true })],
  ];

  test.each(spoiled)("for %s fails after three tries and tells nothing", async (_name, spoil) => {
    const { ranking, poll } = setUp();
    ranking.listings.daily = listing("1001", "1002", "1003", "1004");
    await poll();
    ranking.spoil = spoil;
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
    ranking.spoil = (page) => page;
    expect((await poll()).drafts).toEqual([]);
  });

  test("is read again, since rows move while pages are read", async () => {
    const { ranking, poll } = setUp();
    ranking.listings.daily = listing("1001", "1002", "1003");
    await poll();
    const calls = ranking.calls;
    ranking.spoil = (page, call) => (call === calls + 2 ? { ...page, rows: listing("1001") } : page);
    expect((await poll()).drafts).toEqual([]);
  });
});

test("a listing that fits together and lost more than half of its rows is half a listing", async () => {
  const { ranking, state, poll } = setUp();
  const codes = Array.from({ length: 90 }, (_, index) => String(1001 + index));
  ranking.listings.daily = listing(...codes);
  await poll();
  ranking.listings.daily = listing(...codes.slice(0, 44));
  await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
  expect(state.items("daily").size).toBe(90);
  ranking.listings.daily = listing(...codes.slice(0, 45));
  expect((await poll()).drafts).toHaveLength(45);
});

test("what is told, played over the first listing, gives the last one", async () => {
  const codes = fc.shuffledSubarray(["1001", "1002", "1003", "1004", "1005", "1006", "130A"], {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(codes, { minLength: 2, maxLength: 6 }), async (listings) => {
      const { ranking, poll } = setUp();
      const played = new Map<string, unknown>();
      for (const [index, some] of listings.entries()) {
        ranking.listings.daily = listing(...some);
        const { drafts } = await poll();
        if (index === 0) for (const { code, rank } of listing(...some)) played.set(code, rank);
        for (const { type, data } of drafts) {
          const { code, rank, climbed } = data.now as { code: string; rank: number; climbed?: number };
          if (type === "forum.ranking.left") expect(played.get(code)).toBe(rank);
          if (type === "forum.ranking.moved") expect(played.get(code)).toBe(rank + (climbed ?? 0));
          if (type === "forum.ranking.entered") expect(played.has(code)).toBe(false);
          if (type === "forum.ranking.left") played.delete(code);
          else played.set(code, rank);
        }
        expect(played).toEqual(new Map(listing(...some).map(({ code, rank }) => [code, rank])));
      }
    }),
  );
});
