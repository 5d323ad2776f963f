/** What a monitor with these settings will do: when each source is polled, and what that takes of the market's plan. */
import { msPerRequest } from "../../../app/clients.ts";
import { dueOf, isSimulated, serviceOf, settingsOf, type UpstreamName } from "../../../app/services.ts";
import { weekdaysOnly } from "../../../calendar/trading-calendar.ts";
import type { Config } from "../../../config/config.ts";
import { createCronTimes } from "../../../lib/cron.ts";
import { addDays, isWeekday, japanMoment, jstDay } from "../../../model/dates.ts";
import { isAwaited } from "../../../pipeline/lateness.ts";
import { isTickUsed } from "../../../pipeline/schedule.ts";

interface SourceOutlook {
  readonly source: string;
  readonly service: UpstreamName;
  readonly simulated: boolean;
  /** The next moment of its schedule, ISO; absent where the service is simulated. */
  readonly next?: string;
  /** The most polls of a trading day; absent where the service is simulated. */
  readonly polls?: number;
}

export interface Outlook {
  readonly sources: readonly SourceOutlook[];
  /** Requests to the market service; absent where it is simulated or not asked. */
  readonly market?: { readonly aDay: number; readonly aMinute: number; readonly allowed: number };
}

/** A dated source reads the last five weekdays at each poll. */
const requestsAPoll = 5;
/** The list of issues and the trading days, once a day. */
const onceADay = 2;

/** @param now ms since 1970 */
export function outlookOf(config: Config, now: number): Outlook {
  const day = nextWeekday(jstDay(now));
  const names = Object.keys(config.sources).filter((name) => settingsOf(name, config) !== undefined);
  const minutes = new Map<number, number>();
  let market = 0;
  const sources = names.flatMap((source): SourceOutlook[] => {
    const service = serviceOf(source, config);
    if (service === undefined) return [];
    if (isSimulated(config, service)) return [{ source, service, simulated: true }];
    const polls = pollsOn(day, source, config);
    const isDated = service === "market";
    for (const at of isDated ? polls : []) {
      const minute = Math.floor(at / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + requestsAPoll);
    }
    if (isDated) market += polls.length * requestsAPoll;
    const next = nextTime(source, config, now);
    return [{ source, service, simulated: false, polls: polls.length, ...(next !== undefined && { next }) }];
  });
  if (market === 0) return { sources };
  const allowed = Math.round(60_000 / Math.max(1, msPerRequest(config, "market")));
  return { sources, market: { aDay: market + onceADay, aMinute: Math.max(...minutes.values()), allowed } };
}

function nextTime(source: string, config: Config, now: number): string | undefined {
  const settings = settingsOf(source, config);
  const next = settings && createCronTimes(settings.schedule, settings.timezone)(now);
  return next === undefined ? undefined : new Date(next).toISOString();
}

/** Moments of the polls of a trading day whose publication never comes: on no day are there more. */
function pollsOn(day: string, source: string, config: Config): number[] {
  const settings = settingsOf(source, config);
  if (settings === undefined) return [];
  const due = dueOf(settings);
  const timeAfter = createCronTimes(settings.schedule, settings.timezone);
  const end = japanMoment(addDays(day, 1), 0);
  const published = addDays(day, -1);
  const polls: number[] = [];
  for (let at = timeAfter(japanMoment(day, 0) - 1); at !== undefined && at < end; at = timeAfter(at)) {
    const tick = { at, elapsed: at, intervalMs: 0 };
    if (due === undefined || isTickUsed(tick, polls.at(-1), isAwaited(due, weekdaysOnly, at, published)))
      polls.push(at);
  }
  return polls;
}

function nextWeekday(day: string): string {
  return isWeekday(day) ? day : nextWeekday(addDays(day, 1));
}
