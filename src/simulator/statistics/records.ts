/**
 * Series as the service writes them, as many as an answer takes; fields of the other language are left out. Daily ones
 * are written as the document has them, or as they were seen: every calendar day.
 */
import { japanMs } from "../../lib/clock.ts";
import { createDice } from "../world/dice.ts";
import type { CatalogueSeries, Frequency } from "../world/statistics/catalogue.ts";
import { isoDate, msPerDate, weekday } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import type { AnswerLanguage } from "./bodies.ts";
import type { PeriodBounds } from "./parameters.ts";

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
  series: CatalogueSeries,
  points: readonly Observation[],
  language: AnswerLanguage,
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

export function metadataRecord(world: World, at: number, series: CatalogueSeries, language: AnswerLanguage) {
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

function lastUpdate(world: World, at: number, series: CatalogueSeries): number {
  const day = world.statistics.updatedOn(series, at);
  return Number(world.calendar.dateOf(day).replaceAll("-", ""));
}

/** Limits by which a list of series is split into answers; a series is never split. */
export interface AnswerLimits {
  /** Series codes that one request may name. */
  readonly codesPerRequest: number;
  /** Series that a layer may hold, over all frequencies. */
  readonly seriesPerLayer: number;
  /** Beyond one of these an answer is cut and tells where to go on. */
  readonly seriesPerAnswer: number;
  readonly pointsPerAnswer: number;
}

export const documentedLimits: AnswerLimits = {
  codesPerRequest: 250,
  seriesPerLayer: 1_250,
  seriesPerAnswer: 250,
  pointsPerAnswer: 60_000,
};

export const observedLimits: AnswerLimits = { ...documentedLimits, codesPerRequest: 1_250 };

export interface SeriesReply {
  readonly records: DataRecord[];
  /** Position of the first series that did not fit; null on the last page. */
  readonly next: number | null;
}

/** `entries` are what is left to send; `read` is called only for what may fit. */
export function fill<Entry extends { position: number }>(
  entries: Iterable<Entry>,
  limits: AnswerLimits,
  read: (entry: Entry) => DataRecord,
): SeriesReply {
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

// Daily series as the service was seen to send them: every calendar day, null where there is no value (yet).

export interface Observation {
  /** Label in the service's form; null was seen among the dates. */
  readonly label: number | null;
  readonly value: number | null;
}

/** The last two days often have no value when they come out. */
const lateDays = 2;
const lateShare = 0.5;
const dice = createDice(1, "late days");

export function everyDay(
  world: World,
  at: number,
  series: CatalogueSeries,
  { start, end }: PeriodBounds,
): Observation[] {
  const known = world.statistics.points(series, at, start, end);
  if (series.frequency !== "D") return known;
  const values = new Map(known.map(({ label, value }) => [label, value]));
  const late = new Set(lateLabels(world, at, series));
  const begins = world.statistics.span(series, at).first;
  const from = Math.max(firstDay(world, at, series), start === undefined ? 0 : start * 100 + 1);
  const to = Math.min(lastDay(world, at), end === undefined ? Number.POSITIVE_INFINITY : end * 100 + 31);
  const all: Observation[] = [];
  let isNullTold = false;
  for (let date = dateOf(from), label = from; label <= to; date += 1, label = labelOf(date)) {
    const older = label < begins ? oldValue(series, date) : null;
    const value = late.has(label) ? null : (values.get(label) ?? older);
    const hasDate = isNullTold || value !== null || !hasNullDate(series);
    if (!hasDate) isNullTold = true;
    all.push({ label: hasDate ? label : null, value });
  }
  return all;
}

/**
 * Whether the first day without a value has no date either. It was seen, and rarely: in a series that hardly anybody
 * asks for, whoever looks for it finds it, and programs that know nothing of it can read the rest.
 */
function hasNullDate({ db, code }: CatalogueSeries): boolean {
  return db === "FM08" && code === "FXERD16";
}

/** The rate of the oldest series, which changed once a year; on Sundays there was none. */
function oldValue({ id, level, decimals }: CatalogueSeries, date: number): number | null {
  const year = Math.floor(labelOf(date) / 10_000);
  return weekday(date) === 0 ? null : Number((level * (1 + 4 * dice(id, year))).toFixed(decimals));
}

/** One series goes far beyond the world's history. */
export function firstDay(world: World, at: number, series: CatalogueSeries): number {
  if (series.db === "IR01" && series.code === "MADR1Z@D") return 18_820_704;
  return world.statistics.span(series, at).first;
}

/** The calendar day before the newest publication, which is the last that it has. */
export function lastDay(world: World, at: number): number {
  const published = world.calendar.timeOf(world.statistics.publishedAt(at));
  return labelOf(Math.floor((published.getTime() + japanMs) / msPerDate) - 1);
}

/** Labels of a series' last days, whose values come later. */
function lateLabels(world: World, at: number, series: CatalogueSeries): number[] {
  const { last } = world.statistics.span(series, at);
  const month = Math.floor(last / 100);
  const before = month % 100 === 1 ? month - 89 : month - 1;
  const newest = world.statistics.points(series, at, before).slice(-lateDays);
  return newest.map(({ label }) => label).filter((label) => dice(series.id, label) < lateShare);
}

function dateOf(label: number): number {
  const text = String(label);
  return Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) / msPerDate;
}

/** Labels of all dates that were asked for: every series has the same, at each question. */
const labels = new Map<number, number>();

function labelOf(date: number): number {
  const known = labels.get(date);
  if (known !== undefined) return known;
  const label = Number(isoDate(date).replaceAll("-", ""));
  labels.set(date, label);
  return label;
}
