/** `/bff-quote-stocks/v1/ajax/bbs/comment`: one page of a stock's comments, for callers with a token. */
import type { Dialect } from "../dialect.ts";
import { jsonReply, type Reply, type Request } from "../http/service.ts";
import type { World } from "../world/world.ts";
import { commentJson } from "./comment-json.ts";
import { observedComment } from "./observed.ts";
import type { Tokens } from "./token.ts";

export const commentsPath = "/bff-quote-stocks/v1/ajax/bbs/comment";

const unseenComments = 5;

export interface CommentsOptions {
  tokens: Tokens;
  /** A larger `size` gets this many. */
  maxPageSize: number;
  /** Dialect. As observed, `mid` itself is left out, cookies are needed, and the total is larger than the newest part. */
  dialect: Dialect;
}

export function answerComments(request: Request, world: World, at: number, options: CommentsOptions): Reply {
  const code = request.query.get("code") ?? "";
  const observed = options.dialect === "observed";
  const refusal =
    refuseHeaders(request, code, options.tokens) ??
    (observed && !request.headers.cookie ? "signature verification failed" : undefined);
  if (refusal) return refused(400, refusal);
  const size = positiveInteger(request.query.get("size"));
  // A cursor without a number is that of a first page.
  const cursor = request.query.get("mid") || null;
  const mid = positiveInteger(cursor);
  if (size === undefined || (cursor !== null && mid === undefined))
    return refused(400, "request parameters invalidated");
  const company = world.company(code);
  if (!company) return refused(observed ? 200 : 404, "no such stock");

  const forumPage = `${request.base}/quote/${company.code}.T/forum`;
  const from = observed && mid !== undefined ? mid - 1 : mid;
  const comments = world.comments.page(company, at, Math.min(size, options.maxPageSize), from);
  return jsonReply(200, {
    isSuccess: true,
    response: {
      categoryId: String(1_834_000 + Number(company.sector.code)),
      threadId: company.code.toLowerCase(),
      totalSize: world.comments.roughTotal(company, at) + (observed ? unseenComments : 0),
      isError: false,
      items: comments.map((comment) => {
        const json = commentJson(comment, world.calendar.timeOf(comment.moment), forumPage, request.base);
        return observed ? observedComment(json, comment.answers) : json;
      }),
    },
  });
}

function refused(status: number, message: string): Reply {
  return jsonReply(status, { isSuccess: false, message });
}

/** Finds the reason why the three required headers are not accepted; undefined if they are. */
function refuseHeaders({ headers }: Request, code: string, tokens: Tokens): string | undefined {
  const token = headers["x-jwt-token"]?.toString();
  if (!token || !headers.referer || !headers["user-agent"]) return "request headers are missing";
  if (!tokens.accepts(token)) return "signature verification failed";
  // Which host the caller takes for the forum's is its own affair: it may come through another.
  const [page = ""] = headers.referer.split(/[?#]/, 1);
  if (!page.toUpperCase().endsWith(`/QUOTE/${code.toUpperCase()}.T/FORUM`)) return "referer is not valid";
  return undefined;
}

function positiveInteger(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
