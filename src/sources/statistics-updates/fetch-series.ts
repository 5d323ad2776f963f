/** Fetches the data of series in as few calls as the limits allow, and takes what came whole. */
import { Failure } from "../../lib/failure.ts";
import { nextTurn } from "../../lib/turns.ts";
import { known } from "../../model/fields.ts";
import { type SeriesData, type SeriesInfo, seriesFields } from "../../upstreams/statistics/records.ts";
import { isShrunk } from "../parts.ts";
import type { PartFailure } from "../source.ts";
import type { Asking, DataAnswer } from "./asking.ts";
import { type SeriesItem, seriesItem, seriesName } from "./events.ts";
import { type FetchedSeries, type SeriesBody, type StoredOf, withLatest } from "./state.ts";

/** Most series of one data call. */
export const maxSeries = 250;
const maxPoints = 60_000;

export interface Fetched {
  readonly series: FetchedSeries[];
  readonly failures: PartFailure[];
}

type Calls = Pick<Asking, "client" | "signal" | "data">;

/** Fetches series of the catalogue in as few calls as the limits allow. Throws the Failure of a call. */
export async function fetchListed(
  asking: Calls,
  db: string,
  infos: readonly SeriesInfo[],
  storedOf: StoredOf,
): Promise<Fetched> {
  const results: Fetched[] = [];
  for await (const fetched of fetchByCalls(asking, db, infos, storedOf)) results.push(fetched);
  return {
    series: results.flatMap(({ series }) => series),
    failures: results.flatMap(({ failures }) => failures),
  };
}

interface FetchedCall extends Fetched {
  /** Number of series that were asked for. */
  readonly asked: number;
}

/** Fetches series, one call after another. */
export async function* fetchByCalls(
  { client, signal, data }: Calls,
  db: string,
  infos: readonly SeriesInfo[],
  storedOf: StoredOf,
): AsyncGenerator<FetchedCall, void, void> {
  const accept = createAccept();
  for await (const chunk of chunks(infos, storedOf)) {
    const codes = chunk.map(({ code }) => code);
    const came = await data(db, (oddities) => client.dataByCode({ db, codes }, signal, oddities));
    await nextTurn();
    const infoOf = new Map(chunk.map((info) => [info.code.toUpperCase(), info]));
    yield { ...(await accept(db, codes, came, storedOf, infoOf)), asked: codes.length };
  }
}

/** Series of one frequency, at most as many as one call may hold by number and by points. */
async function* chunks(infos: readonly SeriesInfo[], storedOf: StoredOf): AsyncGenerator<SeriesInfo[]> {
  for (const group of byFrequency(infos)) {
    let chunk: SeriesInfo[] = [];
    let points = 0;
    for (const [index, info] of group.entries()) {
      if (index % readAtOnce === readAtOnce - 1) await nextTurn();
      const size = storedOf(info.code)?.points.length ?? 0;
      if (chunk.length > 0 && (chunk.length === maxSeries || points + size > maxPoints)) {
        yield chunk;
        chunk = [];
        points = 0;
      }
      chunk.push(info);
      points += size;
    }
    if (chunk.length > 0) yield chunk;
  }
}

export function byFrequency(infos: readonly SeriesInfo[]): SeriesInfo[][] {
  const groups = new Map<string, SeriesInfo[]>();
  for (const info of infos) {
    const group = groups.get(info.frequency ?? "") ?? [];
    group.push(info);
    groups.set(info.frequency ?? "", group);
  }
  return [...groups.values()];
}

type Accept = (
  db: string,
  codes: readonly string[],
  came: DataAnswer,
  storedOf: StoredOf,
  infoOf?: ReadonlyMap<string, SeriesInfo>,
) => Promise<Fetched>;

/** Stored series that are read in one turn, which takes some milliseconds. */
const readAtOnce = 50;

/**
 * The series that came whole in the answers of one poll. One that lost most of its values is a failed part, and so
 * is each that is not there where most are not; a single one that was left out, or could not be read, was told as
 * such and stays as it was.
 */
export function createAccept(): Accept {
  const pack = createPackSeries();
  return async (db, codes, { data, unread }, storedOf, infoOf = new Map()) => {
    const came = new Map(data.map((series) => [series.code.toUpperCase(), series]));
    const accepted: Fetched = { series: [], failures: [] };
    const isTorn = codes.length > 1 && isShrunk(codes.length, came.size);
    for (const [index, code] of codes.entries()) {
      if (index % readAtOnce === readAtOnce - 1) await nextTurn();
      const series = came.get(code.toUpperCase());
      if (series === undefined && unread.has(code) && !isTorn) continue;
      if (series !== undefined && !isShrunk(storedValues(storedOf(code)), valuesOf(series)))
        accepted.series.push(pack(db, series, infoOf.get(code.toUpperCase())));
      else accepted.failures.push(withoutData(db, code, series !== undefined));
    }
    return accepted;
  };
}

function withoutData(db: string, code: string, came: boolean): PartFailure {
  const failure = new Failure(
    "incomplete",
    `series ${code} came without ${came ? "most of its" : "its"} data`,
  );
  return { scope: seriesName(db, code), failure };
}

function storedValues(body: SeriesBody | undefined): number {
  return body?.points.filter(([, value]) => value !== null).length ?? 0;
}

function valuesOf({ points }: SeriesData): number {
  return points.filter(({ value }) => value !== null).length;
}

/** Packs the series of one poll: texts and lists of periods that many of them have are kept once. */
type PackSeries = (db: string, data: SeriesData, info: SeriesInfo | undefined) => FetchedSeries;

/** The fields of a series that both its data and the catalogue say. */
type Described = Exclude<keyof typeof seriesFields & keyof SeriesItem & keyof SeriesInfo, "code" | "name">;

const described = Object.keys(seriesFields).filter(
  (name) => name in seriesItem.shape && name !== "code" && name !== "name",
) as Described[];

function createPackSeries(): PackSeries {
  const texts = new Map<string, string>();
  /** The texts of a field that most series share; names they do not. */
  const shared = (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined;
    const one = texts.get(text);
    if (one === undefined) texts.set(text, text);
    return one ?? text;
  };
  let lastPeriods: readonly string[] = [];

  return (db, data, info) => {
    const points = inOrder(data.points);
    const isSame =
      points.length === lastPeriods.length && points.every(({ period }, at) => period === lastPeriods[at]);
    if (!isSame) lastPeriods = points.map(({ period }) => shared(period) ?? period);
    const packed: SeriesItem = known({ db, code: data.code, name: data.name });
    for (const name of described) {
      const said = shared(data[name] ?? info?.[name]);
      if (said !== undefined) packed[name] = said;
    }
    const latest = points.findLast(({ value }) => value !== null);
    return {
      series: withLatest(packed, latest === undefined ? [] : [[latest.period, latest.value]]),
      periods: lastPeriods,
      values: points.map(({ value }) => value ?? Number.NaN),
      lastUpdate: shared(data.lastUpdate),
      listed: info?.lastUpdate,
    };
  };
}

/** They nearly always come in order, and there may be millions. */
function inOrder(points: SeriesData["points"]): SeriesData["points"] {
  const isInOrder = points.every(({ period }, at) => at === 0 || (points[at - 1]?.period ?? "") <= period);
  return isInOrder
    ? points
    : points.toSorted((a, b) => (a.period < b.period ? -1 : a.period > b.period ? 1 : 0));
}
