/** Series as the service writes them, as many as an answer takes; fields of the other language are left out. */
import type { Series } from "../world/statistics/catalogue.ts";
import type { Frequency } from "../world/statistics/periods.ts";
import type { World } from "../world/world.ts";
import type { Observation } from "./every-day.ts";
import type { Language } from "./messages.ts";

const frequencyNames: Readonly<Record<Frequency, string>> = {
  CY: "ANNUAL",
  FY: "ANNUAL(MAR)",
  CH: "SEMIANNUAL",
  FH: "SEMIANNUAL(SEP)",
  Q: "QUARTERLY",
  M: "MONTHLY",
  W: "WEEKLY(FRIDAY)",
  D: "DAILY",
};

export interface DataRecord extends Record<string, unknown> {
  VALUES: { SURVEY_DATES: (number | null)[]; VALUES: (number | null)[] };
}

export function dataRecord(
  world: World,
  at: number,
  series: Series,
  points: readonly Observation[],
  language: Language,
): DataRecord {
  const [suffix, place] = language === "EN" ? ["", 0 as const] : ["_J", 1 as const];
  return {
    SERIES_CODE: series.code,
    [`NAME_OF_TIME_SERIES${suffix}`]: series.name[place],
    [`UNIT${suffix}`]: series.unit[place],
    FREQUENCY: frequencyNames[series.frequency],
    [`CATEGORY${suffix}`]: series.category[place],
    LAST_UPDATE: lastUpdate(world, at, series),
    VALUES: {
      SURVEY_DATES: points.map(({ label }) => label),
      VALUES: points.map(({ value }) => value),
    },
  };
}

export function metadataRecord(world: World, at: number, series: Series, language: Language) {
  const place = language === "EN" ? 0 : 1;
  const { first, last } = world.statistics.span(series, at);
  const layer = (index: number) => series.layers[index] ?? null;
  return {
    SERIES_CODE: series.code,
    NAME_OF_TIME_SERIES: series.name[place],
    UNIT: series.unit[place],
    FREQUENCY: frequencyNames[series.frequency],
    CATEGORY: series.category[place],
    LAYER1: layer(0),
    LAYER2: layer(1),
    LAYER3: layer(2),
    LAYER4: layer(3),
    LAYER5: layer(4),
    START_OF_THE_TIME_SERIES: String(first),
    END_OF_THE_TIME_SERIES: String(last),
    LAST_UPDATE: lastUpdate(world, at, series),
    NOTES: series.notes[place],
  };
}

function lastUpdate(world: World, at: number, series: Series): number {
  const day = world.statistics.updatedOn(series, at);
  return Number(world.calendar.dateOf(day).replaceAll("-", ""));
}

/** Limits by which a list of series is split into answers; a series is never split. */
export interface Limits {
  /** Series codes that one request may name. */
  readonly codesPerRequest: number;
  /** Series that a layer may hold, over all frequencies. */
  readonly seriesPerLayer: number;
  /** Beyond one of these an answer is cut and tells where to go on. */
  readonly seriesPerAnswer: number;
  readonly pointsPerAnswer: number;
}

export const documentedLimits: Limits = {
  codesPerRequest: 250,
  seriesPerLayer: 1_250,
  seriesPerAnswer: 250,
  pointsPerAnswer: 60_000,
};

export const observedLimits: Limits = { ...documentedLimits, codesPerRequest: 1_250 };

export interface Answer {
  readonly records: DataRecord[];
  /** Position of the first series that did not fit; null on the last page. */
  readonly next: number | null;
}

/** `entries` are what is left to send; `read` is called only for what may fit. */
export function fill<Entry extends { position: number }>(
  entries: Iterable<Entry>,
  limits: Limits,
  read: (entry: Entry) => DataRecord,
): Answer {
  const records: DataRecord[] = [];
  let points = 0;
  for (const entry of entries) {
    if (records.length >= limits.seriesPerAnswer) return { records, next: entry.position };
    const record = read(entry);
    const size = record.VALUES.VALUES.length;
    // A first series goes out however long it is: an answer without one would never end.
    if (records.length > 0 && points + size > limits.pointsPerAnswer)
      return { records, next: entry.position };
    records.push(record);
    points += size;
  }
  return { records, next: null };
}
