/** Margin balances as observed: numbers, with more beside them. */
import type { MarginRow } from "../../world/market/margins.ts";
import type { World } from "../../world/world.ts";
import { margins } from "../documented/issues.ts";
import { interestRows } from "../documented/margins.ts";
import { codeAndDates, type Endpoint, fiveDigits, lazily, ofAsked, rowsByDay } from "../endpoint.ts";

interface Alert extends MarginRow {
  /** Whether daily publication is why the row is there. */
  readonly daily: boolean;
  /** Whether there is a row of the day before to compare with. */
  readonly first: boolean;
}

/** A few issues have a row because they are watched, not because they are under daily publication. */
function alertsOn(world: World, day: number, at: number): Alert[] {
  const published = world.margins.publication(day, at);
  if (published.length === 0) return [];
  const listed = new Set(published.map(({ company }) => company));
  const before = new Set(world.margins.publication(day - 1, at).map(({ company }) => company));
  const apart = Math.max(40, Math.floor(world.companies.length / 4));
  const watched = world.companies.filter(
    (company) => (company.index + Math.floor(day / 20)) % apart === 0 && !listed.has(company),
  );
  const balance = (company: MarginRow["company"], back: number, side: 1 | 2) =>
    world.margins.balance(company, day - back, side);
  return [
    ...published.map((row) => ({ ...row, daily: true, first: !before.has(row.company) })),
    ...watched.map((company) => ({
      company,
      publishedOn: day,
      appliedOn: day - 1,
      short: balance(company, 1, 1),
      shortChange: balance(company, 1, 1) - balance(company, 2, 1),
      long: balance(company, 1, 2),
      longChange: balance(company, 1, 2) - balance(company, 2, 2),
      daily: false,
      first: false,
    })),
  ];
}

const percent = (part: number, whole: number) => Number(((part / whole) * 100).toFixed(2));
/** "*" for a fund, which has no issued shares. */
const ofListed = (part: number, { isFund, shares }: MarginRow["company"]) =>
  isFund ? "*" : percent(part, shares);

/** "001" to "006" by how strict it is, "101" once it is lifted, "102" while an issue is only watched. */
function regulation({ company, daily, first }: Alert): string {
  if (!daily) return company.index % 3 === 0 ? "101" : "102";
  return first ? "001" : `00${1 + (company.index % 6)}`;
}

const negotiableShare = 0.35;

export const marginAlert: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code", "date"],
  find: (world, query, at) =>
    lazily(
      rowsByDay(world, query, world.margins.lastDay(at), (day) =>
        alertsOn(world, day, at).filter(ofAsked(query)),
      ),
      (row) => ({
        PubDate: world.calendar.dateOf(row.publishedOn),
        Code: fiveDigits(row.company),
        AppDate: world.calendar.dateOf(row.appliedOn),
        PubReason: {
          Restricted: row.company.index % 9 === 0 ? "1" : "0",
          DailyPublication: row.daily ? "1" : "0",
          Monitoring: row.daily ? "0" : "1",
          RestrictedByJSF: "0",
          PrecautionByJSF: row.company.index % 11 === 0 ? "1" : "0",
          UnclearOrSecOnAlert: "0",
        },
        ...side("Shrt", row.short, row.shortChange, row.first),
        ShrtOutRatio: ofListed(row.short, row.company),
        ...side("Long", row.long, row.longChange, row.first),
        LongOutRatio: ofListed(row.long, row.company),
        SLRatio: percent(row.short, row.long),
        TSEMrgnRegCls: regulation(row),
      }),
    ),
};

/** One side's balance, its change, and both by negotiable and standardized margin; "-" for a change without a before. */
function side(name: string, shares: number, change: number, first: boolean): Record<string, number | string> {
  const told = (value: number) => (first ? "-" : value);
  const negotiable = Math.round((shares * negotiableShare) / 100) * 100;
  const moved = Math.round((change * negotiableShare) / 100) * 100;
  return {
    [`${name}Out`]: shares,
    [`${name}OutChg`]: told(change),
    [`${name}NegOut`]: negotiable,
    [`${name}NegOutChg`]: told(moved),
    [`${name}StdOut`]: shares - negotiable,
    [`${name}StdOutChg`]: told(change - moved),
  };
}

export const marginInterest: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code", "date"],
  find: (world, query, at) =>
    lazily(interestRows(world, query, at), ({ company, day, short, long }) => {
      const [shortNegotiable, longNegotiable] = [short, long].map(
        (shares) => Math.round((shares * negotiableShare) / 100) * 100,
      ) as [number, number];
      return {
        Date: world.calendar.dateOf(day),
        Code: fiveDigits(company),
        ShrtVol: short,
        LongVol: long,
        ShrtNegVol: shortNegotiable,
        LongNegVol: longNegotiable,
        ShrtStdVol: short - shortNegotiable,
        LongStdVol: long - longNegotiable,
        IssType: margins[company.margin].code,
      };
    }),
};
