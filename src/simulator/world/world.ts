/**
 * The world behind the three services: a pure function of a seed, a start date, a script and a moment. Nothing
 * in it is counted up from the start, so any moment can be asked at any time and in any order.
 */
import { type Script, script as shippedScript } from "../script.ts";
import { type Comments, createComments } from "./forum/comments.ts";
import { createRanking, type Ranking } from "./forum/ranking.ts";
import { type Bars, createBars, createIndices, type Indices } from "./market/bars.ts";
import { type Company, createCompanies, type MarketSize } from "./market/companies.ts";
import { createDerivatives, type Derivatives } from "./market/derivatives.ts";
import { createFinancials, createOutlook, type Financials, type Outlook } from "./market/financials.ts";
import { createMargins, type Margins } from "./market/margins.ts";
import { createShorts, type Shorts } from "./market/shorts.ts";
import { createTrades, type Trades } from "./market/trades.ts";
import { createPublicationTimes, type PublicationOptions } from "./publication-times.ts";
import { createStatistics, type Statistics } from "./statistics/statistics.ts";
import { createTradingCalendar, type TradingCalendar } from "./trading-calendar.ts";

export interface World {
  readonly calendar: TradingCalendar;
  /** Size of the market. */
  readonly market: MarketSize;
  readonly companies: readonly Company[];
  /** Company by the four characters of a common stock, as services take them. */
  company(code: string): Company | undefined;
  readonly comments: Comments;
  readonly ranking: Ranking;
  readonly margins: Margins;
  readonly shorts: Shorts;
  readonly statistics: Statistics;
  readonly bars: Bars;
  readonly trades: Trades;
  readonly financials: Financials;
  readonly outlook: Outlook;
  readonly indices: Indices;
  readonly derivatives: Derivatives;
}

export interface WorldOptions extends PublicationOptions {
  seed: number;
  /** YYYY-MM-DD */
  startDate: string;
  script?: Script;
  /** The statistics service's databases: a small set, or as large as the service's own. */
  catalogue?: "small" | "full";
  /** Size of the market: a small set, or as many issues as the market service has. */
  market?: MarketSize;
  /** So many forums have over a hundred comments a day; by default none has. */
  busyForums?: number | undefined;
}

/** Throws a RangeError for an invalid start date, or an impossible late publication. */
export function createWorld(options: WorldOptions): World {
  const { seed, startDate, script = shippedScript, catalogue, market = "small" } = options;
  const calendar = createTradingCalendar(startDate);
  const times = createPublicationTimes(calendar, options);
  const companies = createCompanies(seed, market);
  const stocks = companies.filter(({ isFund }) => !isFund);
  const byCode = new Map(companies.map((company) => [company.code, company]));
  const bars = createBars(seed);
  const indices = createIndices(seed, companies);
  return {
    calendar,
    market,
    companies,
    company: (code) => byCode.get(code.toUpperCase()),
    comments: createComments(seed, companies, script.bursts, options.busyForums),
    ranking: createRanking(seed, companies, script.places),
    margins: createMargins(seed, companies, script, times),
    shorts: createShorts(seed, companies, script, times),
    statistics: createStatistics(seed, { calendar, times }, script.revisions, catalogue),
    bars,
    trades: createTrades(seed, companies, calendar, bars),
    financials: createFinancials(seed, companies, calendar),
    outlook: createOutlook(seed),
    indices,
    derivatives: createDerivatives(seed, { calendar, indices, bars, companies: stocks, market }),
  };
}
