/** Form of the service's answers, as documented and as observed. */
import type { Dialect } from "../http/service.ts";
import type { CatalogueSeries, SeriesList } from "../world/statistics/catalogue.ts";
import type { World } from "../world/world.ts";
import type { AnswerLanguage, Envelope } from "./bodies.ts";
import type { Parameters, PeriodBounds } from "./parameters.ts";
import { everyDay, firstDay, lastDay, metadataRecord, type Observation } from "./records.ts";

export interface StatisticsDialect {
  /** The HTTP status of an answer. */
  httpStatus(envelope: Envelope): number;
  /** Body of an error. */
  errorBody(envelope: Envelope): object;
  /** DATE, from a time in ISO form. */
  date(iso: string): string;
  /** Body of an answer to getMetadata. */
  catalogueBody(envelope: Envelope, parameters: Parameters): Partial<Envelope> & Pick<Envelope, "RESULTSET">;
  /** Whether the data calls repeat a parameter of the request. */
  repeats(name: string): boolean;
  /** A database's catalogue, a row after the other, as it counts them. */
  rows(series: SeriesList): Iterable<CatalogueSeries | Heading>;
  /** The observations of a series. */
  observations(world: World, at: number, series: CatalogueSeries, bounds: PeriodBounds): Observation[];
  catalogueRecord(
    world: World,
    at: number,
    row: CatalogueSeries | Heading,
    language: AnswerLanguage,
  ): Record<string, unknown>;
  /** Whether series without a value in the range are sent, with nulls. */
  readonly sendsNulls: boolean;
}

const documented: StatisticsDialect = {
  httpStatus: () => 200,
  errorBody: (envelope) => envelope,
  date: (iso) => iso,
  catalogueBody: (envelope) => envelope,
  repeats: () => true,
  rows: (series) => series,
  observations: (world, at, series, { start, end }) => world.statistics.points(series, at, start, end),
  catalogueRecord: (world, at, row, language) =>
    "heading" in row ? {} : metadataRecord(world, at, row, language),
  sendsNulls: false,
};

/** Texts of a catalogue. In Japanese they come in both languages, the English ones by the plain names. */
const texts = ["NAME_OF_TIME_SERIES", "UNIT", "CATEGORY", "NOTES"] as const;

const observed: StatisticsDialect = {
  httpStatus: ({ STATUS }) => STATUS,
  errorBody: ({ STATUS, MESSAGEID, MESSAGE, DATE }) => ({ STATUS, MESSAGEID, MESSAGE, DATE }),
  date: (iso) => iso.replace(/T0/, "T"),
  catalogueBody: ({ STATUS, MESSAGEID, MESSAGE, DATE, RESULTSET }, { db }) => ({
    STATUS,
    MESSAGEID,
    MESSAGE,
    DATE,
    DB: db,
    RESULTSET,
  }),
  repeats: (name) => name !== "CODE" && name !== "LAYER",
  rows: (series) => catalogueRows(withSecondPlaces(series)),
  observations: everyDay,
  catalogueRecord(world, at, row, language) {
    const write = (each: AnswerLanguage) =>
      "heading" in row
        ? headingRecord(row, each)
        : { ...metadataRecord(world, at, row, each), ...spanOf(world, at, row) };
    const record = write("EN");
    const layers = Array.from({ length: 5 }, (_, depth) => [
      `LAYER${depth + 1}`,
      Number(row.layers[depth] ?? 0),
    ]);
    const { SERIES_CODE, LAST_UPDATE } = record;
    const ofJapanese = write("JP");
    const also = language === "JP" ? texts.map((name) => [`${name}_J`, ofJapanese[name]]) : [];
    return {
      SERIES_CODE,
      ...Object.fromEntries(also),
      ...record,
      ...Object.fromEntries(layers),
      LAST_UPDATE: String(LAST_UPDATE),
    };
  },
  sendsNulls: true,
};

export const statisticsDialects: Readonly<Record<Dialect, StatisticsDialect>> = { documented, observed };

/** Daily series end with a calendar day; 198 series do not say their periods. */
function spanOf(world: World, at: number, series: CatalogueSeries): Record<string, unknown> {
  if (isWithoutPeriods(series)) return { START_OF_THE_TIME_SERIES: "", END_OF_THE_TIME_SERIES: "" };
  if (series.frequency !== "D") return {};
  return {
    START_OF_THE_TIME_SERIES: String(firstDay(world, at, series)),
    END_OF_THE_TIME_SERIES: String(lastDay(world, at)),
  };
}

/** 194 of FF, two of FM07, one of FM05 and of IR03; in a small FF one. */
function isWithoutPeriods({ db, code }: CatalogueSeries): boolean {
  if (db === "FM07") return code === "SIMM01" || code === "SIMM02";
  if (db === "FM05" || db === "IR03") return code === "SIMM01";
  const number = Number(/^S_(\d+)/.exec(code)?.[1] ?? 0);
  return db === "FF" && (code === "SIMM01" || (number > 0 && number % 174 === 0 && number < 194 * 174));
}

/** The keys of a series' record, in its order; what a heading does not have is empty. */
function headingRecord({ heading }: Heading, language: AnswerLanguage): Record<string, unknown> {
  return {
    SERIES_CODE: "",
    NAME_OF_TIME_SERIES: heading[language === "EN" ? 0 : 1],
    UNIT: "",
    FREQUENCY: "",
    CATEGORY: "",
    LAYER1: 0,
    LAYER2: 0,
    LAYER3: 0,
    LAYER4: 0,
    LAYER5: 0,
    START_OF_THE_TIME_SERIES: "",
    END_OF_THE_TIME_SERIES: "",
    LAST_UPDATE: "",
    NOTES: "",
  };
}

/** Number of codes of a database that stand at a second place of its catalogue; in a small one at most two. */
const twice: Readonly<Record<string, number>> = { PR01: 474, PR02: 235, PR03: 94, MD09: 2 };
const twiceInSmall = 2;
const small = 1_000;

/** A catalogue with those series once more at its end, in a group of their own. */
function* withSecondPlaces(list: SeriesList): Generator<CatalogueSeries> {
  const again: CatalogueSeries[] = [];
  let groups = 0;
  for (const series of list) {
    const most = list.length > small ? (twice[series.db] ?? 0) : twiceInSmall;
    if (twice[series.db] !== undefined && again.length < most) again.push(series);
    groups = Math.max(groups, Number(series.layers[0]));
    yield series;
  }
  for (const [at, series] of again.entries())
    yield { ...series, layers: [String(groups + 1), "1", String(at + 1)] };
}

interface Heading {
  /** English, Japanese. */
  readonly heading: readonly [string, string];
  readonly layers: readonly string[];
}

/** A catalogue with its headings: one where the first layer changes, and one where the second does. */
function* catalogueRows(list: Iterable<CatalogueSeries>): Generator<CatalogueSeries | Heading> {
  let [first, second] = ["", ""];
  for (const series of list) {
    const [one = "", two = ""] = series.layers;
    if (one !== first) {
      yield { heading: series.category, layers: [one] };
      second = "";
    }
    if (two !== second) {
      const [english = "", japanese = ""] = [series.name[0].split(", ")[0], series.name[1].split("、")[0]];
      yield { heading: [english, japanese], layers: [one, two] };
    }
    [first, second] = [one, two];
    yield series;
  }
}
