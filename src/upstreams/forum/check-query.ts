/** Checks of parameters, as the forum's document describes them. Each throws a QueryError, so that nothing is asked in vain. */
import { QueryError } from "../query-error.ts";
import { type CommentQuery, type RankingQuery, rankingTerms } from "./records.ts";

export function checkCode(code: string): void {
  if (!/^[0-9A-Za-z]+$/.test(code))
    throw new QueryError("code", "expected a stock code without the suffix of a market");
}

export function checkCommentQuery({ code, size, mid }: CommentQuery): void {
  checkCode(code);
  checkWhole("size", size);
  if (mid !== undefined) checkWhole("mid", mid);
}

export function checkRankingQuery({ term, page }: RankingQuery): void {
  if (!rankingTerms.includes(term)) throw new QueryError("term", `expected ${rankingTerms.join(", ")}`);
  checkWhole("page", page);
}

function checkWhole(parameter: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new QueryError(parameter, "expected a whole number from 1");
}
