/** The world of the span, apart from every monitor, and the times at which sources are polled. */
import { createCronTimes } from "../../../src/lib/cron.ts";
import { createOracle } from "../oracle/expected.ts";
import { dayAt, japan } from "../plan.ts";
import { dues, endsAt, schedules, worldOptions } from "./plan.ts";
import type { Told } from "./told.ts";

/** What a past cannot show of a life. */
export interface Difference {
  readonly reason: string;
  /** Whether it changes nothing that a rule looks at which ships. */
  readonly isQuiet?: true;
  readonly past: (told: readonly Told[]) => Told[];
}

export const { world, times, outAt, momentAt } = createOracle(worldOptions, endsAt);
const { calendar } = world;

type Scheduled = keyof typeof schedules;
const timeAfter = new Map(
  Object.entries(schedules).map(([source, schedule]) => [source, createCronTimes(schedule, "Asia/Tokyo")]),
);

/** The first tick of a source at or after a time; on trading days, but for the forum. */
export function tickFrom(source: Scheduled, time: number): number {
  for (let at = time - 1; ; ) {
    const tick = timeAfter.get(source)?.(at);
    if (tick === undefined) throw new Error(`${source} has no tick`);
    if (source === "forum-comments" || calendar.isOpen(dayAt(tick))) return tick;
    at = tick;
  }
}

/** The tick at which a publication is found that comes when it is due. */
export function dueTick(source: keyof typeof dues, day: number): number {
  return tickFrom(source, japan(calendar.dateOf(day), dues[source]));
}
