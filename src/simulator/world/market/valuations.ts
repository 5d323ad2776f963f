/** What a share costs against what its company earns and owns, from the day after a statement on. */
import { createDice, createRecent } from "../dice.ts";
import type { WorldCalendar } from "../trading-calendar.ts";
import type { Company } from "./companies.ts";
import { type Financials, type Outlook, periodNames, quarterBefore } from "./financials.ts";

/** What is known with one statement. */
interface Worth {
  /** Yen a share: of the last twelve months, as the company expects of its year, and of what it owns. */
  readonly earned: number;
  readonly expected: number | undefined;
  readonly owned: number;
}

interface Valuation extends Worth {
  /** Yen at the end of the day. */
  readonly price: number;
}

export interface Valuations {
  /** Undefined for a fund, which nobody values. */
  of(company: Company, day: number): Valuation | undefined;
}

const untoldShare = 0.08;
/** A page about one day asks about each company once, one about a company for each of its days. */
const kept = 20_000;

export function createValuations(
  seed: number,
  { calendar, financials, outlook }: { calendar: WorldCalendar; financials: Financials; outlook: Outlook },
): Valuations {
  const dice = createDice(seed, "valuations");
  const recent = createRecent<string, Worth>(kept);

  const worthOf = (company: Company, quarter: number): Worth =>
    recent(`${company.index} ${quarter}`, () => {
      const one = financials.statement(company, quarter);
      const place = periodNames.indexOf(one.period) + 1;
      const isWhole = one.period === "FY";
      const year = financials.statement(company, quarter + (isWhole ? 4 : 4 - place));
      const before = (quarters: number) => financials.statement(company, quarter - quarters).net;
      const earned = isWhole ? one.net : one.net + before(place) - before(4);
      const share = outlook.results(year, year, one.period === "FY" ? "before" : one.period);
      const isTold = dice(company.index, year.quarter) >= untoldShare;
      return {
        earned: earned / company.shares,
        expected: isTold ? (year.net * share) / company.shares : undefined,
        owned: one.equity / company.shares,
      };
    });

  return {
    of(company, day) {
      if (company.isFund) return undefined;
      let quarter = quarterBefore(calendar.dateOf(day));
      while (financials.disclosedOn(company, quarter) >= day) quarter -= 1;
      return { ...worthOf(company, quarter), price: company.priceOn(day) };
    },
  };
}
