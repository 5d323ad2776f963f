/** Quarterly statements, the dividends that come with them, and what companies expect of a fiscal year. */
import { createDice, createRecent, type Dice, wave } from "../dice.ts";
import { publishedAt } from "../publication-times.ts";
import { businessDay, dateNumber, isoDate, msPerDate, type WorldCalendar } from "../trading-calendar.ts";
import type { Company } from "./companies.ts";

export interface Statement {
  readonly company: Company;
  /** Quarter that it closes, counted from the year 0. */
  readonly quarter: number;
  /** Number of the business day, and the clock in Japan. */
  readonly disclosedOn: number;
  readonly time: string;
  readonly period: "1Q" | "2Q" | "3Q" | "FY";
  /** ISO dates; all figures count from the start of the fiscal year. */
  readonly yearStart: string;
  readonly yearEnd: string;
  readonly periodEnd: string;
  /** Yen. */
  readonly sales: number;
  readonly operating: number;
  readonly ordinary: number;
  readonly net: number;
  readonly assets: number;
  readonly equity: number;
  readonly cashFlow: { operating: number; investing: number; financing: number };
}

export interface Dividend {
  readonly company: Company;
  readonly disclosedOn: number;
  /** ISO dates. */
  readonly recordDate: string;
  readonly exDate: string;
  readonly paidOn: string;
  readonly interim: boolean;
  readonly yen: number;
}

export interface Financials {
  /** Number of the business day on which a company discloses the statement of a quarter. */
  disclosedOn(company: Company, quarter: number): number;
  /** Business days on which the first and the last statements of a quarter are disclosed. */
  seasonOf(quarter: number): { first: number; last: number };
  /** The statement of any quarter, disclosed or not; the day of its disclosure is not looked up. */
  statement(company: Company, quarter: number): Statement;
  /** Known weeks ahead: it is on the calendar before it is disclosed. */
  statementsOn(day: number): readonly Statement[];
  dividendsOn(day: number): readonly Dividend[];
  lastDay(at: number): number;
}

/** The yen that a share gets for the half or the whole year that a statement closes: half of the profit, to the half yen. */
export function yenOf({ net, company }: Pick<Statement, "net" | "company">): number {
  return Math.max(1, Math.round((net / company.shares) * 0.5)) / 2;
}

/** Business days from the end of a period to its results: the fewest, and how many days the results spread over. */
export const resultsAfter = { least: 18, days: 16 } as const;

export const periodNames = ["1Q", "2Q", "3Q", "FY"] as const;
/** Last months of fiscal years, and how many of ten companies have them. */
const yearEnds = [3, 3, 3, 3, 3, 3, 3, 12, 12, 9] as const;

/** All of history: who asks about one company has every day of it read. */
const keptDays = 1_000;

export function createFinancials(
  seed: number,
  companies: readonly Company[],
  calendar: WorldCalendar,
): Financials {
  const dice = createDice(seed, "financials");
  const statement = createStatement(dice);
  // Asked for each company on each day, and the same for all.
  const closings = new Map<number, number>();
  const closedOn = (quarter: number): number => {
    const day =
      closings.get(quarter) ?? calendar.dayFrom(isoDate(Date.parse(endOf(quarter)) / msPerDate + 1));
    closings.set(quarter, day);
    return day;
  };
  const disclosedOn = (company: Company, quarter: number) =>
    closedOn(quarter) + resultsAfter.least + Math.floor(dice(company.index, quarter, 1) * resultsAfter.days);
  const recent = createRecent<number, readonly Statement[]>(keptDays);
  const statementsOn = (day: number): readonly Statement[] =>
    recent(day, () => {
      const quarter = quarterBefore(calendar.dateOf(day));
      return companies
        .filter((company) => !company.isFund && disclosedOn(company, quarter) === day)
        .map((company) => statement(company, quarter, day));
    });
  const dividend = (one: Statement): Dividend => {
    const { company, disclosedOn, period, periodEnd } = one;
    // The record falls on the last day of business.
    const record = calendar.dayFrom(isoDate(Date.parse(periodEnd) / msPerDate + 1)) - 1;
    return {
      company,
      disclosedOn,
      recordDate: calendar.dateOf(record),
      exDate: calendar.dateOf(record - 1),
      paidOn: calendar.dateOf(disclosedOn + 25),
      interim: period === "2Q",
      yen: yenOf(one),
    };
  };

  return {
    disclosedOn,
    seasonOf(quarter) {
      const first = closedOn(quarter) + resultsAfter.least;
      return { first, last: first + resultsAfter.days - 1 };
    },
    statement: (company, quarter) => statement(company, quarter, Number.NaN),
    statementsOn,
    dividendsOn: (day) =>
      statementsOn(day)
        .filter(({ period }) => period === "2Q" || period === "FY")
        .map(dividend),
    lastDay: (at) => businessDay(at - publishedAt.financials),
  };
}

const million = (yen: number) => Math.round(yen / 1_000_000) * 1_000_000;

/** The last day of a month, which may be any number of months off. */
const monthEnd = (year: number, month: number) => isoDate(dateNumber(year, month + 1, 1) - 1);

/** The last quarter that has ended before an ISO date; quarters count from the year 0. */
export function quarterBefore(date: string): number {
  return Math.floor((Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1) / 3) - 1;
}

