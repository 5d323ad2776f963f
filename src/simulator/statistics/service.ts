/** The statistics service. As documented, the HTTP status is 200 whatever happens behind a verb. */
import { type Dialect, jsonReply, notFound, onlyGet, type Reply, type Service } from "../http/service.ts";
import { type CatalogueSeries, frequencies, listOf, type SeriesList } from "../world/statistics/catalogue.ts";
import { japanIso } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import {
  type AnswerLanguage,
  type Envelope,
  encodeShiftJis,
  envelope,
  inChunks,
  RefusedRequest,
  streamJson,
  writeCsv,
} from "./bodies.ts";
import { type StatisticsDialect, statisticsDialects } from "./dialect.ts";
import {
  checkPeriods,
  echo,
  languageOf,
  type Parameters,
  type PeriodBounds,
  parseBounds,
  parseParameters,
  parseStartPosition,
  upperCased,
} from "./parameters.ts";
import { type AnswerLimits, type DataRecord, dataRecord, fill } from "./records.ts";

const root = "/api/v1/";
/** Series from which on a catalogue is written while it is sent. */
const streamedFrom = 1_000;

export interface StatisticsOptions {
  readonly limits: AnswerLimits;
  readonly dialect: Dialect;
}

export function createStatisticsService(
  world: World,
  moment: () => number,
  options: StatisticsOptions,
): Service {
  const dialect = statisticsDialects[options.dialect];
  const dateAt = (at: number) => dialect.date(japanIso(world.calendar.timeOf(at)));
  const answer = (verb: Verb, given: Map<string, string>, at: number): Reply => {
    const parameters = parseParameters(given, (db) => world.statistics.series(db) !== undefined);
    const { records, next, found } = verb.answer(world, at, parameters, { limits: options.limits, dialect });
    // A catalogue is as old as the last publication, whenever it is asked for.
    const date = verb === verbs.getMetadata ? dateAt(world.statistics.publishedAt(at)) : dateAt(at);
    const filled: Envelope = {
      ...envelope(found ? "M181000I" : "M181030I", parameters.language, date),
      PARAMETER: echo(parameters, verb.parameters.filter(dialect.repeats)),
      NEXTPOSITION: next,
      RESULTSET: records,
    };
    const large =
      verb === verbs.getMetadata && (world.statistics.series(parameters.db)?.length ?? 0) > streamedFrom;
    const body = verb === verbs.getMetadata ? dialect.catalogueBody(filled, parameters) : filled;
    if (parameters.format === "CSV") return csvReply(writeCsv(body), parameters.language, large);
    if (!large) return jsonReply(200, { ...body, RESULTSET: [...records] });
    return { ...jsonReply(200, {}), body: streamJson(body, records) };
  };
  return (request) => {
    const name = request.path.startsWith(root) ? request.path.slice(root.length) : "";
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) return notFound();
    return onlyGet(({ query }) => {
      const given = upperCased(query);
      const at = moment();
      try {
        return answer(verb, given, at);
      } catch (error) {
        const [id, position] =
          error instanceof RefusedRequest ? [error.id, error.position] : (["M181090S"] as const);
        // JSON also where CSV was asked for.
        const said = envelope(id, languageOf(given), dateAt(at), position);
        return jsonReply(dialect.httpStatus(said), dialect.errorBody(said));
      }
    })(request);
  };
}

function csvReply(lines: Iterable<string>, language: AnswerLanguage, large: boolean): Reply {
  const [charset, encode] =
    language === "JP" ? ["Shift_JIS", encodeShiftJis] : ["utf-8", (text: string) => Buffer.from(text)];
  const headers = { "content-type": `text/csv; charset=${charset}` };
  if (!large) return { status: 200, headers, body: encode([...lines].join("")) };
  return { status: 200, headers, body: inChunks(lines, encode) };
}

// getMetadata, getDataCode and getDataLayer: from checked parameters to records.

interface Result {
  readonly records: Iterable<Record<string, unknown>>;
  readonly next: number | null;
  /** Whether there is anything to tell. */
  readonly found: boolean;
}

