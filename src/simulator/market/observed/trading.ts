/**
 * Short-sale reports as observed, each naming the one before it, and margin balances with more beside their numbers.
 */
import { unlistedCode } from "../../world/market/companies.ts";
import { type ReportedPosition, sellers } from "../../world/market/shorts.ts";
import type { MarginBalance } from "../../world/market/trading.ts";
import { businessDay } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import { margins } from "../documented/companies.ts";
import { interestRows } from "../documented/trading.ts";
import { codeAndDates, type Endpoint, fiveDigits, lazily, ofAsked, rowsByDay } from "../endpoint.ts";

/** Also a company that the master list does not have. */
const unlisted = { code: unlistedCode, name: "幻灯機製作所", shares: 12_000_000 };
type Report = Omit<ReportedPosition, "company"> & {
  company: Pick<ReportedPosition["company"], "code" | "name">;
};

/** Reports of one day: in their order, and by who reports about whom. */
interface Day {
  readonly reports: readonly Report[];
  readonly byPosition: ReadonlyMap<string, Report>;
}

const noDay: Day = { reports: [], byPosition: new Map() };
/** By publication: each report looks for the one before it in the days before. */
const days = new WeakMap<readonly ReportedPosition[], Day>();

function dayOf(world: World, day: number, at: number): Day {
  const published = world.shorts.publication(day, at);
  if (published.length === 0) return noDay;
  let found = days.get(published);
  if (!found) {
    const reports = withUnlisted(published, day);
    found = { reports, byPosition: new Map(reports.map((report) => [position(report), report])) };
    days.set(published, found);
  }
  return found;
}

function position({ company, seller }: Report): string {
  return `${company.code} ${seller.index}`;
}

function withUnlisted(published: readonly Report[], day: number): readonly Report[] {
  const [seller] = sellers;
  if (!seller || day % 5 !== 0) return published;
  const ratio = 0.6 + (((day % 7) + 7) % 7) / 20;
  const shares = Math.round((unlisted.shares * ratio) / 100);
  return [
    ...published,
    { company: unlisted, seller, disclosedOn: day, calculatedOn: day - 2, ratio, shares },
  ];
}

const rememberedDays = 15;

/** Finds the seller's last report about the stock before, within some weeks. */
function before(world: World, report: Report, at: number): Report | undefined {
  const asked = position(report);
  for (let day = report.disclosedOn - 1; day > report.disclosedOn - rememberedDays; day -= 1) {
    const found = dayOf(world, day, at).byPosition.get(asked);
    if (found) return found;
  }
  return undefined;
}

const fraction = (percent: number) => Number((percent / 100).toFixed(4));

export const observedShortSaleReport: Endpoint = {
  parameters: {
    code: "code",
    disc_date: "date",
    disc_date_from: "from",
    disc_date_to: "to",
    calc_date: "calculated",
    pagination_key: "paginationKey",
  },
  refused: ["date", "from", "to"],
  anyOf: ["code", "disc_date", "calc_date"],
  find(world, query, at) {
    const { calendar } = world;
    const rows = rowsByDay(world, query, world.shorts.lastDay(at), (day) =>
      dayOf(world, day, at).reports.filter(
        ({ company, calculatedOn }) =>
          (query.code === undefined || query.code === fiveDigits(company)) &&
          (query.calculated === undefined || query.calculated === calendar.dateOf(calculatedOn)),
      ),
    );
    return lazily(rows, (report) => {
      const last = before(world, report, at);
      return {
        DiscDate: calendar.dateOf(report.disclosedOn),
        CalcDate: calendar.dateOf(report.calculatedOn),
        Code: fiveDigits(report.company),
        SSName: report.seller.name,
        SSAddr: "",
        DICName: "",
        DICAddr: "",
        FundName: report.seller.fund ?? "",
        ShrtPosToSO: fraction(report.ratio),
        ShrtPosShares: report.shares,
        ShrtPosUnits: Math.floor(report.shares / 100),
        PrevRptDate: last ? calendar.dateOf(last.disclosedOn) : "",
        PrevRptRatio: last ? fraction(last.ratio) : 0,
        Notes: report.ratio < 0.5 ? "報告義務消滅" : "",
      };
    });
  },
};

// Margin balances as observed: numbers, with more beside them.

interface Alert extends MarginBalance {
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
  const balance = (company: MarginBalance["company"], back: number, side: 1 | 2) =>
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
const ofListed = (part: number, { isFund, shares }: MarginBalance["company"]) =>
  isFund ? "*" : percent(part, shares);

/** "001" to "006" by how strict it is, "101" once it is lifted, "102" while an issue is only watched. */
function regulation({ company, daily, first }: Alert): string {
  if (!daily) return company.index % 3 === 0 ? "101" : "102";
  return first ? "001" : `00${1 + (company.index % 6)}`;
}

const negotiableShare = 0.35;

export const observedMarginAlert: Endpoint = {
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

/** Day since which balances come with their day of publication and their values, those of before with null. */
const interestRenewedOn = "2026-09-28";

export const observedMarginInterest: Endpoint = {
  parameters: { ...codeAndDates, published_date: "published" },
  anyOf: ["code", "date", "published_date"],
  apart: ["date", "from", "to"].map((days) => ["published_date", days] as const),
  find(world, query, at) {
    const isRenewed = world.calendar.dateOf(businessDay(at)) >= interestRenewedOn;
    return lazily(interestRows(world, query, at), ({ company, day, publishedOn, short, long }) => {
      const row = {
        Date: world.calendar.dateOf(day),
        Code: fiveDigits(company),
        ...balances("Vol", short, long, (shares) => shares),
        IssType: margins[company.margin].code,
      };
      if (!isRenewed) return row;
      const price = publishedOn === undefined ? undefined : unitPrice(world, company, day);
      const values = balances("Val", short, long, (shares) =>
        price === undefined ? null : Number((shares * price).toFixed(1)),
      );
      return { PubDate: publishedOn ?? null, ...row, ...values };
    });
  },
};

/** Both sides' balances, whole and in their two parts. */
function balances(kind: string, short: number, long: number, told: (shares: number) => number | null) {
  const negotiable = (shares: number) => Math.round((shares * negotiableShare) / 100) * 100;
  return {
    [`Shrt${kind}`]: told(short),
    [`Long${kind}`]: told(long),
    [`ShrtNeg${kind}`]: told(negotiable(short)),
    [`LongNeg${kind}`]: told(negotiable(long)),
    [`ShrtStd${kind}`]: told(short - negotiable(short)),
    [`LongStd${kind}`]: told(long - negotiable(long)),
  };
}

/** Yen for which a balance counts a share; of funds with parts of a yen. */
function unitPrice(world: World, company: MarginBalance["company"], day: number): number {
  const price = world.bars.on(company, day)?.close ?? company.priceOn(day);
  return company.isFund ? price + 0.005 : price;
}
