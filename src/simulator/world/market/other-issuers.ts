/**
 * Issuers that have no bars and no statements, and that the master list does not have: trusts, and companies whose
 * years end in months in which no listed company's does. Disclosures, coming dates and valuations tell of them.
 */
import { dateNumber, isoDate } from "../trading-calendar.ts";
import type { Company, MarketSize } from "./companies.ts";
import { periodNames, type Statement } from "./financials.ts";

/** Whoever publishes: a listed company or fund, or one of those here. */
export type Issuer = Pick<Company, "code" | "name" | "english" | "index">;

export interface OtherIssuer extends Issuer {
  /** A trust closes its books twice a year, each time for a whole fiscal period. */
  readonly isTrust: boolean;
  /** Month (1 to 12) in which its year ends; of a trust one of the two. */
  readonly lastMonth: number;
}

/** What a period is called, and the fiscal year that it belongs to. */
export interface FiscalPeriod {
  readonly period: Statement["period"];
  /** ISO date. */
  readonly yearEnd: string;
}

const counts = { small: { trusts: 4, companies: 9 }, full: { trusts: 30, companies: 45 } } as const;
/** Between them the codes are even, so these odd ones are free in both sizes of market. */
const firstCodes = { trusts: 8_951, companies: 9_601 } as const;
const months = [2, 6, 8, 11, 1, 4, 5, 7, 10] as const;
/** No listed company has so high a number. */
const firstIndex = 10_000;

export function createOtherIssuers(size: MarketSize): readonly OtherIssuer[] {
  const { trusts, companies } = counts[size];
  return [
    ...Array.from({ length: trusts }, (_, place) => ({
      code: String(firstCodes.trusts + 2 * place),
      name: `模擬不動産投資法人${place + 1}`,
      english: `Simulated Real Estate Investment Corporation ${place + 1}`,
      index: firstIndex + place,
      isTrust: true,
      lastMonth: (place % 6) + 1,
    })),
    ...Array.from({ length: companies }, (_, place) => ({
      code: String(firstCodes.companies + 2 * place),
      name: `模擬商会${place + 1}`,
      english: `Simulated Trading House ${place + 1}`,
      index: firstIndex + 1_000 + place,
      isTrust: false,
      lastMonth: months[place % months.length] ?? 6,
    })),
  ];
}

/** ISO date of the last day of a month, which counts from January of the year 0. */
export function endOfMonth(month: number): string {
  return isoDate(dateNumber(Math.floor(month / 12), (month % 12) + 2, 1) - 1);
}

/** The period of an issuer that ends with a month, counted from January of the year 0; undefined: none does. */
export function periodEnding({ isTrust, lastMonth }: OtherIssuer, month: number): FiscalPeriod | undefined {
  const sinceYearEnd = (month + 13 - lastMonth) % 12;
  if (isTrust) return sinceYearEnd % 6 === 0 ? { period: "FY", yearEnd: endOfMonth(month) } : undefined;
  if (sinceYearEnd % 3 !== 0) return undefined;
  const period = periodNames[(sinceYearEnd / 3 + 3) % 4] ?? "FY";
  return { period, yearEnd: endOfMonth(month + ((12 - sinceYearEnd) % 12)) };
}
