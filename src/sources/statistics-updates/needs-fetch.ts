import { addDays } from "../../model/dates.ts";
import type { SeriesInfo } from "../../upstreams/statistics/records.ts";
import type { KnownSeries } from "./known-series.ts";

/** Whether the catalogue says that a series has data that is not stored. */
export function needsFetch(info: SeriesInfo, stored: KnownSeries | undefined, today: string): boolean {
  if (stored === undefined || info.lastUpdate === undefined) return true;
  return info.lastUpdate !== stored.listed || isBehind(info, stored, today);
}

/**
 * Whether the data came older than the catalogue says, which happens while an update is under way. A
 * disagreement that lasts longer is how the service is, and asking on would not help.
 */
export function isBehind(
  info: SeriesInfo,
  stored: { readonly lastUpdate?: string | undefined },
  today: string,
): boolean {
  const { lastUpdate } = info;
  if (lastUpdate === undefined || stored.lastUpdate === undefined) return false;
  return stored.lastUpdate < lastUpdate && isYoung(info, today);
}

/** Whether the catalogue says that a series was updated today or yesterday. */
export function isYoung(info: SeriesInfo | undefined, today: string): boolean {
  return info?.lastUpdate !== undefined && info.lastUpdate >= addDays(today, -1);
}
