/** Fields of the calls' records that the sources use, no more. */
import { known } from "../../lib/known.ts";
import type { Comment, CommentRecord, FullRankingRow, RankingRecord } from "./records.ts";

export function toComment({ part, author, name, title, body, postedAt, yes, no }: Comment): CommentRecord {
  return known({ part, author, name, title, body, postedAt, yes, no });
}

export function toRankingRow({ rank, code, name, market, activeAt }: FullRankingRow): RankingRecord {
  return known({ rank, code, name, market, activeAt });
}
