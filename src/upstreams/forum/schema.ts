/** The forum's wire shapes; its names end here. */
import * as z from "zod";
import { known } from "../../lib/known.ts";
import { shortCode } from "../../model/code.ts";
import { optionalNumber, optionalText, wireInteger, wireOptional, wireText } from "../wire-fields.ts";
import { readJapanMinute } from "./japan-minute.ts";
import { plainLine, plainText } from "./plain-text.ts";
import type { CommentPage, CommentRecord, RankingPage, RankingRecord } from "./records.ts";

const optionalMinute = wireOptional("a time year/month/day hour:minute", readJapanMinute);

/** Read before anything else: an answer that says it is an error owes no comments. */
export const verdict = z.object({
  isSuccess: z.boolean(),
  message: z.string().optional().catch(undefined),
  response: z
    .object({ isError: z.boolean().nullish(), message: z.string().optional().catch(undefined) })
    .nullish(),
});

const comment = z
  .object({
    part: wireInteger,
    userId: optionalText,
    dispname: optionalText,
    title: z.string().nullish(),
    body: z.string(),
    postDate: optionalMinute,
    good: wireInteger,
    bad: wireInteger,
  })
  .transform(
    (row): CommentRecord =>
      known({
        part: row.part,
        author: row.userId,
        name: row.dispname,
        title: plainLine(row.title ?? "") || undefined,
        body: plainText(row.body),
        postedAt: row.postDate,
        yes: row.good,
        no: row.bad,
      }),
  );

export const commentPage = z
  .object({ response: z.object({ totalSize: optionalNumber, items: z.array(comment) }) })
  .transform(({ response }): CommentPage => {
    const byPart = new Map<number, CommentRecord>();
    for (const item of response.items) if (!byPart.has(item.part)) byPart.set(item.part, item);
    const comments = [...byPart.values()].sort((a, b) => b.part - a.part);
    return known({ total: response.totalSize, comments });
  });

const rankingRow = z
  .object({
    rank: wireInteger,
    stockCode: wireText.transform(shortCode),
    stockName: optionalText,
    marketName: optionalText,
    rankingResult: z
      .object({ bbsContents: z.object({ updateDateTime: optionalMinute }).nullish() })
      .nullish(),
  })
  .transform(
    (row): RankingRecord =>
      known({
        rank: row.rank,
        code: row.stockCode,
        name: row.stockName,
        market: row.marketName,
        activeAt: row.rankingResult?.bbsContents?.updateDateTime,
      }),
  );

/** The member of the page's state that holds the ranking. */
export const rankingState = z
  .object({
    mainRankingList: z.object({
      results: z.array(rankingRow),
      paging: z.object({
        hasNext: z.boolean(),
        totalPage: wireInteger,
        totalSize: wireInteger,
        page: wireInteger,
      }),
    }),
  })
  .transform(({ mainRankingList: { results, paging } }): RankingPage => ({ rows: results, ...paging }));
