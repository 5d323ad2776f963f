/** Readers of the forum's answers: comments from JSON, the ranking from a page. Their records are tables, see fields.ts. */
import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import { bodyJson, type HttpResponse, shownMessage, statusFailure } from "../../lib/http/response.ts";
import { checkAnswer, isRecord, type OddityCollector } from "../misfits.ts";
import { createRowReader } from "../read-rows.ts";
import { knownNames, noteUnknownFields, readRecord, recordSchema } from "../record.ts";
import { commentFields, commentPageFields, pagingFields, rankingFields } from "./fields.ts";
import { readPageState } from "./page-state.ts";
import type { CommentPage, CommentRecord, RankingPage } from "./records.ts";

/** Read before anything else: an answer that says it is an error owes no comments. */
const verdict = z.object({
  isSuccess: z.boolean(),
  message: z.string().optional().catch(undefined),
  response: z
    .object({ isError: z.boolean().nullish(), message: z.string().optional().catch(undefined) })
    .nullish(),
});

/** The payload: facts of the whole page, and the comments as they came. */
const commentPage = z
  .object({
    response: z.looseObject({ items: z.array(z.unknown()) }).transform((response, context) => ({
      facts: readRecord(commentPageFields, response, context),
      items: response.items,
    })),
  })
  .transform(({ response }) => response);

const commentRow = recordSchema(commentFields);

/** The member of the page's state that holds the ranking, its rows as they came. */
const rankingState = z
  .object({
    mainRankingList: z.object({ results: z.array(z.unknown()), paging: recordSchema(pagingFields) }),
  })
  .transform(({ mainRankingList }) => mainRankingList);

const rankingRow = recordSchema(rankingFields);

const answerNames = knownNames({}, ["isSuccess", "message", "response"]);
const pageNames = knownNames(commentPageFields, ["isError", "message", "items"]);
const commentNames = knownNames(commentFields);

/** The comments that an answer holds. Throws a Failure; nothing that it says holds a secret. */
export function readComments(
  response: HttpResponse,
  secrets: readonly string[],
  oddities: OddityCollector | undefined,
): CommentPage {
  if (response.status !== 200) throw statusFailure(response, secrets);
  const answer = bodyJson(response);
  const { where } = response;
  const { isSuccess, message, response: inner } = checkAnswer(verdict, answer, where);
  if (!isSuccess || inner?.isError === true) {
    const said = shownMessage(message ?? inner?.message ?? "an error without a message", secrets);
    throw new Failure("service-error", `${where}: ${said}`, { status: response.status });
  }
  const { facts, items } = checkAnswer(commentPage, answer, where);
  if (oddities) noteEnvelope(answer, where, oddities);
  const reader = createRowReader(
    {
      schema: commentRow,
      fields: commentFields,
      names: commentNames,
      where,
      path: ["response", "items"],
      keys: ["part"],
    },
    oddities,
  );
  const comments = reader.page(items);
  reader.end();
  const aside = reader.aside.map(({ part }) => (typeof part === "number" ? part : undefined));
  return { ...facts, comments: newestFirst(comments), ...(aside.length === 0 ? {} : { aside }) };
}

function noteEnvelope(answer: unknown, where: string, oddities: OddityCollector): void {
  noteUnknownFields(answer, answerNames, { where, path: [] }, oddities);
  const inner = isRecord(answer) ? answer.response : undefined;
  noteUnknownFields(inner, pageNames, { where, path: ["response"] }, oddities);
}

/** Each part once. */
function newestFirst(comments: readonly CommentRecord[]): CommentRecord[] {
  const byPart = new Map<number, CommentRecord>();
  for (const comment of comments) if (!byPart.has(comment.part)) byPart.set(comment.part, comment);
  return [...byPart.values()].sort((a, b) => b.part - a.part);
}

const listNames = knownNames({}, ["results", "paging"]);
const pagingNames = knownNames(pagingFields);
const rowNames = knownNames(rankingFields);

/**
 * The ranking that a page holds. A ranking has every rank once, so none of its rows is set aside: one that cannot
 * be read fails the page. Rejects with a Failure.
 */
export async function readRankingPage(
  html: string,
  where: string,
  oddities: OddityCollector | undefined,
): Promise<RankingPage> {
  const state = await readPageState(html, where);
  const { results, paging } = checkAnswer(rankingState, state, where);
  const list = isRecord(state) ? state.mainRankingList : undefined;
  if (oddities && isRecord(list)) {
    const path = ["mainRankingList"];
    noteUnknownFields(list, listNames, { where, path }, oddities);
    noteUnknownFields(list.paging, pagingNames, { where, path: [...path, "paging"] }, oddities);
  }
  const reader = createRowReader(
    {
      schema: rankingRow,
      fields: rankingFields,
      names: rowNames,
      where,
      path: ["mainRankingList", "results"],
      whole: true,
    },
    oddities,
  );
  const rows = reader.page(results);
  reader.end();
  return { rows, ...paging };
}
