/** The records of the statistics service as tables (wire names of both languages, types, meaning), and its calls. */
import { isYear, need, textField, wireField } from "../field-types.ts";
import type { OddityCollector } from "../misfits.ts";
import type { Field, FieldTable, RecordOf } from "../record.ts";

/** The form of a frequency's periods: how many digits the service writes, and what ours is. */
interface PeriodForm {
  readonly digits: RegExp;
  readonly write: (year: string, rest: string) => string;
}

const year: PeriodForm = { digits: /^(\d{4})()$/, write: (y) => y };
const half: PeriodForm = { digits: /^(\d{4})(0[12])$/, write: (y, h) => `${y}-H${Number(h)}` };
const quarter: PeriodForm = { digits: /^(\d{4})(0[1-4])$/, write: (y, q) => `${y}-Q${Number(q)}` };
const month: PeriodForm = { digits: /^(\d{4})(0[1-9]|1[0-2])$/, write: (y, m) => `${y}-${m}` };
const day: PeriodForm = {
  digits: /^(\d{4})(\d{4})$/,
  write: (y, d) => `${y}-${d.slice(0, 2)}-${d.slice(2)}`,
};

/** Forms by the first word of FREQUENCY; ANNUAL(MAR) and WEEKLY(MONDAY) are written like ANNUAL and WEEKLY. */
const forms: Readonly<Record<string, PeriodForm>> = {
  ANNUAL: year,
  SEMIANNUAL: half,
  QUARTERLY: quarter,
  MONTHLY: month,
  WEEKLY: day,
  DAILY: day,
};

/**
 * A survey date, such as 202601, as a period: 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05, by the series'
 * FREQUENCY. Undefined when the frequency is unknown or the date is not of its form.
 */
export function readPeriod(frequency: string, date: number | string): string | undefined {
  const form = forms[/^[A-Z]+/.exec(frequency.trim().toUpperCase())?.[0] ?? ""];
  const parts = form?.digits.exec(String(date).trim());
  if (form === undefined || !parts || !isYear(parts[1] ?? "")) return undefined;
  const period = form.write(parts[1] ?? "", parts[2] ?? "");
  return form !== day || isDay(period) ? period : undefined;
}

