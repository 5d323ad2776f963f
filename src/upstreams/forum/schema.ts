/** The forum's envelopes; the records in them are tables, see fields.ts. */
import * as z from "zod";
import { readRecord, recordSchema } from "../record.ts";
import { commentFields, commentPageFields, pagingFields, rankingFields } from "./fields.ts";
import type { Comment, FullCommentPage, FullRankingPage } from "./records.ts";

/** Read before anything else: an answer that says it is an error owes no comments. */
export const verdict = z.object({
  isSuccess: z.boolean(),
  message: z.string().optional().catch(undefined),
  response: z
    .object({ isError: z.boolean().nullish(), message: z.string().optional().catch(undefined) })
    .nullish(),
});

export const commentPage = z
  .object({
    response: z
      .looseObject({ items: z.array(recordSchema(commentFields)) })
      .transform((response, context) => ({
        ...readRecord(commentPageFields, response, context),
        items: response.items,
      })),
  })
  .transform(({ response: { items, ...facts } }): FullCommentPage => {
    const byPart = new Map<number, Comment>();
    for (const item of items) if (!byPart.has(item.part)) byPart.set(item.part, item);
    return { ...facts, comments: [...byPart.values()].sort((a, b) => b.part - a.part) };
  });

/** The member of the page's state that holds the ranking. */
export const rankingState = z
  .object({
    mainRankingList: z.object({
      results: z.array(recordSchema(rankingFields)),
      paging: recordSchema(pagingFields),
    }),
  })
  .transform(({ mainRankingList: { results, paging } }): FullRankingPage => ({ rows: results, ...paging }));
