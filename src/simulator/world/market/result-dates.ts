/**
 * Dates of results as issuers report them to the exchange, weeks ahead: each announced once, some moved earlier or
 * later, some set undecided and fixed again. A few slip by a day without notice.
 */
import { compareTexts } from "../../../lib/text/nearest.ts";
import { createDice, createRecent, type Dice } from "../dice.ts";
import {
  businessDay,
  isoDate,
  minuteMoment,
  momentOfDay,
  msPerDate,
  type WorldCalendar,
} from "../trading-calendar.ts";
import type { Company } from "./companies.ts";
import { type Financials, resultsAfter } from "./financials.ts";
import {
  endOfMonth,
  type FiscalPeriod,
  type Issuer,
  type OtherIssuer,
  periodEnding,
} from "./other-issuers.ts";

/** One report of a date. Days are numbers of business days. */
export interface DateReport {
  readonly round: DateRound;
  readonly publishedOn: number;
  /** Undefined: undecided. */
  readonly scheduledOn: number | undefined;
}

/** All reports about the results of one period, oldest first, whether published yet or not. */
export interface DateRound extends FiscalPeriod {
  readonly issuer: Issuer;
  /** Day on which the results come. */
  readonly heldOn: number;
  readonly reports: readonly DateReport[];
}

export interface ResultDates {
  /** Reports published on a day, as far as they are out. */
  publishedOn(day: number, at: number): readonly DateReport[];
  /** The latest report about each period of which it names that day. */
  scheduledOn(day: number, at: number): readonly DateReport[];
  /** All reports about an issuer (its code has four characters), oldest first. */
  about(code: string, at: number): readonly DateReport[];
}

const out = minuteMoment("10:05");
/** Business days from the first report to the results. */
const lead = { least: 20, days: 30 } as const;
/** Months before and after a month in which reports about its periods are published. */
const [monthsBefore, monthsAfter] = [2, 3];
/** Rounds are large, and a stock's are asked for over all of history. */
const keptMonths = 60;

interface Ground {
  readonly calendar: WorldCalendar;
  readonly financials: Financials;
}

export function createResultDates(
  seed: number,
  companies: readonly Company[],
  others: readonly OtherIssuer[],
  ground: Ground,
): ResultDates {
  const { calendar } = ground;
  const makeRounds = createRounds(createDice(seed, "earnings dates"), companies, others, ground);
  const recent = createRecent<number, readonly DateRound[]>(keptMonths);
  const recentDays = createRecent<number, ReadonlyMap<number, readonly DateReport[]>>(keptMonths);
  const roundsOf = (month: number) => recent(month, () => makeRounds(month));
  const byDay = (month: number) =>
    recentDays(month, () => byPublication(roundsOf(month).flatMap(({ reports }) => reports)));
  const monthsAround = (day: number) => {
    const month = monthOf(calendar.dateOf(day));
    return Array.from({ length: monthsBefore + 1 + monthsAfter }, (_, place) => month - monthsAfter + place);
  };
  const isOut = (day: number, at: number) => momentOfDay(day, out) <= at;

  return {
    publishedOn: (day, at) =>
      isOut(day, at) ? byCode(monthsAround(day).flatMap((month) => byDay(month).get(day) ?? [])) : [],
    scheduledOn: (day, at) =>
      byCode(
        monthsAround(day)
          .flatMap(roundsOf)
          .flatMap(({ reports }) => reports.findLast(({ publishedOn }) => isOut(publishedOn, at)) ?? [])
          .filter(({ scheduledOn }) => scheduledOn === day),
      ),
    about(code, at) {
      const first = monthOf(calendar.dateOf(calendar.firstDay));
      const last = monthOf(calendar.dateOf(businessDay(at))) + monthsBefore;
      return Array.from({ length: last - first + 1 }, (_, place) => first + place)
        .flatMap(roundsOf)
        .filter(({ issuer }) => issuer.code === code)
        .flatMap(({ reports }) => reports)
        .filter(({ publishedOn }) => publishedOn >= calendar.firstDay && isOut(publishedOn, at))
        .sort((a, b) => a.publishedOn - b.publishedOn);
    },
  };
}

/** Makes the rounds about the periods that end with a month, which counts from January of the year 0. */
function createRounds(
  dice: Dice,
  companies: readonly Company[],
  others: readonly OtherIssuer[],
  { calendar, financials }: Ground,
): (month: number) => readonly DateRound[] {
  const stocks = companies.filter(({ isFund }) => !isFund);
  const round = (issuer: Issuer, month: number, period: FiscalPeriod, heldOn: number): DateRound => {
    const reports: DateReport[] = [];
    const made: DateRound = { issuer, ...period, heldOn, reports };
    for (const [publishedOn, scheduledOn] of reportsOf(
      (purpose) => dice(issuer.index, month, purpose),
      heldOn,
    ))
      reports.push({ round: made, publishedOn, scheduledOn });
    return made;
  };
  const listedRound = (company: Company, quarter: number): DateRound => {
    const { period, yearEnd } = financials.statement(company, quarter);
    return round(company, quarter * 3 + 2, { period, yearEnd }, financials.disclosedOn(company, quarter));
  };
  const otherRound = (issuer: OtherIssuer, month: number, closed: number): DateRound[] => {
    const period = periodEnding(issuer, month);
    const days = resultsAfter.least + Math.floor(dice(issuer.index, month, 9) * resultsAfter.days);
    return period ? [round(issuer, month, period, closed + days)] : [];
  };
  return (month) => {
    const closed = calendar.dayFrom(isoDate(Date.parse(endOfMonth(month)) / msPerDate + 1));
    const own = month % 3 === 2 ? stocks.map((company) => listedRound(company, Math.floor(month / 3))) : [];
    return [...own, ...others.flatMap((issuer) => otherRound(issuer, month, closed))];
  };
}

/** Days on which the date of one announcement was reported, and what was said: a day, or undefined for undecided. */
function reportsOf(roll: (purpose: number) => number, heldOn: number): [number, number | undefined][] {
  const first = heldOn - lead.least - Math.floor(roll(1) * lead.days);
  const kind = roll(2);
  const shift = 3 + Math.floor(roll(3) * 6);
  const notice = 1 + Math.floor(roll(4) * 8);
  if (kind < 0.78) return [[first, heldOn]];
  if (kind < 0.84)
    return [
      [first, heldOn + shift],
      [heldOn - 2 - notice, heldOn],
    ];
  const planned = heldOn - shift;
  if (kind < 0.91)
    return [
      [first, planned],
      [planned - notice, heldOn],
    ];
  if (kind < 0.95) {
    const fixed = planned - notice + 2 + Math.floor(roll(5) * (shift + notice - 3));
    return [
      [first, planned],
      [planned - notice, undefined],
      [fixed, heldOn],
    ];
  }
  if (kind < 0.97)
    return [
      [first, undefined],
      [first + 5 + Math.floor(roll(5) * 10), heldOn],
    ];
  return [[first, heldOn - 1]];
}

function byPublication(reports: readonly DateReport[]): ReadonlyMap<number, readonly DateReport[]> {
  const days = new Map<number, DateReport[]>();
  for (const report of reports) {
    const day = days.get(report.publishedOn);
    if (day) day.push(report);
    else days.set(report.publishedOn, [report]);
  }
  return days;
}

function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function byCode(reports: readonly DateReport[]): readonly DateReport[] {
  return reports.toSorted((a, b) => compareTexts(a.round.issuer.code, b.round.issuer.code));
}
