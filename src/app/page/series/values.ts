/** The values of a series as its source stores them; where it is not watched any more, as the history has them. */
import { known } from "../../../model/fields.ts";
import type { SeriesAnswer } from "../../../model/page/series.ts";
import type { PastReading } from "../past/read-past.ts";

const source = "statistics-updates";
const always = { from: "0001-01-01", to: "9999-12-31" };

type SeriesFacts = Pick<
  SeriesAnswer,
  "db" | "code" | "name" | "unit" | "frequency" | "category" | "period" | "value" | "lastUpdate"
>;

export interface KnownSeries {
  readonly facts: SeriesFacts;
  /** Oldest first; null where a period has no value. */
  readonly values: readonly (readonly [period: string, value: number | null])[];
  readonly origin: SeriesAnswer["origin"];
}

/** A body of the source's state. */
interface StoredSeries {
  readonly series: SeriesFacts;
  readonly points: KnownSeries["values"];
  readonly lastUpdate?: string;
  readonly listed?: string;
}

export async function knownSeries(
  db: string,
  code: string,
  past: PastReading,
): Promise<KnownSeries | undefined> {
  return storedSeries(db, code, past) ?? fetchedSeries(db, code, past);
}

/** It is watched by its code, by a layer, or with its whole database. */
function storedSeries(db: string, code: string, past: PastReading): KnownSeries | undefined {
  const { scopes = {} } = (past.cursor(source) ?? {}) as {
    readonly scopes?: Readonly<Record<string, unknown>>;
  };
  const own = Object.keys(scopes).filter(
    (scope) => scope === `${db}/${code}` || scope === db || scope.startsWith(`${db}:`),
  );
  for (const scope of own) {
    const body = past.storedOne(source, scope, code) as StoredSeries | undefined;
    if (body === undefined) continue;
    const lastUpdate = body.lastUpdate ?? body.listed;
    return { facts: known({ ...body.series, lastUpdate }), values: body.points, origin: "live" };
  }
  return undefined;
}

async function fetchedSeries(db: string, code: string, past: PastReading): Promise<KnownSeries | undefined> {
  const points = new Map<string, number>();
  for (const { row } of await past.fetched("statistics/points", always))
    if (typeof row.period === "string" && typeof row.value === "number") points.set(row.period, row.value);
  const values = [...points].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [latest] = values.slice(-1);
  if (latest === undefined) return undefined;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const [newest] = (await past.fetched("statistics/series", always)).slice(-1);
  const { name, unit, frequency, category, lastUpdate } = newest?.row ?? {};
  const facts: SeriesFacts = known({
    ...{ db, code, name: text(name), unit: text(unit), frequency: text(frequency), category: text(category) },
    ...{ lastUpdate: text(lastUpdate), period: latest[0], value: latest[1] },
  });
  return { facts, values, origin: "history" };
}
