/** Results of the forum's calls, in Yagura's names. */
import type { OddityCollector } from "../misfits.ts";
import type { RecordOf } from "../record.ts";
import type { commentFields, commentPageFields, pagingFields, rankingFields } from "./fields.ts";

export type CommentRecord = RecordOf<typeof commentFields>;

export type CommentPage = RecordOf<typeof commentPageFields> & {
  /** Comments by part, descending. */
  comments: CommentRecord[];
  /** Parts of the comments on this page that were set aside; undefined where not even the part can be read. */
  aside?: (number | undefined)[];
};

export type RankingRecord = RecordOf<typeof rankingFields>;
export type RankingPage = RecordOf<typeof pagingFields> & { rows: RankingRecord[] };

export const rankingTerms = ["daily", "weekly", "monthly"] as const;
export type RankingTerm = (typeof rankingTerms)[number];

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
   * Gets and keeps the token and cookies. Throws a Failure; with a fresh token reason "drifted" for a 400,
   * "refused" for a 401 or 403.
   */
  comments(query: CommentQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<CommentPage>;
  ranking(query: RankingQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<RankingPage>;
  /** Whether the forum has a page for this stock: false where it answers 404. Throws a Failure where it does not say. */
  knows(query: { code: string }, signal?: AbortSignal): Promise<boolean>;
}

/** Every documented call. A QueryError tells of a mistake before anything is asked; all else throws a Failure. */
export interface ForumCalls extends ForumClient {
  /** Fetches the page anew, and keeps its token for the comments. */
  page(query: { code: string }, signal?: AbortSignal): Promise<ForumPage>;
}
