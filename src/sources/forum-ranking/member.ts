/** The ranking of forums by activity, as a member of the family. */
import * as z from "zod";
import { jstDay } from "../../model/dates.ts";
import { markOf } from "../../model/fields.ts";
import { type DatedRow, knownFrom, thinned, within } from "../../model/page/points.ts";
import type { TimedValue } from "../../model/page/stock.ts";
import type { StandingAnswers } from "../../model/standing.ts";
import type { RankingRecord } from "../../upstreams/forum/records.ts";
import { groupBy } from "../compare.ts";
import { sourceMember } from "../member.ts";
import { undated } from "../settings.ts";
import { type PanelPart, rarelyShown, type StockReading, shownAmount, shownText } from "../shown.ts";
import { type RankingRow, rankingEvents, rankingRow, type Term } from "./events.ts";
import { createForumRanking, type ForumRankingOptions } from "./index.ts";

const name = "forum-ranking";
const prefix = "forum.ranking";

const settings = z.strictObject({
  ...undated,
  terms: z
    .array(z.enum(["daily", "weekly", "monthly"]))
    .min(1)
    .default(["daily", "weekly", "monthly"])
    .describe("rankings that are watched"),
  activity: z.boolean().default(false).describe("also report newer activity at the same rank"),
});

const answer = z
  .array(
    z.strictObject({
      ...rankingRow.omit({ climbed: true }).shape,
      rank: rankingRow.shape.rank.optional(),
    }),
  )
  .describe("whole listings from the top; a row's rank is its place, if it says none");

const standing: StandingAnswers = {
  // Most rows have newer activity at every poll, and mostly nobody is told.
  passing: ["climbed", "activeAt"],
  effect: (type) => (type === "forum.ranking.left" ? "gone" : "stands"),
  keyOf: ({ term, code }) => `${term}/${code}`,
  subjectOf: ({ code }) => String(code),
  datesOf: () => ({}),
  replaces: () => true,
  stored: (body) => ({ now: body as RankingRow }),
  past: undefined,
};

export const forumRanking = sourceMember({
  ...{ name, settings },
  about: "the ranking of forums by activity",
  upstream: "forum",
  defaults: { schedule: "0 */5 * * * *" },
  events: rankingEvents,
  subject: "stock",
  asides: [],
  standing,
  create: (options: ForumRankingOptions, { forum }) => createForumRanking(options, forum),
  excluded({ terms, activity }) {
    const reason = `\`${name}\` polls the terms ${terms.join(", ")}`;
    const quiet = [
      ["forum.ranking.active", "`forum-ranking` reports it only with `activity: true`"],
    ] as const;
    return {
      narrowed: ["now.term", "was.term"].map((path) => ({
        prefix: `${prefix}.`,
        path,
        values: terms,
        reason,
      })),
      untold: new Map(activity ? [] : quiet),
    };
  },
  unwatched: () => undefined,
  questions({ terms: [term = "daily"] }, { forum }) {
    return [{ call: "ranking", ask: () => forum.ranking({ term, page: 1 }) }];
  },
  shown: {
    ...rarelyShown,
    stockOf: (body) => body as RankingRow,
    ...{ dated: undefined, panel: ranksPanel, ahead: undefined, tellsAmounts: false },
  },
  history: { none: "The forum provides only current ranks, not earlier ones." },
  testing: { answer, stage: (own) => stage(own?.activity) },
});

function stage(activity = false) {
  const shown = new Map<Term, readonly RankingRecord[]>();
  return {
    options: () => ({ terms: [...shown.keys()], activity }),
    show(items: readonly unknown[]) {
      for (const [term, own] of groupBy(items as readonly Partial<RankingRow>[], (item) => item.term)) {
        const ranked = (row: Partial<RankingRow>, index: number) => ({ ...row, rank: row.rank ?? index + 1 });
        shown.set(
          term as Term,
          own.map(({ term: _, ...row }, index) => ranked(row, index) as RankingRecord),
        );
      }
    },
    clients: {
      forum: {
        async ranking({ term, page }: { readonly term: Term; readonly page: number }) {
          const rows = structuredClone([...(shown.get(term) ?? [])]);
          return { rows, totalSize: rows.length, totalPage: 1, page, hasNext: false };
        },
        comments: () => Promise.reject(new Error("the ranking asks for no comments")),
        knows: async () => true,
      },
    },
  };
}

const rankTypes = ["entered", "moved", "left"].map((verb) => `forum.ranking.${verb}`);
/** The newest entries that are read: a stock may move in three rankings every five minutes. */
const mostRanks = 10_000;

/** Ranks of a stock's forum. */
async function ranksPanel({ code, past, from, to, timeOf }: StockReading): Promise<PanelPart> {
  const { events, isCut } = await past.logged(rankTypes, mostRanks);
  const rows: DatedRow[] = [];
  const pointsOf = new Map<string, TimedValue[]>(rankingRow.shape.term.options.map((term) => [term, []]));
  for (const event of events) {
    const { now, was } = event.data;
    const points = pointsOf.get(shownText(now.term) ?? "");
    const rank = shownAmount(now.rank);
    if (points === undefined || rank === undefined) continue;
    const at = timeOf(event);
    rows.push({ day: jstDay(at), origin: "live" });
    // Before its first move it stood where that began, for who knows how long.
    const before = points.length === 0 ? shownAmount(was?.rank) : undefined;
    if (before !== undefined) points.push([at - 1, before]);
    points.push([at, event.type.endsWith(".left") ? null : rank]);
  }
  const ranks = [...pointsOf].flatMap(([term, points]) => {
    const current = (past.storedOne(term, code) as RankingRow | undefined)?.rank;
    const shown = [...within(points, from, to)];
    if (current !== undefined) shown.push([to, current]);
    return shown.length === 0 ? [] : [{ term, points: thinned(shown) }];
  });
  const words = markOf(rankingRow.shape.term)?.words?.values ?? {};
  const part = { ranks, ranksKnown: knownFrom(rows, isCut), terms: words };
  return { panel: "forum", isEmpty: ranks.length === 0, part };
}