/** Number of a statement's disclosure, the same wherever it is told. @param date ISO date of the disclosure */
export function statementNumber(date: string, { index }: Pick<Company, "index">): string {
  return `${date.replaceAll("-", "")}${String(500_000 + index).padStart(6, "0")}`;
}

const endOf = (quarter: number) => monthEnd(Math.floor(quarter / 4), (((quarter % 4) + 4) % 4) * 3 + 3);

/** Makes the statement of a quarter, disclosed on a day. */
function createStatement(dice: Dice) {
  return (company: Company, quarter: number, day: number): Statement => {
    const { index, shares } = company;
    const lastMonth = yearEnds[Math.floor(dice(index, 2) * yearEnds.length)] ?? 3;
    const year = Math.floor(quarter / 4);
    const month = (((quarter % 4) + 4) % 4) * 3 + 3;
    const endYear = month > lastMonth ? year + 1 : year;
    const place = ((((month - lastMonth) / 3 - 1) % 4) + 4) % 4;
    const share = (place + 1) / 4;
    const worth = shares * company.priceOn(0);
    const yearly = worth * (0.5 + 1.5 * dice(index, 3)) * (1 + 0.15 * wave(dice, index, endYear / 3));
    const sales = million(yearly * share * (0.97 + 0.06 * dice(index, quarter, 4)));
    const operating = million(sales * (0.03 + 0.12 * dice(index, 5)) * (0.7 + 0.6 * dice(index, quarter, 6)));
    const ordinary = million(operating * (0.96 + 0.1 * dice(index, quarter, 7)));
    const net = million(ordinary * (0.6 + 0.12 * dice(index, quarter, 8)));
    const assets = million(yearly * (0.8 + 0.9 * dice(index, 9)) * (0.98 + 0.04 * dice(index, quarter, 10)));
    return {
      company,
      quarter,
      disclosedOn: day,
      time:
        ["13:00:00", "14:00:00", "15:30:00", "15:30:00", "16:00:00"][
          Math.floor(dice(index, quarter, 11) * 5)
        ] ?? "15:30:00",
      period: periodNames[place] ?? "FY",
      yearStart: isoDate(Date.parse(monthEnd(endYear - 1, lastMonth)) / msPerDate + 1),
      yearEnd: monthEnd(endYear, lastMonth),
      periodEnd: endOf(quarter),
      sales,
      operating,
      ordinary,
      net,
      assets,
      equity: million(assets * (0.3 + 0.4 * dice(index, 12))),
      cashFlow: {
        operating: million(net * (0.9 + 0.6 * dice(index, quarter, 13))),
        investing: -million(net * (0.4 + 0.5 * dice(index, quarter, 14))),
        financing: -million(net * (0.1 + 0.4 * dice(index, quarter, 15))),
      },
    };
  };
}

// What companies expect of a fiscal year, as they tell it from the annual statement before it on: near what comes of
// it, in some years cut or raised on the way, and now and then with a dividend that is raised.

/** Statement with which an expectation is told: the annual one of the year before, then those of the year itself. */
export type Stage = "before" | "1Q" | "2Q" | "3Q" | "FY";

const stages: readonly Stage[] = ["before", "1Q", "2Q", "3Q", "FY"];

/** The half and the whole fiscal year that are expected. */
interface Year {
  readonly half: Statement;
  readonly year: Statement;
}

export interface Outlook {
  /** Share of the later results that is expected. */
  results(one: Pick<Statement, "company" | "quarter">, year: Statement, stage: Stage): number;
  /** Yen a share for the whole year; with its own annual statement what is paid. */
  dividend(year: Year, stage: Stage): number;
}

const [cutShare, raisedShare, dividendShare] = [0.22, 0.15, 0.2];
const leastStep = 0.5;

export function createOutlook(seed: number): Outlook {
  const dice = createDice(seed, "outlook");
  const isYet = (stage: Stage, turn: number) => stages.indexOf(stage) >= turn;

  /** Factor by which the year is expected otherwise than at its end, until a statement of the year says so. */
  const revision = ({ index }: Company, quarter: number, stage: Stage): number => {
    const kind = dice(index, quarter, 1);
    if (kind >= cutShare + raisedShare) return 1;
    const turn = 1 + Math.floor(dice(index, quarter, 2) * 3);
    if (isYet(stage, turn)) return 1;
    const size = dice(index, quarter, 3);
    return kind < cutShare ? 1.08 + 0.6 * size : 0.96 - 0.2 * size;
  };

  return {
    results: ({ company, quarter }, year, stage) =>
      nearness(company, quarter) * revision(company, year.quarter, stage),
    dividend({ half, year }, stage) {
      const { index } = year.company;
      const paid = yenOf(half) + yenOf(year);
      if (dice(index, year.quarter, 4) >= dividendShare) return paid;
      const turn = 2 + Math.floor(dice(index, year.quarter, 5) * 3);
      if (isYet(stage, turn)) return paid;
      // To the half yen, and never below what the half year pays.
      const lower = Math.floor(paid * (0.75 + 0.2 * dice(index, year.quarter, 6)) * 2) / 2;
      return Math.max(yenOf(half), Math.min(lower, paid - leastStep));
    },
  };
}

/** How near an expectation is that is not revised any more. */
function nearness({ index }: Company, quarter: number): number {
  return 1 + (((index * 7 + quarter * 3) % 17) - 8) / 100;
}
