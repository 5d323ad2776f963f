/** Results of the market service's calls, in Yagura's names. Wire names end in calls/. */
import type { OddityCollector } from "../oddities.ts";
import { pickFields } from "../record.ts";
import { type MarketCallName, type MarketQuery, type MarketRecord, marketCalls } from "./calls.ts";

/** Fields of the calls' records that the sources use, no more. A field that no source uses may change its type without stopping one. */

export const marginAlertFields = pickFields(marketCalls["markets/margin-alert"].fields, [
  "code",
  "publishedOn",
  "appliedOn",
  "shortOutstanding",
  "shortChange",
  "shortRatio",
  "longOutstanding",
  "longChange",
  "longRatio",
  "shortLongRatio",
  "regulation",
  "reasons",
  "dailyPublication",
]);

export const shortSaleFields = pickFields(marketCalls["markets/short-sale-report"].fields, [
  "code",
  "name",
  "seller",
  "fund",
  "ratio",
  "shares",
  "calculatedOn",
  "disclosedOn",
  "previousRatio",
  "previousOn",
  "notes",
]);

export const calendarFields = pickFields(marketCalls["markets/calendar"].fields, ["date", "holidayDivision"]);

export const issueNameFields = pickFields(marketCalls["equities/master"].fields, [
  "code",
  "companyName",
  "companyNameEnglish",
]);

export interface MarginAlertRecord {
  /** Short form, see model/code.ts. */
  code: string;
  publishedOn: string;
  appliedOn?: string;
  shortOutstanding?: number;
  shortChange?: number;
  /** Percent. */
  shortRatio?: number;
  longOutstanding?: number;
  longChange?: number;
  /** Percent. */
  longRatio?: number;
  shortLongRatio?: number;
  regulation?: string;
  reasons?: string[];
  /** Whether the row is there because of daily publication; absent where the service does not say. */
  dailyPublication?: boolean;
}

export interface ShortSaleRecord {
  code: string;
  name?: string;
  seller: string;
  fund?: string;
  /** Percent in both dialects. */
  ratio: number;
  shares?: number;
  calculatedOn: string;
  disclosedOn: string;
  /** Percent; where the report itself says what was reported before. */
  previousRatio?: number;
  previousOn?: string;
  notes?: string;
}

export interface CalendarDay {
  date: string;
  /** The raw HolDiv, whose two meanings only a whole answer tells apart. */
  division: string;
}

export interface IssueName {
  name: string;
  nameEnglish?: string;
}

/** Client of the market service. With `oddities`, records that cannot be read are set aside; without, the first one fails its call. */
export interface MarketClient {
  /** All rows published on a day, all pages. Throws a Failure. */
  marginAlerts(
    query: { date: string },
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<MarginAlertRecord[]>;
  /** All reports disclosed on a day, all pages, either dialect. Throws a Failure. */
  shortSaleReports(
    query: { date: string },
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<ShortSaleRecord[]>;
  calendar(query: { from: string; to: string }, signal?: AbortSignal): Promise<CalendarDay[]>;
  /** Names of all listed issues by short code. */
  names(signal?: AbortSignal, oddities?: OddityCollector): Promise<Map<string, IssueName>>;
}

/** Every documented call. A QueryError tells of a mistake before anything is asked; all else throws a Failure. */
export interface MarketCalls extends MarketClient {
  /**
   * Whether the exchange is open on each day that the service's calendar has, whichever meaning of HolDiv it
   * uses. Throws a Failure "malformed" where the answer does not tell which.
   */
  tradingDays(query: { from: string; to: string }, signal?: AbortSignal): Promise<Map<string, boolean>>;
  /** All rows of all pages, in either dialect. */
  read<Name extends MarketCallName>(
    name: Name,
    query: MarketQuery<Name>,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<MarketRecord<Name>[]>;
  /** Reads the rows page by page, as they come. */
  pages<Name extends MarketCallName>(
    name: Name,
    query: MarketQuery<Name>,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<MarketRecord<Name>[], void, void>;
}
