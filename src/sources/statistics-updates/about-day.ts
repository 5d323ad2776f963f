import { isDay } from "../../model/dates.ts";
import type { EventType } from "../../model/event-types.ts";
import type { Series } from "./events.ts";

/** The newest day that an event is about, where the series has days; what is revised is older than the latest. */
export function aboutDay(type: EventType, { period, revisions = [] }: Series): string | undefined {
  if (type === "statistics.series.removed") return undefined;
  const newest = type === "statistics.series.revised" ? revisions.at(-1)?.period : period;
  return newest !== undefined && isDay(newest) ? newest : undefined;
}
