/** Comments in the forums of some stocks, as a member of the family. */
import * as z from "zod";
import { addDays } from "../../model/dates.ts";
import { type Narrowed, someOf } from "../../model/event-types.ts";
import { dayStart, knownFrom, thinned } from "../../model/page/points.ts";
import type { Origin, TimedValue } from "../../model/page/stock.ts";
import type { StandingAnswers } from "../../model/standing.ts";
import { codesNow, isOnWatchlist, type WatchedCodes, watchedCodes } from "../../settings/values.ts";
import { commentSet } from "../../upstreams/forum/past.ts";
import type { CommentRecord } from "../../upstreams/forum/records.ts";
import { groupBy } from "../compare.ts";
import { sourceMember } from "../member.ts";
import { undated } from "../settings.ts";
import { type PanelPart, rarelyShown, type StockReading } from "../shown.ts";
import { comment, commentEvents, type ForumComment } from "./events.ts";
import { commentMoments, commentPieces, untoldComments } from "./history.ts";
import { createForumComments } from "./index.ts";

const name = "forum-comments";
const prefix = "forum.comment";
/** Default of the settings. */
const commentsAPage = 50;

const settings = z
  .strictObject({
    ...undated,
    codes: watchedCodes
      .optional()
      .describe("stocks whose forum is watched: their codes, or the watchlist that has them"),
    fromRanking: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe("number of stocks to take from the top of the daily ranking"),
    pageSize: z
      .int()
      .min(2)
      .max(100)
      .default(commentsAPage)
      .describe("number of comments to ask for in one call"),
  })
  .refine(({ codes, fromRanking }) => codes !== undefined || fromRanking !== undefined, {
    error: "this source takes `codes` or `fromRanking`",
  })
  .meta({ anyOf: [{ required: ["codes"] }, { required: ["fromRanking"] }] });

const answer = z
  .array(
    z.strictObject({
      ...comment.shape,
      body: comment.shape.body.default(""),
      yes: comment.shape.yes.default(0),
      no: comment.shape.no.default(0),
    }),
  )
  .describe("comments that the forum of each named stock shows; other forums stay as they were");

/** As many comments of a forum stand as are remembered of it: the newest. */
const standing: StandingAnswers = {
  passing: [],
  effect: (type) => (type === "forum.comment.removed" ? "gone" : "stands"),
  keyOf: ({ code, part }) => `${code}/${part}`,
  subjectOf: ({ code }) => String(code),
  datesOf: ({ postedAt }) => {
    const posted = postedAt as ForumComment["postedAt"];
    return { occurred: posted, published: posted };
  },
  replaces: () => true,
  stored: (body) => ({ now: body as ForumComment }),
  past: undefined,
};

export const forumComments = sourceMember({
  ...{ name, settings },
  about: "comments in the forums of some stocks",
  upstream: "forum",
  defaults: { schedule: "*/20 * * * * *", codes: ["7203", "6758"] },
  events: commentEvents,
  subject: "stock",
  asides: [],
  standing,
  create({ codes, fromRanking, pageSize }: Options, { forum }, { today, watchlists }) {
    const now = codes && (() => codesNow(codes, watchlists()));
    return createForumComments({ codes: now, fromRanking, pageSize }, forum, today.forum);
  },
  excluded({ codes, fromRanking }) {
    // A watchlist may have other stocks any time.
    if (codes === undefined || fromRanking !== undefined || isOnWatchlist(codes)) return {};
    const reason = `\`${name}\` watches the forums of ${someOf(codes)}`;
    const narrowed = (path: string): Narrowed => ({ prefix: `${prefix}.`, path, values: codes, reason });
    return { narrowed: ["now.code", "was.code", "event.subject"].map(narrowed) };
  },
  unwatched({ codes, fromRanking }, subject, watchlists) {
    if (codes === undefined || fromRanking !== undefined) return undefined;
    const watched = codesNow(codes, watchlists);
    if (watched.includes(subject)) return undefined;
    return isOnWatchlist(codes) ? { watchlist: codes.watchlist } : { subjects: watched };
  },
  questions({ codes, pageSize }, { forum }, _, watchlists) {
    const first = async () =>
      (codes && codesNow(codes, watchlists)[0]) ??
      (await forum.ranking({ term: "daily", page: 1 })).rows[0]?.code ??
      "";
    const ask = async () => forum.comments({ code: await first(), size: pageSize });
    return [{ call: "comments", ask }];
  },
  shown: {
    ...rarelyShown,
    ...{ stockOf: undefined, dated: "forum.comment.posted", panel: commentsPanel },
    ...{ ahead: undefined, tellsAmounts: false },
  },
  history: {
    pieces({ codes, pageSize }, period, { watchlists }) {
      return codes === undefined ? [] : commentPieces(codesNow(codes, watchlists()), pageSize, period);
    },
    untold: untoldComments,
    moments: (_settings, history, period) => commentMoments(history, period),
  },
  testing: { answer, stage: (own) => stage(own?.pageSize) },
});

/** As much of the settings as the source needs. */
interface Options {
  readonly codes?: WatchedCodes | undefined;
  readonly fromRanking?: number | undefined;
  readonly pageSize: number;
}

function stage(pageSize = commentsAPage) {
  /** Comments by stock code, newest first. */
  const shown = new Map<string, readonly CommentRecord[]>();
  return {
    options: () => ({ codes: [...shown.keys()], pageSize }),
    show(items: readonly unknown[]) {
      for (const [code, own] of groupBy(items as readonly ForumComment[], (item) => item.code)) {
        const records = own.map(({ code: _, ...record }) => record as CommentRecord);
        shown.set(
          code,
          records.sort((a, b) => b.part - a.part),
        );
      }
    },
    clients: {
      forum: {
        async comments({ code, size, mid = Number.POSITIVE_INFINITY }: Asked) {
          const page = (shown.get(code) ?? []).filter(({ part }) => part <= mid).slice(0, size);
          return { comments: structuredClone(page) };
        },
        ranking: () => Promise.reject(new Error("a test names the forums that it watches")),
        knows: async () => true,
      },
    },
  };
}

interface Asked {
  readonly code: string;
  readonly size: number;
  readonly mid?: number;
}

const mostComments = 200_000;

/** Comments a day in a stock's forum. */
async function commentsPanel(reading: StockReading): Promise<PanelPart> {
  const { past, period } = reading;
  const fetched = await past.fetchedDays(commentSet, period);
  const logged = await past.loggedDays("forum.comment.posted", mostComments);
  const days = (from: ReadonlyMap<string, number>, origin: Origin) =>
    [...from.keys()].map((day) => ({ day, origin }));
  const counts = countsOf(reading, fetched, logged);
  const known = knownFrom([...days(fetched, "history"), ...days(logged, "live")], false);
  return { panel: "forum", isEmpty: counts.length === 0, part: { known, comments: thinned(counts) } };
}

/** Days between the first and the last one without any have none: 0 is known, and not unknown. */
function countsOf(
  { from, to }: StockReading,
  fetched: ReadonlyMap<string, number>,
  logged: ReadonlyMap<string, number>,
): TimedValue[] {
  const known = [...fetched.keys(), ...logged.keys()].filter(
    (day) => dayStart(day) >= from && dayStart(day) <= to,
  );
  const [first, last] = [known.toSorted()[0], known.toSorted().at(-1)];
  if (first === undefined || last === undefined) return [];
  const counts: TimedValue[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    counts.push([dayStart(day), Math.max(fetched.get(day) ?? 0, logged.get(day) ?? 0)]);
  return counts;
}
