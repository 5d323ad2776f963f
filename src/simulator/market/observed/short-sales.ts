/** Short-sale reports as observed: each names the one before it. */
import { unlistedCode } from "../../world/market/issues.ts";
import { type ShortReport, sellers } from "../../world/market/shorts.ts";
import type { World } from "../../world/world.ts";
import { type Endpoint, fiveDigits, lazily, rowsByDay } from "../endpoint.ts";

/** Also a company that the master list does not have. */
const unlisted = { code: unlistedCode, name: "幻灯機製作所", shares: 12_000_000 };
type Report = Omit<ShortReport, "company"> & { company: Pick<ShortReport["company"], "code" | "name"> };

/** Reports of one day: in their order, and by who reports about whom. */
interface Day {
  readonly reports: readonly Report[];
  readonly byPosition: ReadonlyMap<string, Report>;
}

const noDay: Day = { reports: [], byPosition: new Map() };
/** By publication: each report looks for the one before it in the days before. */
const days = new WeakMap<readonly ShortReport[], Day>();

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

export const shortSaleReport: Endpoint = {
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
