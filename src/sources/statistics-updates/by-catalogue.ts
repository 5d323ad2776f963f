/** Whole databases and layers: the catalogue decides what is fetched. */
import { createHash } from "node:crypto";
import { Failure } from "../../lib/failure.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { SeriesInfo } from "../../upstreams/statistics/records.ts";
import { storedCursor } from "../compare.ts";
import { isShrunk } from "../parts.ts";
import type { PartFailure, SourceState } from "../source.ts";
import {
  type Asking,
  statisticsMessageId,
  type UnreadSeries,
  unknownSeries,
  type WatchAnswer,
} from "./asking.ts";
import type { DatabaseWatch, LayerWatch } from "./events.ts";
import { createAccept, fetchByCalls } from "./fetch-series.ts";
import {
  type FetchedSeries,
  isBehind,
  isYoung,
  type KnownSeries,
  knownSeries,
  needsFetch,
  type ScopeSeries,
  type StatisticsCursor,
  type StoredOf,
  storedIn,
} from "./state.ts";

/** Whether a narrower watch tells of a series. */
export type IsElsewhere = (code: string) => boolean;

export async function askDatabase(
  { db, scope }: DatabaseWatch,
  asking: Asking,
  isElsewhere: IsElsewhere,
): Promise<WatchAnswer> {
  const { state, today } = asking;
  const stored = await knownSeries(state, scope);
  const catalogue = await readCatalogue(db, stored, asking);
  await nextTurn();
  const changed = catalogue.filter(
    (info) => !isElsewhere(info.code) && needsFetch(info, stored.get(info.code), today),
  );
  await nextTurn();
  const stands = standing(scope, stored, catalogue, asking.unlisted(db), isElsewhere);
  await requireGone(db, stands.gone, asking);
  const storedOf = storedIn(state, scope, stored);
  if (isFirstSight(state, scope))
    return askFirst(fetchParts(asking, db, changed, storedOf, wholeLimits), stands, state, stored);
  const limits = changed.length > wholeLimits.series ? updateLimits : wholeLimits;
  return askUpdate(fetchParts(asking, db, changed, storedOf, limits), stands);
}

export async function askLayer(
  { db, scope, layer, frequency }: LayerWatch,
  asking: Asking,
  isElsewhere: IsElsewhere,
): Promise<WatchAnswer> {
  const { client, state, signal, today } = asking;
  const stored = await knownSeries(state, scope);
  const catalogue = await readCatalogue(db, stored, asking);
  const fingerprint = fingerprintOf(catalogue, layer, stored);
  const unlisted = asking.unlisted(db);
  const answer = { ...standing(scope, stored, catalogue, unlisted, isElsewhere), fetched: [], fingerprint };
  await requireGone(db, answer.gone, asking);
  if (storedCursor<StatisticsCursor>(state)?.scopes[scope] === fingerprint)
    return { scopes: [answer], failures: [] };
  const answered = await asking.data(db, (oddities) =>
    client.dataByLayer({ db, frequency, layer }, signal, oddities),
  );
  const { data, unread } = answered;
  const expected = [...stored.keys()].filter((code) => !answer.gone.includes(code));
  if (data.length === 0 || isShrunk(expected.length, data.length)) {
    throw new Failure(
      "incomplete",
      `layer ${scope} had ${expected.length} series and now has ${data.length}`,
    );
  }
  const infos = new Map(catalogue.map((info) => [info.code.toUpperCase(), info]));
  const codes = data.map(({ code }) => code).filter((code) => !isElsewhere(code));
  const accept = createAccept();
  const { series, failures } = await accept(db, codes, answered, storedIn(state, scope, stored), infos);
  const came = new Set(codes);
  const leftOut = expected.filter((code) => !came.has(code) && !unread.has(code) && !isElsewhere(code));
  for (const code of leftOut) asking.leftOut(db, "getDataLayer", code);
  const late =
    leftOut.some((code) => isYoung(infos.get(code.toUpperCase()), today)) ||
    series.some((one) => {
      const info = infos.get(one.series.code.toUpperCase());
      return info !== undefined && isBehind(info, one, today);
    });
  // Without a fingerprint the next poll fetches again.
  const reached = late || failures.length > 0 || unread.count > 0 ? "" : fingerprint;
  return { scopes: [{ ...answer, fetched: series, fingerprint: reached }], failures };
}

async function readCatalogue(db: string, stored: ReadonlyMap<string, KnownSeries>, asking: Asking) {
  const catalogue = await asking.catalogue(db);
  const listed = new Set(catalogue.map(({ code }) => code));
  const found = [...stored.keys()].filter((code) => listed.has(code)).length;
  if (catalogue.length === 0 || isShrunk(stored.size, found)) {
    throw new Failure("incomplete", `the catalogue of ${db} has ${found} of ${stored.size} known series`);
  }
  return catalogue;
}

/**
 * A catalogue that was cut looks like one of fewer series. So those that it lacks are asked for, some of them where they
 * are many: what is cut off is cut off together. Throws a Failure where the service still has one.
 */
async function requireGone(db: string, gone: readonly string[], { client, signal }: Asking): Promise<void> {
  const some = new Set([gone[0], gone[Math.floor(gone.length / 2)], gone.at(-1)]);
  for (const code of some) {
    if (code === undefined) continue;
    const data = await client.dataByCode({ db, codes: [code] }, signal).catch((error: unknown) => {
      if (statisticsMessageId(error) === unknownSeries) return [];
      throw error;
    });
    if (data.length > 0)
      throw new Failure("incomplete", `the catalogue of ${db} lacks ${code}, which the service still has`);
  }
}

