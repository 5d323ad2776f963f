/**
 * `/bff-quote-stocks/v1/ajax/bbs/comment`: one page of a stock's comments, in both of their forms, and the token
 * that it asks for.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { escapeHtml } from "../../lib/walk-html.ts";
import { type Dialect, jsonReply, type Reply, type Request } from "../http/service.ts";
import type { PostedComment } from "../world/forum.ts";
import { twoDigits, wallTime } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";

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

/** The forum's short-lived tokens: HS256 JWTs that hold nothing but their expiry. */
interface Tokens {
  issue(): string;
  /** Whether a token is ours and has not expired. */
  accepts(token: string): boolean;
}

export function createTokens(clock: Clock, validityMs: number): Tokens {
  // A new secret for every run: a token from before a restart is worth nothing.
  const secret = randomBytes(32);
  const header = encode({ alg: "HS256" });
  const sign = (content: string) => createHmac("sha256", secret).update(content).digest("base64url");
  return {
    issue() {
      const content = `${header}.${encode({ exp: Math.floor((clock.now() + validityMs) / 1000) })}`;
      return `${content}.${sign(content)}`;
    },
    accepts(token) {
      const [head, payload, signature = ""] = token.split(".");
      const expected = Buffer.from(sign(`${head}.${payload}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      const { exp } = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as { exp: number };
      return clock.now() < exp * 1000;
    },
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

// A comment as the forum's document writes it, and as the service was seen to.

const titleLength = 20;

export function commentJson(comment: PostedComment, postedAt: Date, forumPage: string, base: string) {
  const userId = createHash("sha1").update(`author ${comment.author}`).digest("hex").slice(0, 24);
  const { year, month, day, hour, minute } = wallTime(postedAt);
  return {
    part: comment.part,
    userId,
    userIcon: `${base}/icons/${userId.slice(0, 2)}.png`,
    dispname: comment.name,
    infoLink: `${base}/users/${userId}/comments`,
    title: titleHtml(comment.title),
    body: bodyHtml(comment, forumPage),
    // Only the minute is padded.
    postDate: `${year}/${month}/${day} ${hour}:${twoDigits(minute)}`,
    good: comment.yes,
    bad: comment.no,
  };
}

function titleHtml(title: string): string {
  const letters = [...title];
  if (letters.length <= titleLength) return escapeHtml(title);
  return `${escapeHtml(letters.slice(0, titleLength).join(""))}&hellip;`;
}

function bodyHtml({ body, answers }: PostedComment, forumPage: string): string {
  const text = escapeHtml(body).replaceAll("\n", "<br />");
  if (answers === undefined) return text;
  const link = `<a href="${escapeHtml(`${forumPage}?part=${answers}`)}">&gt;&gt;${answers}</a>`;
  return `<span data-part="${answers}">${link}</span><br />${text}`;
}

type CommentJson = ReturnType<typeof commentJson>;

const shownLetters = 3;
const lineLength = 8;

/** Some names are masked, some titles hold line breaks, and there are keys that the document does not have. */
function observedComment(comment: CommentJson, answers: number | undefined) {
  const odd = Number.parseInt(comment.userId.slice(0, 2), 16);
  const letters = [...comment.dispname];
  const masked = `${letters.slice(0, shownLetters).join("")}*****`;
  return {
    ...comment,
    dispname: odd % 2 === 0 ? masked : comment.dispname,
    title: comment.part % 3 === 0 ? broken(comment.title) : comment.title,
    ...(comment.part % 5 === 0 ? { feelLabel: "強く買いたい" } : {}),
    ...(answers === undefined ? {} : { parent: answers }),
  };
}

function broken(title: string): string {
  // An entity must stay whole.
  const at = title.includes("&") ? title.indexOf("&") : lineLength;
  return at > 0 && at < title.length ? `${title.slice(0, at)}\n${title.slice(at)}` : title;
}
