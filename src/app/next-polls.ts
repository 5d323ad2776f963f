/** The next polls by the schedules, so that long work knows when it has a service to itself. */
import type { Config } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import { createCronTimes } from "../lib/cron.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import { nextLate } from "../pipeline/lateness.ts";
import { dueOf, serviceOf, settingsOf, type UpstreamName } from "./services.ts";

/** The first moment after another, both in ms since 1970; undefined: there is none. */
type NextTime = (after: number) => number | undefined;

/**
 * Computes how long no source of a service is due to be polled, in ms; Infinity where none ever is. No poll is earlier,
 * but for those at the start: closed days and pauses only leave some out.
 */
export function createNextPolls(
  config: Config,
  clock: Pick<Clock, "now">,
  calendar: () => TradingCalendar,
): (service: UpstreamName) => number {
  const times = new Map<UpstreamName, NextTime[]>();
  for (const name of Object.keys(config.sources)) {
    const [settings, service] = [settingsOf(name, config), serviceOf(name, config)];
    if (settings === undefined || service === undefined) continue;
    const due = dueOf(settings);
    const own = [
      remembered(createCronTimes(settings.schedule, settings.timezone)),
      ...(due === undefined ? [] : [remembered((after) => nextLate(due, calendar(), after))]),
    ];
    times.set(service, [...(times.get(service) ?? []), ...own]);
  }
  return (service) => {
    const now = clock.now();
    const next = (times.get(service) ?? []).map((time) => time(now) ?? Number.POSITIVE_INFINITY);
    return Math.min(...next, Number.POSITIVE_INFINITY) - now;
  };
}

/** It is asked at every request, and the answer stays the same until it has passed. */
function remembered(time: NextTime): NextTime {
  let known: { readonly from: number; readonly next: number | undefined } | undefined;
  return (after) => {
    const isKnown = known !== undefined && after >= known.from && (known.next ?? after + 1) > after;
    if (!isKnown) known = { from: after, next: time(after) };
    return known?.next;
  };
}
