/** The stock forum: its calls, and the page of a stock. */
import { randomBytes } from "node:crypto";
import { escapeHtml } from "../../lib/walk-html.ts";
import {
  type Dialect,
  htmlReply,
  notFound,
  onlyGet,
  type Reply,
  type Request,
  type Service,
} from "../http/service.ts";
import { drawnTerms } from "../world/forum.ts";
import type { Company } from "../world/market/companies.ts";
import { businessDay, twoDigits, wallTime, withCommas } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import { answerComments, type CommentsOptions, commentJson, commentsPath } from "./comments.ts";

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

// `/stocks/ranking/bbs`: a page of the ranking, as a table and as the state that scripts of the page read.

const rowsPerPage = 50;
const titles = { daily: "デイリー", weekly: "ウィークリー", monthly: "マンスリー" } as const;

const rankingPath = "/stocks/ranking/bbs";

/** Makes a page; undefined for a market, term or page number that does not exist. */
function rankingPage(
  { query, base }: Request,
  world: World,
  at: number,
  dialect: Dialect,
): Reply | undefined {
  const term = drawnTerms.find((one) => one === (query.get("term") ?? "daily"));
  const number = /^[1-9]\d{0,5}$/.test(query.get("page") ?? "1") ? Number(query.get("page") ?? 1) : undefined;
  if ((query.get("market") ?? "all") !== "all" || !term || number === undefined) return undefined;

  const drawnAt = world.ranking.drawnAt(at);
  const order = world.ranking.order(term, at);
  const start = (number - 1) * rowsPerPage;
  const results = order.slice(start, start + rowsPerPage).map((company, place) => {
    const one = row(world, company, start + place + 1, drawnAt, base);
    return dialect === "observed" ? asSeen(one, company) : one;
  });
  const mainRankingList = { results, paging: paging(order.length, number, results.length) };
  const title = `掲示板投稿数ランキング（${titles[term]}） (SIMULATED)`;
  const body = `<h1>${title}</h1>
<table><thead><tr><th>順位</th><th>名称・コード・市場</th><th>取引値</th><th>最終投稿</th></tr></thead>
<tbody>
${results.map(tableRow).join("\n")}
</tbody></table>
<script>window.__PRELOADED_STATE__ = ${scriptJson({ mainRankingList, pageInfo: { term, market: "all" } })}</script>`;
  return htmlReply(200, page(title, body), { "cache-control": "no-store" });
}

function row(world: World, company: Company, rank: number, drawnAt: number, base: string) {
  const seen = wallTime(world.calendar.timeOf(drawnAt));
  const posted = wallTime(world.calendar.timeOf(world.comments.lastPost(company, drawnAt)));
  const [month, day, hour, minute] = [posted.month, posted.day, posted.hour, posted.minute].map(twoDigits);
  return {
    rank: String(rank),
    stockCode: company.code,
    marketName: company.isFund ? "東証ETF" : `東証${company.market.name}`,
    stockName: company.name,
    detailLink: `${base}/quote/${company.code}.T`,
    bbsUrl: `${base}/quote/${company.code}.T/forum`,
    savePrice: withCommas(company.priceOn(businessDay(drawnAt))),
    date: `${seen.hour}:${twoDigits(seen.minute)}`,
    rankingResult: {
      bbsContents: { updateDateTime: `${posted.year}/${month}/${day} ${hour}:${minute}` },
      changePriceRate: null,
      tradingVolume: null,
      marketCapitalization: null,
      shareDividendYield: null,
    },
  };
}

const nullKeys =
  "pbr per eps bps roe mixMargin creditRatio highestPrice lowestPrice priceLimit unitPrice shareUnit";

/** Markets are written short, and rows have a key for every ranking that there is; all but one are null. */
function asSeen(one: ReturnType<typeof row>, { market }: Company): ReturnType<typeof row> {
  const nulls = Object.fromEntries(nullKeys.split(" ").map((key) => [key, null]));
  return { ...one, marketName: `東証${market.short}`, rankingResult: { ...nulls, ...one.rankingResult } };
}

function tableRow(result: ReturnType<typeof row>): string {
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  const name = link(result.detailLink, result.stockName);
  const cells = [result.rank, `${name} ${result.stockCode}${result.marketName}`, result.savePrice];
  cells.push(link(result.bbsUrl, result.rankingResult.bbsContents.updateDateTime));
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function paging(totalSize: number, number: number, rows: number) {
  const totalPage = Math.ceil(totalSize / rowsPerPage);
  const start = (number - 1) * rowsPerPage;
  return {
    hasNext: number < totalPage,
    totalPage,
    totalSize,
    page: number,
    size: rowsPerPage,
    startIndex: rows === 0 ? 0 : start + 1,
    endIndex: rows === 0 ? 0 : start + rows,
    displayedPageNumbers: Array.from({ length: totalPage }, (_, index) => index + 1),
  };
}

// Writing text into HTML and scripts.

/** JSON that can stand in a script element: no text in it can end the script. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** A script that holds its state as text, as some frameworks write it: each quote of the token's field is escaped. */
function streamedState(state: unknown): string {
  return `(self.__stream = self.__stream || []).push([1,${scriptJson(`5:${JSON.stringify(state)}\n`)}])`;
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="ja">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${body}
</body>
</html>
`;
}