/** Sorts the stored series by what became of them. */
function standing(
  scope: string,
  stored: ReadonlyMap<string, KnownSeries>,
  catalogue: readonly SeriesInfo[],
  unlisted: UnreadSeries,
  isElsewhere: IsElsewhere,
): Omit<ScopeSeries, "fetched"> {
  const listed = new Set(catalogue.map(({ code }) => code));
  const codes = [...stored.keys()];
  const gone = codes.filter((code) => !listed.has(code) && !unlisted.has(code) && !isElsewhere(code));
  const elsewhere = codes.filter(isElsewhere);
  return { scope, open: true, gone, elsewhere, known: codes.length - gone.length - elsewhere.length };
}

/** Fingerprint of the layer's series and their last updates, or of the whole database if the catalogue names no such layer. */
function fingerprintOf(
  catalogue: readonly SeriesInfo[],
  layer: readonly string[],
  stored: ReadonlyMap<string, KnownSeries>,
): string {
  const isAt = (place: readonly string[]) =>
    layer.every((level, index) => level === "*" || place[index] === level);
  const isInside = ({ code, layers, alsoAt = [] }: SeriesInfo) =>
    stored.has(code) || isAt(layers) || alsoAt.some(isAt);
  const inside = catalogue.filter(isInside);
  const lines = (inside.length > 0 ? inside : catalogue).map(
    ({ code, lastUpdate }) => `${code} ${lastUpdate ?? ""}`,
  );
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

/** Limits of a part, either of which is enough: it is committed in some 10 ms. A call may bring several. */
interface PartLimits {
  readonly series: number;
  readonly points: number;
}

const wholeLimits: PartLimits = { series: 100, points: 10_000 };
/** Limits for an update that is more than one part: comparing takes longer than storing. */
const updateLimits: PartLimits = { series: 50, points: 5_000 };

interface Part {
  readonly fetched: readonly FetchedSeries[];
  readonly failures: readonly PartFailure[];
  /** Number of series that are still to come in further parts. */
  readonly left: number;
}

/** Fetches series, and gives them in parts: the largest databases have 34,000. */
function fetchParts(
  asking: Asking,
  db: string,
  infos: readonly SeriesInfo[],
  storedOf: StoredOf,
  limits: PartLimits,
): () => Promise<Part> {
  const calls = fetchByCalls(asking, db, infos, storedOf);
  let waiting: readonly FetchedSeries[] = [];
  let left = infos.length;
  return async () => {
    const failures: PartFailure[] = [];
    while (waiting.length === 0 && left > 0) {
      const { value } = await calls.next();
      waiting = value?.series ?? [];
      left -= value?.asked ?? left;
      failures.push(...(value?.failures ?? []));
      await nextTurn();
    }
    const fetched = waiting.slice(0, partLength(waiting, limits));
    waiting = waiting.slice(fetched.length);
    return { fetched, failures, left: left + waiting.length };
  };
}

function isFirstSight(state: SourceState, scope: string): boolean {
  const cursor = storedCursor<StatisticsCursor>(state);
  return cursor?.scopes[scope] === undefined || cursor.unfinished?.includes(scope) === true;
}

/**
 * The first sight of a whole database: each part is told by itself, so that a poll that is cut short need not begin
 * again.
 *
 * @param stored the series that are there already
 */
function askFirst(
  part: () => Promise<Part>,
  standing: Omit<ScopeSeries, "fetched">,
  state: SourceState,
  stored: ReadonlyMap<string, KnownSeries>,
): Promise<WatchAnswer> {
  const { scope } = standing;
  let items = standing.known;
  let last: string | undefined;
  const ask = async (): Promise<WatchAnswer> => {
    const { fetched, failures, left } = await part();
    for (const { series } of fetched) if (!stored.has(series.code)) items += 1;
    if (items === 0 && failures[0] !== undefined) throw failures[0].failure;
    last = fetched.at(-1)?.series.code ?? last;
    const more = left > 0;
    const answer = { scopes: [{ ...standing, fetched, first: { items, more } }], failures: [...failures] };
    return more ? { ...answer, next } : answer;
  };
  const next = async () => {
    await nextTurn();
    // Where this part was not stored, because the disk is full or the source is in quarantine, the rest waits too.
    return last !== undefined && state.item(scope, last) === undefined ? undefined : ask();
  };
  return ask();
}

/** What changed of a database since. The first part counts the series that are not fetched, too. */
async function askUpdate(
  part: () => Promise<Part>,
  standing: Omit<ScopeSeries, "fetched">,
): Promise<WatchAnswer> {
  let goneLeft = standing.gone;
  const ask = async (stands: Omit<ScopeSeries, "fetched">): Promise<WatchAnswer> => {
    const { fetched, failures, left } = await part();
    const gone = goneLeft.slice(0, wholeLimits.series);
    goneLeft = goneLeft.slice(gone.length);
    const answer = { scopes: [{ ...stands, gone, fetched }], failures: [...failures] };
    return left > 0 || goneLeft.length > 0 ? { ...answer, next, toCome: left } : answer;
  };
  const next = async () => {
    await nextTurn();
    return ask({ ...standing, known: 0, elsewhere: [] });
  };
  return ask(standing);
}

/** Computes how many of these series make a part. */
function partLength(series: readonly FetchedSeries[], limits: PartLimits): number {
  let points = 0;
  const end = series.findIndex(({ values }, at) => {
    points += values.length;
    return at === limits.series || (at > 0 && points > limits.points);
  });
  return end === -1 ? series.length : end;
}