/** Reads a date written as YYYYMMDD, as YYYY-MM-DD; undefined if it is not a date. */
export function readCompactDay(value: unknown): string | undefined {
  return typeof value === "number" || typeof value === "string" ? readPeriod("DAILY", value) : undefined;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse lets February 30 be March 2; only a day that prints as it was read exists.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const frequencyForms: readonly (readonly [RegExp, SeriesFrequency])[] = [
  [/^ANNUAL$/, "CY"],
  [/^ANNUAL\(MAR\)$/, "FY"],
  [/^SEMIANNUAL$/, "CH"],
  [/^SEMIANNUAL\(SEP\)$/, "FH"],
  [/^QUARTERLY/, "Q"],
  [/^MONTHLY/, "M"],
  [/^WEEKLY/, "W"],
  [/^DAILY/, "D"],
];

/** The frequency that a series' FREQUENCY names, as a request writes it; undefined for another text. */
export function readFrequency(written: string): SeriesFrequency | undefined {
  const text = written.trim().toUpperCase();
  return frequencyForms.find(([form]) => form.test(text))?.[1];
}

/** The period that a day (YYYY-MM-DD) is in, as a request writes it: 2026, 202601 for a half, quarter or month. */
export function dateOfDay(day: string, frequency: SeriesFrequency): string {
  const [year = "", month = ""] = day.split("-");
  const partOf = (months: number) => String(Math.ceil(Number(month) / months)).padStart(2, "0");
  if (frequency === "CY") return year;
  if (frequency === "CH") return year + partOf(6);
  if (frequency === "Q") return year + partOf(3);
  if (frequency !== "FY" && frequency !== "FH") return year + month;
  // Fiscal years begin in April.
  const fiscalYear = String(Number(month) < 4 ? Number(year) - 1 : Number(year));
  if (frequency === "FY") return fiscalYear;
  return fiscalYear + (Number(month) >= 4 && Number(month) < 10 ? "01" : "02");
}

/** Form of a code that a request takes: no space or comma, which would part it, and none of the signs that the document forbids. */
const codeForm = /^[^\s<>"!|\\;',]{1,100}$/;
const ascii = /^[\x21-\x7e]+$/;

const seriesCode = wireField("SERIES_CODE", {
  type: "text",
  expected: "a code",
  about: "code of the series, without its database",
  read(value) {
    const code = typeof value === "string" ? value.trim() : undefined;
    return code !== undefined && codeForm.test(code) && ascii.test(code) ? code : undefined;
  },
});

export const seriesFields = {
  code: need(seriesCode),
  name: textField(["NAME_OF_TIME_SERIES", "NAME_OF_TIME_SERIES_J"], "name in the language asked for"),
  unit: textField(["UNIT", "UNIT_J"], "unit, as the service writes it"),
  frequency: textField("FREQUENCY", "frequency, such as DAILY or ANNUAL(MAR)"),
  category: textField(["CATEGORY", "CATEGORY_J"], "category, as the service writes it"),
  lastUpdate: wireField("LAST_UPDATE", {
    read: readCompactDay,
    type: "date",
    expected: "a date YYYYMMDD",
    about: "day of the last update",
  }),
} satisfies FieldTable;

/** A level of the catalogue: text or an integer, where 0 is an unused one. */
const layer = (number: number) =>
  wireField(`LAYER${number}`, {
    type: "text",
    expected: "a layer",
    about: `level ${number} of the layers; absent where unused`,
    read(value) {
      const level = typeof value === "number" || typeof value === "string" ? String(value).trim() : undefined;
      return level === "0" ? null : level;
    },
  });

/** A period as the catalogue writes it; a number in some answers. */
const period = (wire: string, about: string) =>
  wireField(wire, {
    type: "text",
    expected: "a period",
    about: `${about}, in the form of the frequency as the service writes it`,
    read: (value) => (typeof value === "number" || typeof value === "string" ? String(value).trim() : null),
  });

export const layerFields = {
  layer1: layer(1),
  layer2: layer(2),
  layer3: layer(3),
  layer4: layer(4),
  layer5: layer(5),
} satisfies FieldTable;

export const catalogueFields = {
  start: period("START_OF_THE_TIME_SERIES", "first period"),
  end: period("END_OF_THE_TIME_SERIES", "last period"),
  notes: textField(["NOTES", "NOTES_J"], "remarks"),
} satisfies FieldTable;

/**
 * Returns the table for answers in a language. In Japanese a catalogue has its texts twice, and the English ones
 * under the plain names, so that the Japanese names count first.
 */
export function inLanguage<F extends FieldTable>(fields: F, language: "en" | "jp"): F {
  if (language === "en") return fields;
  const rank = ({ name }: Field["wire"][number]) => (name.endsWith("_J") ? 0 : 1);
  const turned = Object.entries(fields).map(([name, one]) => [
    name,
    { ...one, wire: one.wire.toSorted((a, b) => rank(a) - rank(b)) },
  ]);
  return Object.fromEntries(turned) as F;
}

export const seriesFrequencies = ["CY", "FY", "CH", "FH", "Q", "M", "W", "D"] as const;
export type SeriesFrequency = (typeof seriesFrequencies)[number];

/** A series as a catalogue lists it, without what its data says as well. */
export interface SeriesInfo extends Omit<RecordOf<typeof seriesFields>, "name"> {
  /** Unused levels left out. */
  layers: string[];
  /** Layers of the other places of the catalogue at which the same series stands. */
  alsoAt?: string[][];
}

export interface SeriesData extends RecordOf<typeof seriesFields> {
  /** Oldest first; period as 2026 for years, 2026-H1, 2026-Q1, 2026-01 for months, 2026-01-05 for days and weeks. */
  points: { period: string; value: number | null }[];
}

/** A row of the catalogue with everything that the document names. */
export interface CatalogueRow extends Omit<SeriesInfo, "alsoAt"> {
  name?: string;
  /** First and last period as the service writes them. */
  start?: string;
  end?: string;
  notes?: string;
}

/** Form and language of an answer; by default those of the client: JSON, in its language. */
export interface AnswerForm {
  readonly format?: "json" | "csv";
  readonly language?: "en" | "jp";
}

/** One page of data. */
export interface SeriesPage {
  readonly series: readonly SeriesData[];
  /** The service says that nothing matches: series that it sends all the same have no values. */
  readonly isNoData: boolean;
}

interface Range {
  /** First period, in the form of the frequency: 2026, 202601 (half, quarter or month; months for days and weeks). */
  readonly start?: string;
  readonly end?: string;
  /** Position to begin at, from 1; by code a place in the list of codes, by layer one in the catalogue. */
  readonly startPosition?: number;
}

/** At most 250 codes, of one frequency. */
export type CodeQuery = AnswerForm & Range & { readonly db: string; readonly codes: readonly string[] };

/** `layer`: a path such as ["1", "*"], at most five levels. */
export type LayerQuery = AnswerForm &
  Range & { readonly db: string; readonly frequency: SeriesFrequency; readonly layer: readonly string[] };

/**
 * Client of the statistics service. With `oddities`, records that cannot be read are set aside; without, the first
 * one fails its call. A StatisticsQueryError tells of a mistake before anything is asked; a StatisticsError names the
 * message code.
 */
export interface StatisticsClient {
  /** The series of a database, each once; heading rows are left out. Throws a Failure. */
  metadata(query: { db: string }, signal?: AbortSignal, oddities?: OddityCollector): Promise<SeriesInfo[]>;
  /** All pages but those of no data; the points of each series oldest first, each period once. */
  dataByCode(query: CodeQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<SeriesData[]>;
  /** Reads the data of a layer. */
  dataByLayer(query: LayerQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<SeriesData[]>;
}

/** Every documented call, whole and page by page; a series is never split over pages. */
export interface StatisticsCalls extends StatisticsClient {
  /** The catalogue as it stands: a series that is listed at several places has a row for each. */
  catalogue(
    query: AnswerForm & { db: string },
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<CatalogueRow[]>;
  /** Reads the catalogue as its rows come, before it is known whether it is whole: for callers that show rows and do not compare them. */
  cataloguePages(
    query: AnswerForm & { db: string },
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<CatalogueRow[], void, void>;
  pagesByCode(
    query: CodeQuery,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<SeriesPage, void, void>;
  pagesByLayer(
    query: LayerQuery,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<SeriesPage, void, void>;
}
