/** What reports about a year, and about a half of one, say of who holds the company and of which shares it holds. */
import { createDice, createRecent, type Dice, pick } from "../dice.ts";
import {
  businessDay,
  clockText,
  isoDate,
  minuteMoment,
  momentOfDay,
  msPerDate,
  type WorldCalendar,
} from "../trading-calendar.ts";
import type { Company } from "./companies.ts";
import { type Financials, quarterBefore, type Statement } from "./financials.ts";
import { type Holder, holderOf, paperNumber } from "./holders.ts";

export interface PeriodReport {
  readonly number: string;
  readonly filer: Company;
  /** False for a filer that is on no exchange, which has no code. */
  readonly isListed: boolean;
  /** 120 about a year, 140 about a quarter, 160 about a half of one. */
  readonly kind: "120" | "140" | "160";
  /** Number of the business day, seconds since midnight in Japan, and the moment from which the service has it. */
  readonly day: number;
  readonly second: number;
  readonly seenAt: number;
  readonly statement: Statement;
  readonly majors: readonly MajorHolder[];
  /** Shares that it holds of others; only in reports about a year, and not in all. */
  readonly crossHeld: readonly CrossHeld[] | undefined;
}

interface MajorHolder {
  readonly rank: number;
  readonly holder: Holder;
  readonly shares: number;
  /** Share, own shares left out. */
  readonly ratio: number;
}

export interface CrossHeld {
  readonly issuer: Company;
  readonly shares: number;
  readonly sharesBefore: number;
  /** Yen; undefined where the paper has a mark instead. */
  readonly value: number | undefined;
  readonly valueBefore: number;
  readonly mark: string | undefined;
  /** 1 it holds ours too, 0 it does not, 2 unclear. */
  readonly isMutual: string;
}

export interface PeriodReports {
  /** Reports of a day that the service has at a moment, in the order in which it got them. */
  on(day: number, at: number): readonly PeriodReport[];
}

/** Business days from the end of a period to its report: the fewest, and how many days they spread over. */
const filedAfter = {
  "120": { least: 50, days: 10 },
  "140": { least: 28, days: 6 },
  "160": { least: 28, days: 6 },
} as const;
const [quarterlyShare, unlistedShare, crossShare] = [0.03, 0.02, 0.6];
const marks = ["*", "※", "（注1）"] as const;
const firstPlace = 1_000;
const keptQuarters = 12;

export function createPeriodReports(
  seed: number,
  companies: readonly Company[],
  { calendar, financials }: { calendar: WorldCalendar; financials: Financials },
): PeriodReports {
  const dice = createDice(seed, "period reports");
  const stocks = companies.filter(({ isFund }) => !isFund);
  const recent = createRecent<number, ReadonlyMap<number, readonly PeriodReport[]>>(keptQuarters);

  const kindOf = ({ company: { index }, quarter, period }: Statement): PeriodReport["kind"] | undefined => {
    if (period === "FY") return "120";
    if (period === "2Q") return "160";
    return dice(index, quarter, 1) < quarterlyShare ? "140" : undefined;
  };
  const filedBy = (quarter: number) =>
    recent(quarter, () => {
      const days = new Map<number, PeriodReport[]>();
      for (const filer of stocks) {
        const statement = financials.statement(filer, quarter);
        const kind = kindOf(statement);
        if (kind === undefined) continue;
        const day = dayOf(dice, statement, kind, calendar);
        const before = days.get(day) ?? [];
        days.set(day, before);
        before.push(reportOf(dice, { statement, kind, day, place: firstPlace + before.length, stocks }));
      }
      for (const reports of days.values()) reports.sort((a, b) => a.seenAt - b.seenAt);
      return days;
    });

  return {
    on(day, at) {
      if (day > businessDay(at)) return [];
      const last = quarterBefore(calendar.dateOf(day));
      // Reports about a quarter end before those about the next begin, so that numbers do not meet on a day.
      return [last - 1, last]
        .flatMap((quarter) => filedBy(quarter).get(day) ?? [])
        .filter(({ seenAt }) => seenAt <= at);
    },
  };
}

/** Most come on the last of the days that the law leaves. */
function dayOf(dice: Dice, one: Statement, kind: PeriodReport["kind"], calendar: WorldCalendar): number {
  const closed = calendar.dayFrom(isoDate(Date.parse(one.periodEnd) / msPerDate + 1));
  const { least, days } = filedAfter[kind];
  const latest = Math.max(...[2, 3, 4, 5].map((purpose) => dice(one.company.index, one.quarter, purpose)));
  return closed + least + Math.floor(days * latest);
}

interface Filing {
  readonly statement: Statement;
  readonly kind: PeriodReport["kind"];
  readonly day: number;
  readonly place: number;
  readonly stocks: readonly Company[];
}

function reportOf(dice: Dice, { statement, kind, day, place, stocks }: Filing): PeriodReport {
  const { company, quarter } = statement;
  const roll = (purpose: number) => dice(company.index, quarter, purpose);
  const second = Math.floor(9 * 3600 + roll(6) * 8.9 * 3600);
  const delay = 10 + Math.floor(roll(7) * 60);
  const hasCross = kind === "120" && dice(company.index, 8) < crossShare;
  return {
    number: paperNumber(day, place),
    filer: company,
    isListed: dice(company.index, 9) >= unlistedShare,
    kind,
    day,
    second,
    seenAt: momentOfDay(day, minuteMoment(clockText(Math.floor(second / 60) + delay))),
    statement,
    majors: majorsOf(dice, statement),
    crossHeld: hasCross ? crossHeldOf(dice, statement, stocks) : undefined,
  };
}

/** Ten, one more where two hold the same, and now and then only one. */
function majorsOf(dice: Dice, { company, quarter }: Statement): MajorHolder[] {
  const kind = dice(company.index, quarter, 10);
  const count = kind < 0.02 ? 1 : kind < 0.08 ? 11 : 10;
  return Array.from({ length: count }, (_, place) => {
    const rank = Math.min(place + 1, 10);
    const ratio = Number((0.18 / (rank + 1 + dice(company.index, rank, 11) * 0.9)).toFixed(4));
    const holder = holderOf(dice, company.index * 16 + place);
    return { rank, holder, shares: Math.round(company.shares * ratio), ratio };
  });
}

function crossHeldOf(dice: Dice, { company, quarter }: Statement, stocks: readonly Company[]): CrossHeld[] {
  const count = 1 + Math.floor(dice(company.index, 12) * 8);
  return Array.from({ length: count }, (_, place) => {
    const roll = (purpose: number) => dice(company.index * 8 + place, quarter, purpose);
    const issuer = pick(stocks, dice(company.index * 8 + place, 13));
    const shares = 100 * Math.floor(1 + 4_000 * dice(company.index * 8 + place, 14));
    const isHidden = roll(15) < 0.1;
    const value = shares * issuer.priceOn(0);
    return {
      issuer,
      shares,
      sharesBefore: roll(16) < 0.2 ? shares * 2 : shares,
      value: isHidden ? undefined : value,
      valueBefore: Math.round(value * (0.8 + 0.4 * roll(17))),
      mark: isHidden ? pick(marks, roll(18)) : undefined,
      isMutual: pick(["0", "0", "1", "2"], roll(19)),
    };
  });
}
