import type { Dialect } from "../../../src/simulator/http/service.ts";
import { everyDay } from "../../../src/simulator/statistics/records.ts";
import type { CatalogueSeries } from "../../../src/simulator/world/statistics/catalogue.ts";
import type { Expected, Oracle } from "./expected.ts";

const daysBack = 90;

interface Watch {
  readonly db: string;
  readonly codes?: readonly string[];
}

/** New periods and changed old ones, a publication at a time. */
export function expectedStatistics(
  { world, times, days, outAt }: Oracle,
  watched: readonly Watch[],
  dialect: Dialect,
): Expected[] {
  const watchedSeries = watched.flatMap(({ db, codes }) =>
    [...(world.statistics.series(db) ?? [])].filter(({ code }) => codes?.includes(code) ?? true),
  );
  return watchedSeries.flatMap((series) => {
    let before = valuesOn(series, -1);
    return days.flatMap((day) => {
      const was = before;
      const now = valuesOn(series, day);
      before = now;
      const changed = [...now].filter(([period, value]) => value !== (was.get(period) ?? null));
      const added = changed
        .filter(([period]) => (was.get(period) ?? null) === null)
        .map(([period, value]) => ({ period, value }));
      const revisions = changed
        .filter(([period]) => (was.get(period) ?? null) !== null)
        .map(([period, value]) => ({ period, from: was.get(period), to: value }));
      const told = (type: string, what: object[]) =>
        what.length === 0
          ? []
          : [
              {
                told: `statistics.series.${type} ${series.db}/${series.code} ${JSON.stringify(what)}`,
                outAt: outAt("statistics", day),
              },
            ];
      return [...told("updated", added), ...told("revised", revisions)];
    });
  });

  /** Far enough back for every revision there is, as the service takes it: 202701. */
  function monthsBefore(day: number): number {
    return Number(
      world.calendar
        .dateOf(day - daysBack)
        .slice(0, 7)
        .replace("-", ""),
    );
  }
  function valuesOn(series: CatalogueSeries, day: number): Map<string, number | null> {
    const [at, start] = [times.outAt("statistics", day), monthsBefore(day)];
    const points =
      dialect === "observed"
        ? everyDay(world, at, series, { start })
        : world.statistics.points(series, at, start);
    return new Map(points.flatMap(({ label, value }) => (label === null ? [] : [[written(label), value]])));
  }
}

/** 20270401 is 2027-04-01, and 202704 is 2027-04. */
function written(label: number): string {
  return String(label).replace(/^(\d{4})(\d{2})(\d{2})?$/, (_, year, month, day) =>
    [year, month, day].filter((part) => part !== undefined).join("-"),
  );
}
