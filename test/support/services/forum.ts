/** The forum in either dialect, on comments and rankings that a test sets. */
import { createHmac } from "node:crypto";
import { type Answer, type Dialect, json, type Service } from "./serve.ts";

export interface CommentRow {
  part: number;
  title: string;
  /** HTML, as the service sends it. */
  body: string;
  yes: number;
  no: number;
  /** As the service writes it; "2026/1/5 9:05" if left out. */
  postDate?: string;
  /** "hash-of-author" if left out. */
  author?: string;
}

export interface ForumWorld {
  comments: Record<string, CommentRow[]>;
  /** Codes in the order of their ranks, by term. */
  rankings: Record<string, string[]>;
}

const pageRows = 50;
const twoHoursMs = 7_200_000;

/** @param now ms since 1970; tokens hold for two hours */
export function forumService(world: ForumWorld, dialect: Dialect, now: () => number = Date.now): Service {
  let endsAt = Number.NEGATIVE_INFINITY;
  let token = "";
  return ({ path, query, headers }) => {
    if (now() >= endsAt) {
      endsAt = now() + twoHoursMs;
      token = signedToken(endsAt);
    }
    if (/^\/quote\/\w+\.T\/forum$/.test(path)) return page(token, dialect);
    if (path === "/stocks/ranking/bbs") return ranking(world, query);
    if (path !== "/bff-quote-stocks/v1/ajax/bbs/comment") return undefined;
    const code = query.get("code") ?? "";
    const whole = headers["x-jwt-token"] === token && headers.referer?.endsWith(`/quote/${code}.T/forum`);
    const cookies = dialect === "documented" || headers.cookie?.includes("B=abc");
    if (!whole || !cookies || !headers["user-agent"])
      return json({ message: "signature verification failed" }, 400);
    return comments(world.comments[code] ?? [], query, dialect);
  };
}

function signedToken(endsAt: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ exp: Math.floor(endsAt / 1000) })}`;
  return `${signed}.${createHmac("sha256", "test").update(signed).digest("base64url")}`;
}

function page(token: string, dialect: Dialect): Answer {
  const script =
    dialect === "documented"
      ? `window.__STATE__ = {"jwtToken":"${token}"}`
      : `self.push([1,"{\\"a\\":1,\\"jwtToken\\":\\"${token}\\"}"])`;
  return {
    headers: { "content-type": "text/html; charset=utf-8", "set-cookie": "B=abc; path=/; HttpOnly" },
    body: `<!doctype html><html><body><h1>forum</h1><script>${script}</script></body></html>`,
  };
}

function comments(rows: CommentRow[], query: URLSearchParams, dialect: Dialect): Answer {
  const size = Number(query.get("size"));
  const mid = Number(query.get("mid") ?? Number.POSITIVE_INFINITY);
  // Observed: mid is exclusive.
  const below = rows.filter((row) => (dialect === "documented" ? row.part <= mid : row.part < mid));
  const items = below
    .sort((a, b) => b.part - a.part)
    .slice(0, size)
    .map((row) => ({
      part: row.part,
      userId: row.author ?? "hash-of-author",
      userIcon: "",
      dispname: dialect === "documented" ? "kaze" : "734*****",
      infoLink: "",
      title: row.title,
      body: row.body,
      postDate: row.postDate ?? "2026/1/5 9:05",
      good: row.yes,
      bad: row.no,
      ...(dialect === "observed" ? { feelLabel: null, parent: null } : {}),
    }));
  const totalSize = Math.max(0, ...rows.map((row) => row.part)) + 3;
  return json({
    isSuccess: true,
    response: { categoryId: "1", threadId: "2", totalSize, isError: false, items },
  });
}

function ranking(world: ForumWorld, query: URLSearchParams): Answer {
  const codes = world.rankings[query.get("term") ?? ""] ?? [];
  const number = Number(query.get("page") ?? 1);
  const start = (number - 1) * pageRows;
  const totalPage = Math.max(1, Math.ceil(codes.length / pageRows));
  const results = codes.slice(start, start + pageRows).map((code, index) => ({
    rank: String(start + index + 1),
    stockCode: code,
    marketName: "東証PRM",
    stockName: `例示${code}`,
    detailLink: "",
    bbsUrl: "",
    savePrice: "1,234",
    date: "15:30",
    rankingResult: { bbsContents: { updateDateTime: "2026/01/05 09:05" }, rise: null },
  }));
  const paging = {
    hasNext: number < totalPage,
    totalPage,
    totalSize: codes.length,
    page: number,
    size: pageRows,
    startIndex: start,
    endIndex: start + results.length,
    displayedPageNumbers: [1],
  };
  const state = JSON.stringify({ mainRankingList: { results, paging } });
  return {
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html><html><body><table></table><script>window.__PRELOADED_STATE__ = ${state}</script></body></html>`,
  };
}
