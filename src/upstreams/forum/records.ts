/** Results of the forum's calls, in Yagura's names. */
import type { OddityCollector } from "../oddities.ts";
import type { RecordOf } from "../record.ts";
import type { commentFields, commentPageFields, pagingFields, rankingFields } from "./fields.ts";

export interface CommentRecord {
  part: number;
  author?: string;
  name?: string;
  /** Plain text: entities decoded, on one line. */
  title?: string;
  /** Plain text: tags gone, entities decoded, line breaks kept. */
  body: string;
  /** ISO with +09:00, to the minute. */
  postedAt?: string;
  yes: number;
  no: number;
}

interface CommentPage {
  /** About the newest part; not a count. */
  total?: number;
  /** Comments by part, descending. */
  comments: CommentRecord[];
  /** Parts of the comments on this page that were set aside; undefined where not even the part can be read. */
  aside?: (number | undefined)[];
}

export interface RankingRecord {
  rank: number;
  code: string;
  name?: string;
  market?: string;
  /** ISO with +09:00, to the minute. */
  activeAt?: string;
}

export interface RankingPage {
  rows: RankingRecord[];
  totalSize: number;
  totalPage: number;
  page: number;
  hasNext: boolean;
}

export const rankingTerms = ["daily", "weekly", "monthly"] as const;
export type RankingTerm = (typeof rankingTerms)[number];

/** A comment with every field that the document names. */
export type Comment = RecordOf<typeof commentFields>;
export type FullCommentPage = RecordOf<typeof commentPageFields> & {
  comments: Comment[];
} & Pick<CommentPage, "aside">;
export type FullRankingRow = RecordOf<typeof rankingFields>;
export type FullRankingPage = RecordOf<typeof pagingFields> & { rows: FullRankingRow[] };

/** Content of a forum page, without its secrets. */
interface ForumPage {
  code: string;
  tokenFound: boolean;
  /** ISO; absent where the token does not say. */
  tokenEndsAt?: string;
  /** Number of cookies that are kept. */
  cookies: number;
}

export interface CommentQuery {
  code: string;
  size: number;
  mid?: number;
}

export interface RankingQuery {
  term: RankingTerm;
  page: number;
}

/** Client of the forum. With `oddities`, comments that cannot be read are set aside; without, the first one fails its page. */
export interface ForumClient {
  /**
   * One page, newest first; with `mid`, starting at that part (some services: just below it).
   * Gets and keeps the token and cookies. Throws a Failure; reason "drifted" for a 400 with a fresh token.
   */
  comments(query: CommentQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<CommentPage>;
  ranking(query: RankingQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<RankingPage>;
}

/** Every documented call, whole. A QueryError tells of a mistake before anything is asked; all else throws a Failure. */
export interface ForumCalls extends ForumClient {
  readComments(
    query: CommentQuery,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<FullCommentPage>;
  /** Fetches the page anew, and keeps its token for the comments. */
  readForumPage(query: { code: string }, signal?: AbortSignal): Promise<ForumPage>;
  readRanking(
    query: RankingQuery,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<FullRankingPage>;
}
