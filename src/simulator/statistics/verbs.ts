/** getMetadata, getDataCode and getDataLayer: from checked parameters to records. */
import { listOf, type Series, type SeriesList } from "../world/statistics/catalogue.ts";
import { frequencies } from "../world/statistics/periods.ts";
import type { World } from "../world/world.ts";
import type { StatisticsDialect } from "./dialect.ts";
import { Refusal } from "./messages.ts";
import { type Bounds, checkBounds, type Parameters, parseBounds, parseStartPosition } from "./parameters.ts";
import { type DataRecord, dataRecord, fill, type Limits } from "./records.ts";

interface Result {
  readonly records: Iterable<Record<string, unknown>>;
  readonly next: number | null;
  /** Whether there is anything to tell. */
  readonly found: boolean;
}

interface Rules {
  readonly limits: Limits;
  readonly dialect: StatisticsDialect;
}

export interface Verb {
  /** Parameters besides db, format and lang. */
  readonly parameters: readonly string[];
  /** Throws a Refusal. */
  readonly answer: (world: World, at: number, parameters: Parameters, rules: Rules) => Result;
}

const getMetadata: Verb = {
  parameters: [],
  answer: (world, at, parameters, { dialect }) => ({
    records: written(dialect.rows(seriesOf(world, parameters)), (row) =>
      dialect.catalogueRecord(world, at, row, parameters.language),
    ),
    next: null,
    found: true,
  }),
};

const getDataCode: Verb = {
  parameters: ["CODE", "STARTDATE", "ENDDATE", "STARTPOSITION"],
  answer(world, at, parameters, { limits, dialect }) {
    const codes = parameters
      .get("CODE")
      ?.split(",")
      .map((code) => code.trim());
    if (!codes) throw new Refusal("M181006E");
    const prefixed = new RegExp(`^${parameters.db}[^A-Z0-9]`);
    if (codes.some((code) => prefixed.test(code))) throw new Refusal("M181001E");
    if (codes.length > limits.codesPerRequest) throw new Refusal("M181007E");
    const start = parseStartPosition(parameters);
    const bounds = parseBounds(parameters, worldYear(world, at));
    const list = seriesOf(world, parameters);
    const asked = codes.map((code, index) => {
      const series = list.byCode(code);
      if (!series) throw new Refusal("M181013E", index + 1);
      return { series, position: index + 1 };
    });
    const frequency = asked[0]?.series.frequency ?? "D";
    const stranger = asked.find(({ series }) => series.frequency !== frequency);
    if (stranger) throw new Refusal("M181014E", stranger.position);
    checkBounds(bounds, frequency);
    const read = ({ series }: { series: Series }) =>
      dataRecord(world, at, series, dialect.observations(world, at, series, bounds), parameters.language);
    return withData(fill(asked.slice(start - 1), limits, read), bounds, dialect);
  },
};

const getDataLayer: Verb = {
  parameters: ["FREQUENCY", "LAYER", "STARTDATE", "ENDDATE", "STARTPOSITION"],
  answer(world, at, parameters, { limits, dialect }) {
    const name = parameters.get("FREQUENCY");
    if (name === undefined) throw new Refusal("M181017E");
    const frequency = frequencies.find((one) => one === name);
    if (!frequency) throw new Refusal("M181018E");
    const layer = parseLayer(parameters.get("LAYER"));
    const start = parseStartPosition(parameters);
    const bounds = parseBounds(parameters, worldYear(world, at));
    checkBounds(bounds, frequency);
    const matching: { series: Series; position: number }[] = [];
    let position = 0;
    for (const row of dialect.rows(seriesOf(world, parameters))) {
      position += 1;
      if ("heading" in row) continue;
      if (!layer.every((step, depth) => step === "*" || step === row.layers[depth])) continue;
      matching.push({ series: row, position });
      if (matching.length > limits.seriesPerLayer) throw new Refusal("M181007E");
    }
    const asked = matching.filter(
      ({ series, position }) => series.frequency === frequency && position >= start,
    );
    const read = ({ series }: { series: Series }) =>
      dataRecord(world, at, series, dialect.observations(world, at, series, bounds), parameters.language);
    return withData(fill(asked, limits, read), bounds, dialect);
  },
};

export const verbs: Readonly<Record<string, Verb>> = { getMetadata, getDataCode, getDataLayer };

function seriesOf(world: World, { db }: Parameters): SeriesList {
  return world.statistics.series(db) ?? listOf([]);
}

/** Written one by one, as they are taken: a catalogue may be large. */
function* written<Row, Written>(rows: Iterable<Row>, write: (row: Row) => Written): Generator<Written> {
  for (const row of rows) yield write(row);
}

function worldYear({ calendar }: World, at: number): number {
  return calendar.timeOf(at).getUTCFullYear();
}

function parseLayer(text: string | undefined): string[] {
  const steps = text?.split(",").map((step) => step.trim()) ?? [];
  if (!steps[0]) throw new Refusal("M181019E");
  if (steps.length > 5 || !steps.every((step) => step === "*" || /^\d+$/.test(step)))
    throw new Refusal("M181020E");
  return steps;
}

/** Series without a single period in the range are no data. */
function withData(
  { records, next }: { records: DataRecord[]; next: number | null },
  bounds: Bounds,
  { sendsNulls }: StatisticsDialect,
): Result {
  const found = next !== null || records.some((record) => record.VALUES.VALUES.length > 0);
  if (found) return { records, next, found };
  return { records: sendsNulls ? records.map((record) => withNulls(record, bounds)) : [], next, found };
}

/** The ends of the range stand for its periods. */
function withNulls(record: DataRecord, { start, end }: Bounds): DataRecord {
  const byDay = /DAILY|WEEKLY/.test(String(record.FREQUENCY));
  const ends = [...new Set([start, end])].filter((bound) => bound !== undefined);
  const dates = ends.map((bound) => (byDay ? bound * 100 + 1 : bound));
  return { ...record, VALUES: { SURVEY_DATES: dates, VALUES: dates.map(() => null) } };
}
