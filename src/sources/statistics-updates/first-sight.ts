/**
 * The first sight of a whole database. The largest have 34,000 series: they are fetched and stored part by part, so
 * that no commit takes long and a poll that is cut short need not begin again.
 */
import type { SeriesInfo } from "../../upstreams/statistics/records.ts";
import type { SourceState } from "../source.ts";
import { storedCursor } from "../stored.ts";
import type { Asking, WatchAnswer } from "./asking.ts";
import { type Fetched, fetchByCalls, maxSeries } from "./fetch-series.ts";
import { storedIn } from "./known-series.ts";
import type { ScopeAnswer, StatisticsCursor } from "./state.ts";

/** Either is enough for a part, which is committed in some 20 ms: about as many series as come with one call. */
const partSeries = 0.8 * maxSeries;
const partPoints = 100_000;

export function isFirstSight(state: SourceState, scope: string): boolean {
  const cursor = storedCursor<StatisticsCursor>(state);
  return cursor?.scopes[scope] === undefined || cursor.unfinished?.includes(scope) === true;
}

/** @param infos of the series whose data is still to be fetched */
export function askFirst(
  asking: Asking,
  db: string,
  standing: Omit<ScopeAnswer, "fetched">,
  infos: readonly SeriesInfo[],
): Promise<WatchAnswer> {
  const { state } = asking;
  const { scope } = standing;
  const calls = fetchByCalls(asking, db, infos, storedIn(state, scope));
  let items = standing.known;
  let last: string | undefined;

  const ask = async (): Promise<WatchAnswer> => {
    const fetched: Fetched["series"] = [];
    const failures: Fetched["failures"] = [];
    let points = 0;
    let more = true;
    while (more && fetched.length < partSeries && points < partPoints) {
      const { value, done } = await calls.next();
      more = done !== true;
      for (const series of value?.series ?? []) {
        fetched.push(series);
        if (state.item(scope, series.series.code) === undefined) items += 1;
        points += series.values.length;
      }
      failures.push(...(value?.failures ?? []));
    }
    last = fetched.at(-1)?.series.code ?? last;
    const answer = { scopes: [{ ...standing, fetched, first: { items, more } }], failures };
    if (fetched.length === 0 && failures[0] !== undefined) throw failures[0].failure;
    return more ? { ...answer, next } : answer;
  };
  // Where this part was not stored, because the disk is full or the source is held back, the rest waits too.
  const next = async () => (last !== undefined && state.item(scope, last) === undefined ? undefined : ask());
  return ask();
}
