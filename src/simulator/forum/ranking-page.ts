/** `/stocks/ranking/bbs`: a page of the ranking, as a table and as the state that scripts of the page read. */

import { escapeHtml } from "../../lib/text/escape-html.ts";
import { type Dialect, htmlReply, type Reply, type Request } from "../http/service.ts";
import { rankingTerms } from "../world/forum/ranking.ts";
import type { Company } from "../world/market/companies.ts";
import { dayOf } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import { japanTime, twoDigits, withCommas } from "../world/written-forms.ts";
import { page, scriptJson } from "./html.ts";

const rowsPerPage = 50;
const titles = { daily: "デイリー", weekly: "ウィークリー", monthly: "マンスリー" } as const;

export const rankingPath = "/stocks/ranking/bbs";

/** Makes a page; undefined for a market, term or page number that does not exist. */
export function rankingPage(
  { query, base }: Request,
  world: World,
  at: number,
  dialect: Dialect,
): Reply | undefined {
  const term = rankingTerms.find((one) => one === (query.get("term") ?? "daily"));
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
  const seen = japanTime(world.calendar.timeOf(drawnAt));
  const posted = japanTime(world.calendar.timeOf(world.comments.lastPost(company, drawnAt)));
  const [month, day, hour, minute] = [posted.month, posted.day, posted.hour, posted.minute].map(twoDigits);
  return {
    rank: String(rank),
    stockCode: company.code,
    marketName: company.isFund ? "東証ETF" : `東証${company.market.name}`,
    stockName: company.name,
    detailLink: `${base}/quote/${company.code}.T`,
    bbsUrl: `${base}/quote/${company.code}.T/forum`,
    savePrice: withCommas(company.priceOn(dayOf(drawnAt))),
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
