/**
 * The world behind the three services: a pure function of a seed, a start date, a script and a moment, and the clock that
 * tells the moment. Nothing in it is counted up from the start, so any moment can be asked at any time and in any order.
 */
import type { Clock } from "../../lib/clock.ts";
import { type Script, script as shippedScript } from "../script.ts";
import { type Comments, createComments, createRanking, type Ranking } from "./forum.ts";
import { createPeriodReports, type PeriodReports } from "./market/annual-reports.ts";
import { type Bars, createBars, createIndices, type Indices } from "./market/bars.ts";
import { type Company, createCompanies, type MarketSize } from "./market/companies.ts";
import { createDerivatives, type Derivatives } from "./market/derivatives.ts";
import { createDisclosures, type Disclosures } from "./market/disclosures.ts";
import { createFinancials, createOutlook, type Financials, type Outlook } from "./market/financials.ts";
import { createLargeHoldings, type LargeHoldings } from "./market/large-holdings.ts";
import { createMinutes, type Minutes } from "./market/minutes.ts";
import { createOtherIssuers, type OtherIssuer } from "./market/other-issuers.ts";
import { createResultDates, type ResultDates } from "./market/result-dates.ts";
import { createShorts, type Shorts } from "./market/shorts.ts";
import { createMargins, createTrades, type Margins, type Trades } from "./market/trading.ts";
import { createValuations, type Valuations } from "./market/valuations.ts";
import { createPublicationTimes, type PublicationOptions } from "./publication-times.ts";
import { createStatistics, type Statistics } from "./statistics/statistics.ts";
import { createWorldCalendar, momentsPerDay, type WorldCalendar } from "./trading-calendar.ts";

export interface World {
  readonly calendar: WorldCalendar;
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
  /** Issuers that the master list does not have. */
  readonly others: readonly OtherIssuer[];
  readonly disclosures: Disclosures;
  readonly resultDates: ResultDates;
  readonly largeHoldings: LargeHoldings;
  readonly periodReports: PeriodReports;
  readonly valuations: Valuations;
  readonly minutes: Minutes;
}

export interface WorldOptions extends PublicationOptions {
  seed: number;
  /** YYYY-MM-DD; the world begins on the first business day on or after it. */
  startDate: string;
  /** Fixed happenings; the shipped script by default. */
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
  const calendar = createWorldCalendar(startDate);
  const times = createPublicationTimes(calendar, options);
  const companies = createCompanies(seed, market);
  const stocks = companies.filter(({ isFund }) => !isFund);
  const byCode = new Map(companies.map((company) => [company.code, company]));
  const bars = createBars(seed);
  const indices = createIndices(seed, companies);
  const financials = createFinancials(seed, companies, calendar);
  const outlook = createOutlook(seed);
  const others = createOtherIssuers(market);
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
    financials,
    outlook,
    indices,
    derivatives: createDerivatives(seed, { calendar, indices, bars, companies: stocks, market }),
    others,
    disclosures: createDisclosures(seed, { companies, others, calendar, financials }),
    resultDates: createResultDates(seed, companies, others, { calendar, financials }),
    largeHoldings: createLargeHoldings(seed, companies, calendar),
    periodReports: createPeriodReports(seed, companies, { calendar, financials }),
    valuations: createValuations(seed, { calendar, financials, outlook }),
    minutes: createMinutes(seed, bars),
  };
}

// Maps real time to the world's: each `dayMs` of it one business day passes, for ever or until the world has caught up
// with the clock; or the two are the same.

interface WorldClock {
  /**
   * The world's place, as the real milliseconds that it takes to come there, over all runs; hand it in again to go on
   * from here.
   */
  elapsedMs(): number;
  /** See world/trading-calendar.ts. */
  moment(): number;
  /** The world's time: the business day and the share of it that has passed. */
  now(): Date;
}

export interface WorldClockOptions {
  /** YYYY-MM-DD; the world begins on the first business day on or after it. */
  startDate: string;
  /** Real milliseconds a business day lasts; 60,000 by default. */
  dayMs?: number;
  /** `elapsedMs` of the world when it was left; 0 by default. */
  elapsedMs?: number;
  /** Real milliseconds that the world may have lived after that, unnoted: skipped, never played again; 0 by default. */
  skippedMs?: number;
  /**
   * The world never overtakes the clock: where it has caught up, it follows, nights and holidays too. One that was left
   * ahead of the clock stands still until it is caught up with. By default it runs on into the future.
   */
  catchesUp?: boolean;
  /** The world's time is the clock's, nights and holidays too; `dayMs` and `elapsedMs` do not count. */
  realTime?: boolean;
  clock: Clock;
  /** The world's calendar where there is one already; it must have the same start. */
  calendar?: WorldCalendar;
}

/** Throws a RangeError for an invalid start date, or a day without length. */
export function createWorldClock(options: WorldClockOptions): WorldClock {
  const { startDate, dayMs = momentsPerDay, elapsedMs: before = 0, skippedMs = 0, clock } = options;
  if (!(dayMs > 0) || !(before >= 0)) throw new RangeError("a day must have a length and time runs forward");
  const calendar = options.calendar ?? createWorldCalendar(startDate);
  if (options.realTime) {
    // A system clock that is set back must not take the world back.
    let latest = clock.now();
    const time = () => {
      latest = Math.max(latest, clock.now());
      return latest;
    };
    const startedAt = latest;
    const elapsedMs = () => before + time() - startedAt;
    return { elapsedMs, moment: () => calendar.momentAt(time()), now: () => new Date(time()) };
  }
  const startedAt = clock.elapsed();
  const runMs = () => before + skippedMs + Math.floor(clock.elapsed() - startedAt);
  // The product first: it is exact, so that a place leads back to its moment.
  const momentOf = (ms: number) => Math.floor((ms * momentsPerDay) / dayMs);
  if (!options.catchesUp) {
    const moment = () => momentOf(runMs());
    return { elapsedMs: runMs, moment, now: () => calendar.timeOf(moment()) };
  }
  let reached = momentOf(before);
  const moment = () => {
    reached = Math.max(reached, Math.min(momentOf(runMs()), calendar.momentAt(clock.now())));
    return reached;
  };
  const elapsedMs = () => Math.ceil((moment() * dayMs) / momentsPerDay);
  return { elapsedMs, moment, now: () => calendar.timeOf(moment()) };
}
