/** Compares the fetched series scope by scope with those that are stored, and begins first sights. */
import { isDay, laterDay } from "../../model/dates.ts";
import type { EventDraft, EventType } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import { type Decimals, decimalsOfAll, keptNumber } from "../../model/numbers.ts";
import {
  allWrites,
  decimalsBetween,
  draft,
  isEnough,
  rewriteScope,
  saysTheSame,
  storedCursor,
  storedItem,
  type WrittenDecimals,
} from "../compare.ts";
import type { Diff, SourceState } from "../source.ts";
import { type SeriesItem, seriesName } from "./events.ts";
import {
  type FetchedSeries,
  type Point,
  type ScopeSeries,
  type SeriesBody,
  type StatisticsAnswer,
  type StatisticsCursor,
  seriesBody,
  withLatest,
} from "./state.ts";

/** @param tolerance how far two values may be apart and still be the same */
export function diffSeries(answer: StatisticsAnswer, state: SourceState, tolerance = 0): Diff {
  const cursor = storedCursor<StatisticsCursor>(state);
  const { scopes: before = {}, unfinished: begun = [] } = cursor ?? {};
  const unfinished: string[] = [];
  const scopes: Record<string, string> = {};
  const drafts: EventDraft[] = [];
  const writes: Pick<Diff, "put" | "drop">[] = [];
  let covers = 0;
  for (const seen of answer.scopes) {
    scopes[seen.scope] = seen.fingerprint ?? "";
    if (seen.first?.more) unfinished.push(seen.scope);
    if (!(seen.scope in before)) {
      writes.push(firstSight(seen));
      continue;
    }
    const { told, ...write } = update(seen, state, begun.includes(seen.scope), tolerance);
    writes.push(write);
    drafts.push(...told);
    covers += seen.known;
  }
  for (const [scope, fingerprint] of Object.entries(before)) {
    if (scope in scopes) continue;
    if (answer.watched.includes(scope)) {
      scopes[scope] = fingerprint;
      if (begun.includes(scope)) unfinished.push(scope);
    }
    // Nobody watches it any more. Watched again, it is a first sight.
    else writes.push(rewriteScope(scope, state.items(scope), new Map()));
  }
  const firsts = answer.scopes.filter(
    ({ scope, first }) => (!(scope in before) || begun.includes(scope)) && first?.more !== true,
  );
  const { baselined, untold } = baselineOf(firsts, cursor?.untold, unfinished.length > 0);
  return {
    drafts,
    ...allWrites(writes),
    cursor: {
      scopes,
      ...(unfinished.length > 0 && { unfinished }),
      ...(untold && { untold }),
    } satisfies StatisticsCursor,
    covers,
    published: newestUpdate(answer.scopes),
    ...(baselined && { baselined }),
  };
}

/** Nothing is stored of such a scope: what nobody watches any more was dropped. */
function firstSight({ scope, fetched }: ScopeSeries): Pick<Diff, "put" | "drop"> {
  return { put: fetched.map((series) => newItem(scope, series)), drop: [] };
}

/** Updates the stored series of a scope, with the events. At first sight new series are no news. */
function update(
  { scope, open, gone, elsewhere, fetched }: ScopeSeries,
  state: SourceState,
  isFirst: boolean,
  tolerance: number,
) {
  const told: EventDraft[] = [];
  const put: Diff["put"][number][] = [];
  const drop: Diff["drop"][number][] = [];
  const away = (code: string): SeriesBody | undefined => {
    const stored = storedItem<SeriesBody>(state, scope, code);
    if (stored !== undefined) drop.push({ scope, key: code });
    return stored;
  };
  for (const code of gone) {
    const stored = away(code);
    if (stored !== undefined) told.push(tellSeries("statistics.series.removed", stored.series));
  }
  elsewhere.forEach(away);
  for (const next of fetched) {
    const { code } = next.series;
    const stored = storedItem<SeriesBody>(state, scope, code);
    if (stored === undefined) {
      if (open && !isFirst) told.push(tellSeries("statistics.series.added", next.series, next));
      put.push(newItem(scope, next));
    } else {
      const change = compareSeries(stored, next, tolerance);
      told.push(...change.told);
      if (change.told.length > 0 || !saysTheSame(stored, change.body))
        put.push({ scope, key: code, body: change.body });
    }
  }
  return { told, put, drop };
}

/** Its body is made when it is written: all of them at once would be large. */
function newItem(scope: string, next: FetchedSeries): Diff["put"][number] {
  return {
    scope,
    key: next.series.code,
    get body() {
      return seriesBody(next);
    },
  };
}

type Baseline = NonNullable<Diff["baselined"]>;

/**
 * Makes the news of first sights: one, when all that were begun are whole; until then it is kept in the cursor.
 * @param firsts scopes whose first sight is whole now
 * @param untold those that were whole before
 */
function baselineOf(
  firsts: readonly ScopeSeries[],
  untold: Baseline | undefined,
  isUnfinished: boolean,
): { readonly baselined?: Baseline; readonly untold?: Baseline } {
  if (firsts.length === 0 && untold === undefined) return {};
  const items = firsts.reduce((sum, { first, fetched }) => sum + (first?.items ?? fetched.length), 0);
  const whole = {
    items: (untold?.items ?? 0) + items,
    scopes: [...(untold?.scopes ?? []), ...firsts.map(({ scope }) => scope)],
  };
  return isUnfinished ? { untold: whole } : { baselined: whole };
}

interface Dated {
  readonly lastUpdate?: string | undefined;
  readonly listed?: string | undefined;
}

/** The newest day on which the service updated what a poll fetched; undefined where that was nothing. */
function newestUpdate(scopes: readonly { readonly fetched: readonly Dated[] }[]): string | undefined {
  let newest = "";
  for (const { fetched } of scopes)
    for (const { lastUpdate, listed } of fetched) newest = laterDay(newest, lastUpdate ?? listed ?? "");
  return newest || undefined;
}

// Compares the answer about one series with its stored state.
interface SeriesChange {
  /** Body to store now. */
  readonly body: SeriesBody;
  readonly told: readonly EventDraft[];
}

/** @param tolerance how far two values may be apart and still be the same */
function compareSeries(stored: SeriesBody, next: FetchedSeries, tolerance: number): SeriesChange {
  const { points, added, revisions } = comparePoints(stored.points, seriesBody(next).points, tolerance);
  const was = stored.series;
  const now = withLatest(next.series, points);
  const told: EventDraft[] = [];
  if (added.length > 0) told.push(tellSeries("statistics.series.updated", { ...now, added }, next, was));
  if (revisions.length > 0)
    told.push(tellSeries("statistics.series.revised", { ...now, revisions }, next, was));
  const { lastUpdate, listed } = next;
  return { body: known({ series: now, points, lastUpdate, listed }), told };
}

function tellSeries(
  type: EventType,
  now: SeriesItem,
  dated?: Pick<FetchedSeries, "lastUpdate" | "listed">,
  was?: SeriesItem,
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
function aboutDay(type: EventType, { period, revisions = [] }: SeriesItem): string | undefined {
  if (type === "statistics.series.removed") return undefined;
  const newest = type === "statistics.series.revised" ? revisions.at(-1)?.period : period;
  return newest !== undefined && isDay(newest) ? newest : undefined;
}

interface PointChanges {
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

function writtenBy(points: readonly Point[]): WrittenDecimals {
  const values = points.flatMap(([, value]) => value ?? []);
  return { decimals: decimalsOfAll(values), isSure: isEnough(values.length) };
}
