/** What the forum's calls return, in Yagura's names. */

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

export interface CommentPage {
  /** About the newest part; not a count. */
  total?: number;
  /** By part, descending. */
  comments: CommentRecord[];
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

export type RankingTerm = "daily" | "weekly" | "monthly";

export interface ForumClient {
  /**
   * One page, newest first; with `mid`, starting at that part (some services: just below it).
   * Gets and keeps the token and cookies. Throws a Failure; reason "drifted" for a 400 with a fresh token.
   */
  comments(query: { code: string; size: number; mid?: number }, signal?: AbortSignal): Promise<CommentPage>;
  ranking(query: { term: RankingTerm; page: number }, signal?: AbortSignal): Promise<RankingPage>;
}
