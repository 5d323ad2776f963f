/**
 * The first sight of a whole database. The largest have 34,000 series: they are fetched and stored part by part, so
 * that no commit takes long and a poll that is cut short need not begin again.
 */
import { nextTurn } from "../../lib/next-turn.ts";
import type { SeriesInfo } from "../../upstreams/statistics/records.ts";
import type { PartFailure, SourceState } from "../source.ts";
import { storedCursor } from "../stored.ts";
import type { Asking, WatchAnswer } from "./asking.ts";
import { fetchByCalls } from "./fetch-series.ts";
import { type KnownSeries, storedIn } from "./known-series.ts";
import type { FetchedSeries, ScopeAnswer, StatisticsCursor } from "./state.ts";

/** Either is enough for a part, which is committed in some 10 ms. A call may bring several. */
const partSeries = 100;
const partPoints = 10_000;

export function isFirstSight(state: SourceState, scope: string): boolean {
  const cursor = storedCursor<StatisticsCursor>(state);
  return cursor?.scopes[scope] === undefined || cursor.unfinished?.includes(scope) === true;
}

/**
 * @param infos of the series whose data is still to be fetched
 * @param stored the series that are there already
 */
export function askFirst(
  asking: Asking,
  db: string,
  standing: Omit<ScopeAnswer, "fetched">,
  infos: readonly SeriesInfo[],
  stored: ReadonlyMap<string, KnownSeries>,
): Promise<WatchAnswer> {
  const { state } = asking;
  const { scope } = standing;
  const calls = fetchByCalls(asking, db, infos, storedIn(state, scope, stored));
  let waiting: readonly FetchedSeries[] = [];
  let left = infos.length;
  let items = standing.known;
  let last: string | undefined;

  const ask = async (): Promise<WatchAnswer> => {
    const failures: PartFailure[] = [];
    while (waiting.length === 0 && left > 0) {
      const { value } = await calls.next();
      waiting = value?.series ?? [];
      left -= value?.asked ?? left;
      failures.push(...(value?.failures ?? []));
      await nextTurn();
    }
    const fetched = waiting.slice(0, partLength(waiting));
    waiting = waiting.slice(fetched.length);
    for (const { series } of fetched) if (!stored.has(series.code)) items += 1;
    if (items === 0 && failures[0] !== undefined) throw failures[0].failure;
    last = fetched.at(-1)?.series.code ?? last;
    const more = left > 0 || waiting.length > 0;
    const answer = { scopes: [{ ...standing, fetched, first: { items, more } }], failures };
    return more ? { ...answer, next } : answer;
  };
  const next = async () => {
    await nextTurn();
    // Where this part was not stored, because the disk is full or the source is in quarantine, the rest waits too.
    return last !== undefined && state.item(scope, last) === undefined ? undefined : ask();
  };
  return ask();
}

/** Computes how many of these series make a part. */
function partLength(series: readonly FetchedSeries[]): number {
  let points = 0;
  const end = series.findIndex(({ values }, at) => {
    points += values.length;
    return at === partSeries || (at > 0 && points > partPoints);
  });
  return end === -1 ? series.length : end;
}
