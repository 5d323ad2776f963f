/** Compares the answer about one series with its stored state. */
import { known } from "../../lib/known.ts";
import type { EventDraft } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import { draft } from "../draft.ts";
import { aboutDay } from "./about-day.ts";
import { comparePoints } from "./compare-points.ts";
import type { Series } from "./events.ts";
import { bodyOf, type FetchedSeries, type SeriesBody, withLatest } from "./state.ts";
import { seriesName } from "./watch.ts";

export interface SeriesChange {
  /** Body to store now. */
  readonly body: SeriesBody;
  readonly told: readonly EventDraft[];
}

/** @param tolerance how far two values may be apart and still be the same */
export function compareSeries(stored: SeriesBody, next: FetchedSeries, tolerance: number): SeriesChange {
  const { points, added, revisions } = comparePoints(stored.points, bodyOf(next).points, tolerance);
  const was = stored.series;
  const now = withLatest(next.series, points);
  const told: EventDraft[] = [];
  if (added.length > 0) told.push(tellSeries("statistics.series.updated", { ...now, added }, next, was));
  if (revisions.length > 0)
    told.push(tellSeries("statistics.series.revised", { ...now, revisions }, next, was));
  const { lastUpdate, listed } = next;
  return { body: known({ series: now, points, lastUpdate, listed }), told };
}

export function tellSeries(
  type: EventType,
  now: Series,
  dated?: Pick<FetchedSeries, "lastUpdate" | "listed">,
  was?: Series,
): EventDraft {
  return draft("statistics-updates", {
    type,
    subject: seriesName(now.db, now.code),
    published: dated?.lastUpdate ?? dated?.listed,
    occurred: aboutDay(type, now),
    rewrites: type === "statistics.series.revised" ? seriesName(now.db, now.code) : undefined,
    now,
    was,
  });
}
