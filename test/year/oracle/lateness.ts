import type { PublicationName } from "../../../src/simulator/world/publication-times.ts";
import { type DueSource, dues, graceMs, japan } from "../plan.ts";
import type { Oracle } from "./expected.ts";

const nameOf: Readonly<Record<DueSource, PublicationName>> = {
  "margin-alerts": "margin-alert",
  "short-sale-reports": "short-sale-report",
  "statistics-updates": "statistics",
};

/** The days whose publication was not there when the grace ended, and when that was (ms since 1970). */
export function expectedLateness(
  { world, days, outAt, end }: Oracle,
  source: DueSource,
): { day: string; lateAt: number }[] {
  const name = nameOf[source];
  return days.flatMap((number) => {
    const day = world.calendar.dateOf(number);
    const lateAt = japan(day, dues[source]) + graceMs;
    return outAt(name, number) > lateAt && lateAt <= end ? [{ day, lateAt }] : [];
  });
}
