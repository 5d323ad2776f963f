/** What a past cannot show of series: revisions, and when a value came. */
import { everyDay } from "../../../src/simulator/statistics/records.ts";
import type { CatalogueSeries } from "../../../src/simulator/world/statistics/catalogue.ts";
import { japan } from "../plan.ts";
import { dues, endsAt, startsAt, watch } from "./plan.ts";
import type { Told } from "./told.ts";
import { type Difference, dueTick, momentAt, outAt, times, world } from "./truth.ts";

const { calendar } = world;

interface SeriesPast {
  readonly series: CatalogueSeries;
  /** Values by period as they are at the end. */
  readonly last: ReadonlyMap<string, number | null>;
}

const monthsBack = 202_701;

function valuesAt(series: CatalogueSeries, moment: number): ReadonlyMap<string, number | null> {
  const points = everyDay(world, moment, series, series.frequency === "D" ? { start: monthsBack } : {});
  return new Map(points.flatMap(({ label, value }) => (label === null ? [] : [[written(label), value]])));
}

/** 20270401 is 2027-04-01, and 202704 is 2027-04. */
function written(label: number): string {
  return String(label).replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, year, month, day) =>
    [year, month, day].filter((part) => part !== undefined).join("-"),
  );
}

const seriesPast: ReadonlyMap<string, SeriesPast> = new Map(
  watch.flatMap(({ db, codes }) =>
    [...(world.statistics.series(db) ?? [])]
      .filter(({ code }) => codes?.includes(code) ?? true)
      .map((series) => [`${series.db}/${series.code}`, { series, last: valuesAt(series, momentAt(endsAt)) }]),
  ),
);
const isPeriod = ({ type }: Told) => type === "statistics.series.updated";

export const revisedPeriods: Difference = {
  reason: "a period that was revised has its last value all along, and no revision is told",
  past: (told) =>
    told
      .filter(({ type }) => type !== "statistics.series.revised")
      .map((one) => {
        const last = isPeriod(one)
          ? seriesPast.get(one.subject)?.last.get(String(one.now.period))
          : undefined;
        if (last === undefined || last === null || last === one.now.value) return one;
        return { ...one, now: { ...one.now, value: last } };
      }),
};

export const latePeriods: Difference = {
  reason:
    "a value that came later than its period, or with a late publication, is told when the period came out",
  past: (told) =>
    told.flatMap((one) => {
      const past = isPeriod(one) ? seriesPast.get(one.subject) : undefined;
      if (past === undefined || past.series.frequency !== "D") return [one];
      const period = String(one.now.period);
      const day = calendar.dayFrom(period) + (calendar.isOpen(period) ? 1 : 0);
      const out = times.outAt("statistics", day);
      const wasLate = outAt("statistics", day) > japan(calendar.dateOf(day), dues["statistics-updates"]);
      const wasMissing = (valuesAt(past.series, out).get(period) ?? null) === null;
      if (!wasLate && !wasMissing) return [one];
      const at = dueTick("statistics-updates", day);
      // It is part of the baseline then.
      return at < startsAt ? [] : [{ ...one, at }];
    }),
};
