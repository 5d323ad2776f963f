import { isDay, laterDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type { Series } from "../../model/items.ts";
import { draft } from "../draft.ts";
import type { Diff, SourceState } from "../source.ts";
import { rewrite, storedCursor } from "../stored.ts";
import { storedSeries } from "./asking.ts";
import { comparePoints } from "./compare-points.ts";
import {
  type ScopeAnswer,
  type SeriesBody,
  type StatisticsAnswer,
  type StatisticsCursor,
  withLatest,
} from "./state.ts";
import { seriesName } from "./watch.ts";

export function diff(answer: StatisticsAnswer, state: SourceState): Diff {
  const before = storedCursor<StatisticsCursor>(state)?.scopes ?? {};
  const scopes: Record<string, string> = {};
  const drafts: EventDraft[] = [];
  const writes = [];
  let covers = 0;
  for (const seen of answer.scopes) {
    const stored = storedSeries(state, seen.scope);
    const after = new Map(stored);
    const told = update(seen, after);
    if (seen.scope in before) {
      drafts.push(...told);
      covers += seenAgain(seen, stored);
    }
    scopes[seen.scope] = seen.fingerprint ?? "";
    writes.push(rewrite(seen.scope, stored, after));
  }
  for (const [scope, fingerprint] of Object.entries(before)) {
    if (scope in scopes) continue;
    if (answer.watched.includes(scope)) scopes[scope] = fingerprint;
    // Nobody watches it any more. Watched again, it is a first sight.
    else writes.push(rewrite(scope, state.items(scope), new Map()));
  }
  const firsts = answer.scopes.filter(({ scope }) => !(scope in before));
  return {
    drafts,
    put: writes.flatMap(({ put }) => put),
    drop: writes.flatMap(({ drop }) => drop),
    cursor: { scopes } satisfies StatisticsCursor,
    covers,
    published: lastUpdate(answer.scopes),
    ...(firsts.length === 0
      ? {}
      : {
          baselined: {
            items: firsts.reduce((sum, { fetched }) => sum + fetched.length, 0),
            scopes: firsts.map(({ scope }) => scope),
          },
        }),
  };
}

/** The newest day on which the service updated what was fetched. */
function lastUpdate(scopes: readonly ScopeAnswer[]): string | undefined {
  const days = scopes
    .flatMap(({ fetched }) => fetched)
    .flatMap(({ lastUpdate: own, listed }) => own ?? listed ?? []);
  return days.reduce(laterDay, "") || undefined;
}

/** Known series that are still there: those whose data was not fetched are as they were, says the catalogue. */
function seenAgain({ gone, elsewhere }: ScopeAnswer, stored: ReadonlyMap<string, SeriesBody>): number {
  const away = new Set([...gone, ...elsewhere]);
  return [...stored.keys()].filter((code) => !away.has(code)).length;
}

/** Brings the stored series of a scope up to date and returns what that tells. */
function update(seen: ScopeAnswer, after: Map<string, SeriesBody>): EventDraft[] {
  const drafts: EventDraft[] = [];
  for (const code of seen.gone) {
    const body = after.get(code);
    if (body !== undefined) drafts.push(tell("statistics.series.removed", body.series));
    after.delete(code);
  }
  for (const code of seen.elsewhere) after.delete(code);
  for (const next of seen.fetched) {
    const { code } = next.series;
    const stored = after.get(code);
    if (stored === undefined) {
      if (seen.open) drafts.push(tell("statistics.series.added", next.series, next));
      after.set(code, next);
    } else {
      const { body, told } = compare(stored, next);
      drafts.push(...told);
      after.set(code, body);
    }
  }
  return drafts;
}

function compare(stored: SeriesBody, next: SeriesBody): { body: SeriesBody; told: EventDraft[] } {
  const { points, added, revisions } = comparePoints(stored.points, next.points);
  const was = stored.series;
  const now = withLatest(next.series, points);
  const told = [];
  if (added.length > 0) told.push(tell("statistics.series.updated", { ...now, added }, next, was));
  if (revisions.length > 0) told.push(tell("statistics.series.revised", { ...now, revisions }, next, was));
  return { body: { ...next, series: now, points }, told };
}

function tell(type: EventType, now: Series, body?: SeriesBody, was?: Series): EventDraft {
  return draft("statistics-updates", {
    type,
    subject: seriesName(now.db, now.code),
    published: body?.lastUpdate ?? body?.listed,
    occurred: now.period !== undefined && isDay(now.period) ? now.period : undefined,
    now,
    was,
  });
}
