import { Failure } from "../../../src/lib/failure.ts";
import type { CommentRecord, ForumClient, RankingPage } from "../../../src/upstreams/forum/records.ts";

export interface MemoryForum extends ForumClient {
  /** Comments by code and part. */
  readonly forums: Map<string, Map<number, CommentRecord>>;
  /** Stocks by rank on the daily ranking. */
  ranked: string[];
  /** Whether a page that starts at `mid` holds `mid` itself. */
  inclusive: boolean;
  /** Called before each call; may throw. */
  before: (call: { code: string; mid?: number }) => void;
  /** Called when it is asked whether it has a stock; may throw. */
  known: (code: string) => void;
  post(code: string, ...parts: number[]): void;
}

export function createMemoryForum(): MemoryForum {
  const forums = new Map<string, Map<number, CommentRecord>>();
  const forum: MemoryForum = {
    forums,
    ranked: [],
    inclusive: true,
    before: () => {},
    known: () => {},
    post(code, ...parts) {
      const comments = forums.get(code) ?? new Map<number, CommentRecord>();
      forums.set(code, comments);
      for (const part of parts) comments.set(part, commentOf(part));
    },
    async comments(query) {
      forum.before(query);
      const comments = forums.get(query.code);
      if (comments === undefined) throw new Failure("service-error", `no forum ${query.code}`);
      const top = query.mid === undefined ? Number.POSITIVE_INFINITY : query.mid + (forum.inclusive ? 1 : 0);
      const newest = [...comments.values()].sort((a, b) => b.part - a.part);
      const page = newest.filter(({ part }) => part < top).slice(0, query.size);
      return { comments: structuredClone(page) };
    },
    async knows({ code }) {
      forum.known(code);
      return forums.has(code);
    },
    async ranking({ page }): Promise<RankingPage> {
      forum.before({ code: "ranking" });
      const rows = forum.ranked.map((code, index) => ({ code, rank: index + 1 }));
      return {
        rows: rows.slice((page - 1) * 2, page * 2),
        totalSize: rows.length,
        totalPage: Math.ceil(rows.length / 2),
        page,
        hasNext: page * 2 < rows.length,
      };
    },
  };
  return forum;
}

export function commentOf(part: number): CommentRecord {
  const postedAt = `2026-11-20T${String(8 + (part % 10)).padStart(2, "0")}:00+09:00`;
  return {
    part,
    author: `author-${part % 7}`,
    title: `Title ${part}`,
    body: `Body ${part}`,
    postedAt,
    yes: 0,
    no: 0,
  };
}
