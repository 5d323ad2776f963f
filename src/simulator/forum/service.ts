/** The stock forum as its document describes it. */
import { htmlReply, notFound, onlyGet, type Service } from "../http/service.ts";
import type { World } from "../world/world.ts";
import { answerComments, type CommentsOptions, commentsPath } from "./comments-endpoint.ts";
import { forumPage } from "./forum-page.ts";
import { page } from "./html.ts";
import { rankingPage, rankingPath } from "./ranking-page.ts";

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
