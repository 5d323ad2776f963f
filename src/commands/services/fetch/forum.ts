/** The forum's calls: comments paged back by part, the token page, whole rankings. */
import {
  commentFields,
  commentPageFields,
  pagingFields,
  type RankingTerm,
  rankingFields,
} from "../../../upstreams/forum/records.ts";
import { type FetchCall, type FetchOptions, parameter } from "./call.ts";

const usualSize = 50;

const comments: FetchCall = {
  service: "forum",
  call: "comments",
  about: "comments of a stock's forum, newest first; with --since all pages back to that day",
  parameters: [
    parameter("code", "stock code without the suffix of a market", true),
    parameter("size", `comments a page, ${usualSize} if not given`),
    parameter("mid", "number of the comment to begin at"),
  ],
  plan: null,
  columns: [...Object.keys(commentFields)],
  fields: { ...commentPageFields, ...commentFields },
  since: (day, options) => ({ ...options, since: day }),
  async *rows({ forum }, options, { signal, oddities }) {
    const { code = "", since } = options;
    const size = wholeOf(options, "size") ?? usualSize;
    let mid = wholeOf(options, "mid");
    for (let lowest = Number.POSITIVE_INFINITY; ; ) {
      const { comments } = await forum.comments(
        { code, size, ...(mid === undefined ? {} : { mid }) },
        signal,
        oddities,
      );
      // A page begins at the part that was asked for, which the page before ended with.
      const news = comments.filter(({ part }) => part < lowest);
      const wanted = since === undefined ? news : news.filter(({ postedAt = since }) => postedAt >= since);
      yield { rows: wanted };
      if (since === undefined || comments.length === 0 || wanted.length < news.length) return;
      // A page that repeats what is known, and no more, would come again for ever.
      const last = news.at(-1)?.part;
      mid = last ?? (mid ?? 1) - 1;
      lowest = last ?? lowest;
      if (mid < 1) return;
    }
  },
};

const page: FetchCall = {
  service: "forum",
  call: "page",
  about: "a stock's forum page: whether it holds a token, and until when it is good",
  parameters: [parameter("code", "stock code without the suffix of a market", true)],
  plan: null,
  columns: ["code", "tokenFound", "tokenEndsAt", "cookies"],
  fields: {},
  async *rows({ forum }, { code = "" }, { signal }) {
    yield { rows: [{ ...(await forum.page({ code }, signal)) }] };
  },
};

const ranking: FetchCall = {
  service: "forum",
  call: "ranking",
  about: "stocks by the activity of their forums; all pages if none is named",
  parameters: [
    parameter("term", "daily (if not given), weekly or monthly"),
    parameter("page", "one page, from 1"),
  ],
  plan: null,
  columns: ["term", ...Object.keys(rankingFields)],
  fields: { ...pagingFields, ...rankingFields },
  async *rows({ forum }, options, { signal, oddities }) {
    // The client checks it.
    const term = (options.term ?? "daily") as RankingTerm;
    const only = wholeOf(options, "page");
    for (let number = only ?? 1; ; number += 1) {
      const { rows, hasNext } = await forum.ranking({ term, page: number }, signal, oddities);
      yield { rows: rows.map((row) => ({ term, ...row })) };
      if (only !== undefined || !hasNext || rows.length === 0) return;
    }
  },
};

/** NaN for what is no number, which the client tells. */
function wholeOf(options: FetchOptions, name: string): number | undefined {
  const text = options[name];
  return text === undefined ? undefined : Number(text);
}

export const forumFetches: FetchCall[] = [comments, page, ranking];
