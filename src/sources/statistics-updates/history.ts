/** The past of series: their values by period, and the days on which periods came out by an estimate. */
import { createZone } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import { addDays, japanMoment } from "../../model/dates.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../../model/history.ts";
import { businessDays } from "../../upstreams/past.ts";
import {
  endsSince,
  periodPublishedOn,
  pointSet,
  publicationMs,
  rhythmsIn,
  seriesToPast,
} from "../../upstreams/statistics/past-records.ts";
import {
  dateOfDay,
  readFrequency,
  type SeriesData,
  type SeriesInfo,
  type StatisticsClient,
} from "../../upstreams/statistics/records.ts";
import { leftOutRecord } from "../../upstreams/statistics/series.ts";
import type { ExpectedTimes } from "../market-past.ts";
import { type AskedPiece, type FetchContext, scopeOf } from "../member.ts";
import type { CodeWatch, DatabaseWatch, LayerWatch, SeriesWatch } from "./events.ts";
import { byFrequency, maxSeries } from "./fetch-series.ts";

export const untoldSeries = [
  "Values are current: there are no revisions, and a period has its final value.",
  "When a period came out is an estimate: as many business days after its end as the newest one, at most 120, and on the next business day where periods are days.",
  "A value that came later than its period comes with the period.",
  "Current series exist throughout: there are no events of added or removed series.",
] as const;

/** So many days before a period its series are asked for, so that the value before the first one is known. */
const daysBefore = 366;

/** A piece for each database, layer or call's worth of series that is watched. */
export function seriesPieces(watches: readonly SeriesWatch[], period: HistoryPeriod): AskedPiece[] {
  return watches.flatMap((watch) => {
    if (watch.kind === "codes") return codePieces(watch, period);
    return [watch.kind === "layer" ? layerPiece(watch, period) : databasePiece(watch, period)];
  });
}

type Data = AsyncGenerator<{ readonly data: readonly SeriesData[]; readonly infos?: Infos }, void, void>;
type Infos = ReadonlyMap<string, SeriesInfo>;

function pieceOf(
  query: Readonly<Record<string, string>> & { readonly db: string },
  period: HistoryPeriod,
  asked: Pick<AskedPiece, "call" | "requests">,
  read: (client: StatisticsClient, context: FetchContext) => Data,
): AskedPiece {
  return {
    ...{ set: pointSet, scope: scopeOf(query), ...period, service: "statistics", ...asked },
    async *read({ statistics }, context) {
      for await (const { data, infos } of read(statistics, context)) {
        for (const one of data) {
          const info = infos?.get(one.code.toUpperCase());
          yield seriesToPast(query.db, one, info, period.to) satisfies HistoryRecord[];
        }
      }
    },
  };
}

function codePieces({ db, codes }: CodeWatch, period: HistoryPeriod): AskedPiece[] {
  const pieces: AskedPiece[] = [];
  for (let at = 0; at < codes.length; at += maxSeries) {
    const some = codes.slice(at, at + maxSeries);
    const code = some.toSorted().join(",");
    const asked = { call: "getDataCode", requests: 1 };
    pieces.push(
      pieceOf({ db, code }, period, asked, (client, context) => dataOf(client, db, some, period, context)),
    );
  }
  return pieces;
}

/** Asks for all at once; where their periods differ, or one is unknown, the catalogue tells which go together. */
async function* dataOf(
  client: StatisticsClient,
  db: string,
  codes: readonly string[],
  period: HistoryPeriod,
  context: FetchContext,
): Data {
  const { signal, oddities } = context;
  // 01 is the first month, quarter and half alike.
  const start = `${yearBefore(period)}01`;
  try {
    yield { data: await client.dataByCode({ db, codes, start }, signal, oddities) };
    return;
  } catch (error) {
    if (!(error instanceof Failure) || !isAboutCodes(error)) throw error;
  }
  const infos = byCode(await client.metadata({ db }, signal, oddities));
  for (const code of codes) if (!infos.has(code)) oddities.setAside(leftOutRecord("getMetadata", code));
  yield* dataOfListed(
    client,
    db,
    codes.flatMap((code) => infos.get(code) ?? []),
    period,
    context,
  );
}

/** Refusals for a code that does not exist, for codes of several frequencies, and for dates of another one. */
const aboutCodes = ["M181013E", "M181014E", "M181015E"];

function isAboutCodes(error: Failure): boolean {
  return "messageId" in error && aboutCodes.includes(String(error.messageId));
}

function databasePiece({ db }: DatabaseWatch, period: HistoryPeriod): AskedPiece {
  return pieceOf({ db }, period, { call: "getMetadata", requests: 2 }, async function* (client, context) {
    const infos = await client.metadata({ db }, context.signal, context.oddities);
    yield* dataOfListed(client, db, infos, period, context);
  });
}

async function* dataOfListed(
  client: StatisticsClient,
  db: string,
  listed: readonly SeriesInfo[],
  period: HistoryPeriod,
  { signal, oddities, progress }: FetchContext,
): Data {
  const infos = byCode(listed);
  let done = 0;
  for (const group of byFrequency(listed)) {
    const frequency = readFrequency(group[0]?.frequency ?? "");
    const start = frequency && dateOfDay(addDays(period.from, -daysBefore), frequency);
    for (let at = 0; at < group.length; at += maxSeries) {
      const codes = group.slice(at, at + maxSeries).map(({ code }) => code);
      const asked = { db, codes, ...(start === undefined ? {} : { start }) };
      yield { data: await client.dataByCode(asked, signal, oddities), infos };
      done += codes.length;
      progress(`${db}, ${done} of ${listed.length} series`);
    }
  }
}

function layerPiece({ db, layer, frequency }: LayerWatch, period: HistoryPeriod): AskedPiece {
  const query = { db, layer: layer.join(), frequency };
  return pieceOf(query, period, { call: "getDataLayer", requests: 2 }, async function* (client, context) {
    const { signal, oddities } = context;
    const infos = byCode(await client.metadata({ db }, signal, oddities));
    const start = dateOfDay(addDays(period.from, -daysBefore), frequency);
    yield { data: await client.dataByLayer({ db, frequency, layer, start }, signal, oddities), infos };
  });
}

function byCode(infos: readonly SeriesInfo[]): Infos {
  return new Map(infos.map((info) => [info.code.toUpperCase(), info]));
}

function yearBefore({ from }: HistoryPeriod): string {
  return String(Number(from.slice(0, 4)) - 1);
}

/** A period comes out within so many days of its end. */
const longestDays = 400;

/** The moments of the days on which some series of the history has a new period, by the estimate. */
export function* seriesMoments(
  { due, timezone }: ExpectedTimes,
  history: HistoryReader,
  { from, to }: HistoryPeriod,
): Generator<number, void, void> {
  const isBusinessDay = businessDays(history);
  const days = new Set<string>();
  for (const rhythm of rhythmsIn(history, isBusinessDay)) {
    for (const end of endsSince(addDays(from, -longestDays), rhythm)) {
      const day = periodPublishedOn(end, rhythm, isBusinessDay);
      if (day >= from && day <= to) days.add(day);
    }
  }
  const zone = createZone(timezone);
  for (const day of [...days].sort())
    yield Math.max(zone.moment(day, due?.timeMs ?? 0), japanMoment(day, publicationMs));
}