interface Rules {
  readonly limits: AnswerLimits;
  readonly dialect: StatisticsDialect;
}

interface Verb {
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
    if (!codes) throw new RefusedRequest("M181006E");
    const prefixed = new RegExp(`^${parameters.db}[^A-Z0-9]`);
    if (codes.some((code) => prefixed.test(code))) throw new RefusedRequest("M181001E");
    if (codes.length > limits.codesPerRequest) throw new RefusedRequest("M181007E");
    const start = parseStartPosition(parameters);
    const bounds = parseBounds(parameters, worldYear(world, at));
    const list = seriesOf(world, parameters);
    const asked = codes.map((code, index) => {
      const series = list.byCode(code);
      if (!series) throw new RefusedRequest("M181013E", index + 1);
      return { series, position: index + 1 };
    });
    const frequency = asked[0]?.series.frequency ?? "D";
    const stranger = asked.find(({ series }) => series.frequency !== frequency);
    if (stranger) throw new RefusedRequest("M181014E", stranger.position);
    checkPeriods(bounds, frequency);
    const read = ({ series }: { series: CatalogueSeries }) =>
      dataRecord(world, at, series, dialect.observations(world, at, series, bounds), parameters.language);
    return withData(fill(asked.slice(start - 1), limits, read), bounds, dialect);
  },
};

const getDataLayer: Verb = {
  parameters: ["FREQUENCY", "LAYER", "STARTDATE", "ENDDATE", "STARTPOSITION"],
  answer(world, at, parameters, { limits, dialect }) {
    const name = parameters.get("FREQUENCY");
    if (name === undefined) throw new RefusedRequest("M181017E");
    const frequency = frequencies.find((one) => one === name);
    if (!frequency) throw new RefusedRequest("M181018E");
    const layer = parseLayer(parameters.get("LAYER"));
    const start = parseStartPosition(parameters);
    const bounds = parseBounds(parameters, worldYear(world, at));
    checkPeriods(bounds, frequency);
    const matching: { series: CatalogueSeries; position: number }[] = [];
    let position = 0;
    for (const row of dialect.rows(seriesOf(world, parameters))) {
      position += 1;
      if ("heading" in row) continue;
      if (!layer.every((step, depth) => step === "*" || step === row.layers[depth])) continue;
      matching.push({ series: row, position });
      if (matching.length > limits.seriesPerLayer) throw new RefusedRequest("M181007E");
    }
    const asked = matching.filter(
      ({ series, position }) => series.frequency === frequency && position >= start,
    );
    const read = ({ series }: { series: CatalogueSeries }) =>
      dataRecord(world, at, series, dialect.observations(world, at, series, bounds), parameters.language);
    return withData(fill(asked, limits, read), bounds, dialect);
  },
};

const verbs: Readonly<Record<string, Verb>> = { getMetadata, getDataCode, getDataLayer };

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
  if (!steps[0]) throw new RefusedRequest("M181019E");
  if (steps.length > 5 || !steps.every((step) => step === "*" || /^\d+$/.test(step)))
    throw new RefusedRequest("M181020E");
  return steps;
}

/** Series without a single period in the range are no data. */
function withData(
  { records, next }: { records: DataRecord[]; next: number | null },
  bounds: PeriodBounds,
  { sendsNulls }: StatisticsDialect,
): Result {
  const found = next !== null || records.some((record) => record.VALUES.VALUES.length > 0);
  if (found) return { records, next, found };
  return { records: sendsNulls ? records.map((record) => withNulls(record, bounds)) : [], next, found };
}

/** The ends of the range stand for its periods. */
function withNulls(record: DataRecord, { start, end }: PeriodBounds): DataRecord {
  const byDay = /DAILY|WEEKLY/.test(String(record.FREQUENCY));
  const ends = [...new Set([start, end])].filter((bound) => bound !== undefined);
  const dates = ends.map((bound) => (byDay ? bound * 100 + 1 : bound));
  return { ...record, VALUES: { SURVEY_DATES: dates, VALUES: dates.map(() => null) } };
}
