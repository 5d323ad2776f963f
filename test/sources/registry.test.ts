import { expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { forumRanking } from "../../src/sources/forum-ranking/member.ts";
import {
  createNamedSources,
  recordsHistory,
  type SourceMember,
  type SourcesOptions,
  sourceMembers,
} from "../../src/sources/index.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";
import { createMemoryForum } from "./forum-comments/memory-forum.ts";
import { createMemoryMarket } from "./memory-market.ts";
import { createMemoryStatistics } from "./statistics-updates/memory-statistics.ts";

const clients = {
  forum: createMemoryForum(),
  market: createMemoryMarket(),
  statistics: createMemoryStatistics(),
};
const today = () => "2026-11-20";
const clocks = { clock: systemClock, today: { forum: today, market: today, statistics: today } };

test("makes every source, under the name of its options and in the order of the registry", () => {
  // A source that is not here does not compile.
  const options: Required<SourcesOptions> = {
    "forum-comments": { codes: ["7203"], pageSize: 50 },
    "forum-ranking": { terms: ["daily"], activity: false },
    "margin-alerts": {},
    "short-sale-reports": {},
    disclosures: {},
    "earnings-dates": {},
    "statistics-updates": { watch: [{ db: "FM01" }] },
  };
  expect(createNamedSources(options, clients, clocks).map(({ name }) => name)).toEqual(Object.keys(options));
});

test("a source that is left out is not made", () => {
  expect(createNamedSources({ "margin-alerts": {} }, clients, clocks).map(({ name }) => name)).toEqual([
    "margin-alerts",
  ]);
});

test("a member that does not say what its service tells of its past does not compile", () => {
  const { history: _, ...rest } = forumRanking;
  // @ts-expect-error the answer is missing
  const incomplete: SourceMember = rest;
  expect(incomplete.name).toBe("forum-ranking");
});

/** Whether a text is a sentence for a person. */
const sentence = /^[A-Z].{20,}\.$/;

test.each(sourceMembers.map(({ name, history }) => [name, history] as const))(
  "%s says in sentences what its past does not tell",
  (_, history) => {
    const said = "none" in history ? [history.none] : history.untold;
    expect(said).not.toEqual([]);
    for (const one of said) expect(one).toMatch(sentence);
  },
);

test("every set of records has a past, or says in a sentence why not", () => {
  const without = [...recordSetsOf().values()].flatMap((set) => {
    const history = recordsHistory({
      name: "records",
      set,
      key: set.key,
      compare: [],
      tolerance: {},
      query: {},
    });
    if (!("none" in history)) return [];
    expect(history.none).toMatch(sentence);
    return [set.from];
  });
  expect(without).toEqual([
    "market/equities/bars/daily/am",
    "market/equities/master",
    "market/equities/earnings-calendar",
    "market/bulk/list",
    "market/markets/calendar",
    "market/markets/sectors/mkt17",
    "market/markets/sectors/mkt33",
    "statistics/getMetadata",
  ]);
});
