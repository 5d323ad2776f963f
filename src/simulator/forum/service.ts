/** The stock forum: its calls, and the page of a stock. */
import { randomBytes } from "node:crypto";
import { escapeHtml } from "../../lib/text/escape-html.ts";
import { htmlReply, notFound, onlyGet, type Reply, type Service } from "../http/service.ts";
import type { Company } from "../world/market/companies.ts";
import type { World } from "../world/world.ts";
import { commentJson } from "./comment-json.ts";
import { answerComments, type CommentsOptions, commentsPath } from "./comments-endpoint.ts";
import { page, scriptJson, streamedState } from "./html.ts";
import { rankingPage, rankingPath } from "./ranking-page.ts";

/** Comments on a forum page. */
const newest = 20;
/** Path of a forum page; with the number of a comment after it, it is the same page. */
const quotePath = /^\/quote\/([^/]+)\.T\/forum(?:\/\d+)?$/;

export function createForumService(world: World, moment: () => number, options: CommentsOptions): Service {
  const missingPage = () => htmlReply(404, page("404", "<h1>お探しのページは見つかりません</h1>"));
  const comments = onlyGet((request) => answerComments(request, world, moment(), options));
  const ranking = onlyGet(
    (request) => rankingPage(request, world, moment(), options.dialect) ?? missingPage(),
  );
  const quote = onlyGet((request) => {
    const company = world.company(quotePath.exec(request.path)?.[1] ?? "");
    if (!company) return missingPage();
    return forumPage(company, { world, at: moment(), token: options.tokens.issue(), base: request.base });
  });
  return (request) => {
    if (request.path === commentsPath) return comments(request);
    if (request.path === rankingPath) return ranking(request);
    return quotePath.test(request.path) ? quote(request) : notFound();
  };
}

interface View {
  readonly world: World;
  readonly at: number;
  readonly token: string;
  /** Address at which the caller found the forum. */
  readonly base: string;
}

/**
 * A stock's forum page, with its newest comments and the token for more of them. The token's field is there twice: as
 * plain JSON, and inside a script's string.
 */
function forumPage(company: Company, view: View): Reply {
  const { world, at, token, base } = view;
  const url = `${base}/quote/${company.code}.T/forum`;
  const state = { quote: { code: company.code, name: company.name }, mainBbs: { jwtToken: token } };
  const articles = world.comments.page(company, at, newest).map((comment) => {
    const one = commentJson(comment, world.calendar.timeOf(comment.moment), url, base);
    return `<article><p><a href="${escapeHtml(`${url}/${one.part}`)}">No.${one.part}</a>
<time>${one.postDate}</time> <a href="${escapeHtml(one.infoLink)}">${escapeHtml(one.dispname)}</a></p>
<div><p>${one.body}</p></div></article>`;
  });
  const body = `<h1>${escapeHtml(company.name)}【${company.code}】掲示板</h1>
<section id="poll"><h2>みんなの評価</h2><ul><li>強く買いたい</li><li>様子見</li><li>強く売りたい</li></ul></section>
<section id="comments">
${articles.join("\n")}
</section>
<script>window.__PRELOADED_STATE__ = ${scriptJson(state)}</script>
<script>${streamedState(state)}</script>`;
  return htmlReply(200, page(`${company.name}【${company.code}】掲示板 (SIMULATED)`, body), {
    "cache-control": "no-store",
    "set-cookie": [
      `B=${randomBytes(9).toString("hex")}; Path=/; HttpOnly`,
      `XB=${randomBytes(6).toString("hex")}; Path=/; HttpOnly; SameSite=Lax`,
    ],
  });
}
