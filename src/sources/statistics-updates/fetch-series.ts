import { Failure } from "../../lib/failure.ts";
import type { SeriesData, SeriesInfo } from "../../upstreams/statistics/records.ts";
import { isShrunk } from "../shrunk.ts";
import type { PartFailure } from "../source.ts";
import type { Asking } from "./asking.ts";
import { type SeriesBody, toBody } from "./state.ts";
import type { Unread } from "./unread.ts";
import { seriesName } from "./watch.ts";

/** What one data call may ask for. */
export const maxSeries = 250;
const maxPoints = 60_000;

export interface Fetched {
  readonly bodies: SeriesBody[];
  readonly failures: PartFailure[];
}

/** Stored bodies by series code. */
export type StoredOf = (code: string) => SeriesBody | undefined;

/** Fetches series of the catalogue in as few calls as the limits allow. Throws the Failure of a call. */
export async function fetchListed(
  { client, signal, data }: Pick<Asking, "client" | "signal" | "data">,
  db: string,
  infos: readonly SeriesInfo[],
  storedOf: StoredOf,
): Promise<Fetched> {
  const results: Fetched[] = [];
  for (const chunk of chunks(infos, storedOf)) {
    const codes = chunk.map(({ code }) => code);
    const came = await data(db, (oddities) => client.dataByCode({ db, codes }, signal, oddities));
    results.push(
      accept(db, codes, came, storedOf, new Map(chunk.map((info) => [info.code.toUpperCase(), info]))),
    );
  }
  return {
    bodies: results.flatMap(({ bodies }) => bodies),
    failures: results.flatMap(({ failures }) => failures),
  };
}

/** Series of one frequency, at most as many as one call may hold by number and by points. */
function chunks(infos: readonly SeriesInfo[], storedOf: StoredOf): SeriesInfo[][] {
  const done: SeriesInfo[][] = [];
  for (const group of byFrequency(infos)) {
    let chunk: SeriesInfo[] = [];
    let points = 0;
    for (const info of group) {
      const size = storedOf(info.code)?.points.length ?? 0;
      if (chunk.length > 0 && (chunk.length === maxSeries || points + size > maxPoints)) {
        done.push(chunk);
        chunk = [];
        points = 0;
      }
      chunk.push(info);
      points += size;
    }
    if (chunk.length > 0) done.push(chunk);
  }
  return done;
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

/**
 * The series that came whole. One that is not there, or lost most of its values, is a failed part; one that could
 * not be read is neither.
 */
export function accept(
  db: string,
  codes: readonly string[],
  { data, unread }: { readonly data: readonly SeriesData[]; readonly unread: Unread },
  storedOf: StoredOf,
  infos: ReadonlyMap<string, SeriesInfo> = new Map(),
): Fetched {
  const came = new Map(data.map((series) => [series.code.toUpperCase(), series]));
  const bodies: SeriesBody[] = [];
  const failures: PartFailure[] = [];
  for (const code of codes) {
    const series = came.get(code.toUpperCase());
    const body = series && toBody(db, series, infos.get(code.toUpperCase()));
    if (body === undefined && unread.has(code)) continue;
    if (body !== undefined && !isShrunk(values(storedOf(code)), values(body))) bodies.push(body);
    else {
      const failure = new Failure(
        "incomplete",
        `series ${code} came without ${body ? "most of its" : "its"} data`,
      );
      failures.push({ scope: seriesName(db, code), failure });
    }
  }
  return { bodies, failures };
}

function values(body: SeriesBody | undefined): number {
  return body?.points.filter(([, value]) => value !== null).length ?? 0;
}
