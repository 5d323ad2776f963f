/** Compares the answer about one series with its stored state. */

import { isDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import { known } from "../../model/fields.ts";
import { type Decimals, decimalsOfAll, keptNumber } from "../../model/numbers.ts";
import { decimalsBetween, draft, isEnough, type Written } from "../compare.ts";
import type { Series } from "./events.ts";
import { bodyOf, type FetchedSeries, type Point, type SeriesBody, withLatest } from "./state.ts";
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

/** The newest day that an event is about, where the series has days; what is revised is older than the latest. */
function aboutDay(type: EventType, { period, revisions = [] }: Series): string | undefined {
  if (type === "statistics.series.removed") return undefined;
  const newest = type === "statistics.series.revised" ? revisions.at(-1)?.period : period;
  return newest !== undefined && isDay(newest) ? newest : undefined;
}

export interface PointChanges {
  /** Stored and new points together, oldest first; of a number that was only rounded the more exact one. */
  readonly points: Point[];
  /** Periods that are new or got their value now, oldest first. */
  readonly added: { period: string; value: number }[];
  /** Periods whose number is another one now, or withdrawn (`to` absent), oldest first. */
  readonly revisions: { period: string; from: number; to?: number }[];
}

/**
 * Both oldest first, each period once. A period that is stored and not in `next` says nothing: answers may begin
 * later than what is known.
 */
export function comparePoints(before: readonly Point[], next: readonly Point[], tolerance = 0): PointChanges {
  const points: Point[] = [];
  const added: PointChanges["added"] = [];
  const revisions: PointChanges["revisions"] = [];
  let decimals: Decimals | undefined;
  const keep = (old: number, value: number): number | undefined => {
    // Nearly all are; how exactly the others are written takes all numbers to find out.
    if (old === value) return old;
    decimals ??= decimalsBetween(writtenBy(before), writtenBy(next));
    return keptNumber(old, value, decimals, tolerance);
  };
  let at = 0;
  for (const point of next) {
    const [period, value] = point;
    // Periods of one frequency have one form, in which the order of texts is that of time.
    let known = before[at];
    for (; known !== undefined && known[0] < period; known = before[at]) {
      points.push(known);
      at += 1;
    }
    const old = known?.[0] === period ? known[1] : null;
    if (known?.[0] === period) at += 1;
    if (known !== undefined && old !== null && old === value) points.push(known);
    else if (old === null) {
      points.push(point);
      if (value !== null) added.push({ period, value });
    } else if (value === null) {
      points.push(point);
      revisions.push({ period, from: old });
    } else {
      const kept = keep(old, value);
      points.push(kept === undefined ? point : [period, kept]);
      if (kept === undefined) revisions.push({ period, from: old, to: value });
    }
  }
  return { points: [...points, ...before.slice(at)], added, revisions };
}

function writtenBy(points: readonly Point[]): Written {
  const values = points.flatMap(([, value]) => value ?? []);
  return { decimals: decimalsOfAll(values), isSure: isEnough(values.length) };
}
