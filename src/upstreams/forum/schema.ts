/** The forum's envelopes; the records in them are tables, see fields.ts. */
import * as z from "zod";
import { readRecord, recordSchema } from "../record.ts";
import { commentFields, commentPageFields, pagingFields, rankingFields } from "./fields.ts";

/** Read before anything else: an answer that says it is an error owes no comments. */
export const verdict = z.object({
  isSuccess: z.boolean(),
  message: z.string().optional().catch(undefined),
  response: z
    .object({ isError: z.boolean().nullish(), message: z.string().optional().catch(undefined) })
    .nullish(),
});

/** The payload: facts of the whole page, and the comments as they came. */
export const commentPage = z
  .object({
    response: z.looseObject({ items: z.array(z.unknown()) }).transform((response, context) => ({
      facts: readRecord(commentPageFields, response, context),
      items: response.items,
    })),
  })
  .transform(({ response }) => response);

export const commentRow = recordSchema(commentFields);

/** The member of the page's state that holds the ranking, its rows as they came. */
export const rankingState = z
  .object({
    mainRankingList: z.object({ results: z.array(z.unknown()), paging: recordSchema(pagingFields) }),
  })
  .transform(({ mainRankingList }) => mainRankingList);

export const rankingRow = recordSchema(rankingFields);
