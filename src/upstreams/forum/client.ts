/** The client of the forum: checks each query by the document, so that nothing is asked in vain, and keeps a session. */
import * as z from "zod";
import type { Clock } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import type { Http } from "../../lib/http/http.ts";
import {
  bodyJson,
  bodyText,
  type HttpResponse,
  serviceMessage,
  shownMessage,
  statusFailure,
} from "../../lib/http/response.ts";
import { buildUrl } from "../../lib/http/url.ts";
import { checkAnswer, isRecord, type OddityCollector, QueryError } from "../misfits.ts";
import { createRowReader } from "../read-rows.ts";
import { knownNames, noteUnknownFields, readRecord, recordSchema } from "../record.ts";
import { readPageState } from "./html.ts";
import {
  type CommentPage,
  type CommentQuery,
  type CommentRecord,
  commentFields,
  commentPageFields,
  type ForumCalls,
  forumTerms,
  pagingFields,
  type RankingPage,
  type RankingQuery,
  rankingFields,
} from "./records.ts";
import { createSessionKeeper, type ForumSession, forumPage, secretsOf, tokenExpiry } from "./session.ts";

export interface ForumClientOptions {
  /** The root of the site. */
  readonly url: string;
  /** The service wants that of a browser; absent or empty: one of ours. */
  readonly userAgent?: string | undefined;
  readonly http: Http;
  readonly clock: Clock;
}

const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const commentPath = "/bff-quote-stocks/v1/ajax/bbs/comment";

export function createForumClient(options: ForumClientOptions): ForumCalls {
  const { url, http, clock } = options;
  const userAgent = options.userAgent || browser;
  const sessions = createSessionKeeper({ url, http, clock, userAgent });

  function askComments(query: CommentQuery, session: ForumSession, signal: AbortSignal | undefined) {
    const headers = {
      "x-jwt-token": session.token,
      referer: forumPage(url, query.code),
      "user-agent": userAgent,
      ...(session.cookie !== undefined && { cookie: session.cookie }),
    };
    return http.get(buildUrl(url, commentPath, { ...query }), { headers, signal });
  }

  return {
    async comments(query, signal, oddities) {
      checkCommentQuery(query);
      for (let again = false; ; again = true) {
        const { session, fresh } = await sessions.current(query.code, signal);
        const response = await askComments(query, session, signal);
        if (!tokenRefusals.has(response.status)) return readComments(response, secretsOf(session), oddities);
        sessions.drop(session);
        if (fresh || again) throw refusedFresh(response, session);
      }
    },

    async knows({ code }, signal) {
      checkCode(code);
      try {
        await sessions.fetchPage(code, signal);
        return true;
      } catch (error) {
        if (error instanceof Failure && error.status === 404) return false;
        throw error;
      }
    },

    async page({ code }, signal) {
      checkCode(code);
      const { session, cookie } = await sessions.fetchPage(code, signal);
      const endsAt = session === undefined ? Number.POSITIVE_INFINITY : tokenExpiry(session.token);
      return {
        code,
        tokenFound: session !== undefined,
        ...(Number.isFinite(endsAt) && { tokenEndsAt: new Date(endsAt).toISOString() }),
        cookies: cookie?.split(";").length ?? 0,
      };
    },

    async ranking(query, signal, oddities) {
      checkRankingQuery(query);
      const { term, page } = query;
      const address = buildUrl(url, "/stocks/ranking/bbs", { market: "all", term, page });
      const response = await http.get(address, { headers: { "user-agent": userAgent }, signal });
      if (response.status !== 200) throw statusFailure(response);
      return readRankingPage(bodyText(response, ["utf-8"]), response.where, oddities);
    },
  };
}

/** Statuses that may be about the token. The document has 400 alone; a login before the service answers the others. */
const tokenRefusals: ReadonlySet<number> = new Set([400, 401, 403]);

/**
 * A refusal of a token of this moment is not about the token. By the document a 400 means that the service asks for
 * something else now; a 401 or 403 keeps us out, whatever we send.
 */
function refusedFresh(response: HttpResponse, session: ForumSession): Failure {
  const { status, retryAfterMs } = response;
  const said = serviceMessage(response, secretsOf(session)) ?? "without a message";
  const message = `${response.where} answered ${status} to a fresh token: ${said}`;
  return new Failure(status === 400 ? "drifted" : "refused", message, { status, retryAfterMs });
}

function checkCode(code: string): void {
  if (!/^[0-9A-Za-z]+$/.test(code))
    throw new QueryError("code", "expected a stock code without the suffix of a market");
}

function checkCommentQuery({ code, size, mid }: CommentQuery): void {
  checkCode(code);
  checkWhole("size", size);
  if (mid !== undefined) checkWhole("mid", mid);
}

function checkRankingQuery({ term, page }: RankingQuery): void {
  if (!forumTerms.includes(term)) throw new QueryError("term", `expected ${forumTerms.join(", ")}`);
  checkWhole("page", page);
}

function checkWhole(parameter: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new QueryError(parameter, "expected a whole number from 1");
}

// Readers of the forum's answers: comments from JSON, the ranking from a page. Their records are tables, see
// fields.ts.

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
function readComments(
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
async function readRankingPage(
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
